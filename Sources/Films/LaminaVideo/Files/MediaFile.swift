// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
package import LaminaSandbox

/// A file that FFmpeg's programs read: by its path, or through an open descriptor, if the file has no path or access to
/// it was checked elsewhere.
package struct MediaFile: Sendable, Hashable {
  /// The name of the file in messages; its path, if it is read by path.
  package let path: String
  private let handle: Handle?

  /// The sole owner of a descriptor.
  private final class Handle: Sendable, Hashable {
    let number: Int32

    init(_ number: Int32) { self.number = number }

    deinit { close(number) }

    static func == (a: Handle, b: Handle) -> Bool { a === b }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }

  /// Makes a file that is read by its path.
  package init(_ path: String) { (self.path, handle) = (path, nil) }

  /// Makes a file that is read through a descriptor.
  ///
  /// - Parameters:
  ///   - path: The name of the file in messages.
  ///   - descriptor: A descriptor that is open for reading; the new value owns and closes it.
  package init(_ path: String, descriptor: Int32) { (self.path, handle) = (path, Handle(descriptor)) }

  /// The descriptor to pass to a program; `nil` for a file that is read by its path.
  package var descriptor: Int32? { handle?.number }

  /// The address of the file for FFmpeg's programs.
  package var address: String { handle == nil ? MediaProgram.address(path) : Self.ownAddress }

  /// The path of the file for this process.
  package var ownPath: String { handle.map { "/proc/self/fd/\($0.number)" } ?? path }

  /// The rights of a program that reads only this file.
  package var confinement: ProgramConfinement { MediaProgram.confinement(reading: ownPath) }

  /// Cleans up a program's output about the file. Addresses in memory, which differ from run to run, and lists of
  /// supported formats are removed, and the descriptor's address is replaced by the path.
  package func words(_ said: String) -> String {
    let said = said.replacing(/\s@ 0x[0-9a-f]+/, with: "")
      // The message continues with the names of all supported formats.
      .replacing(/Format not on whitelist '[^']*'?/, with: "is not a format that is read")
    return handle == nil ? said : said.replacing(Self.ownAddress, with: MediaProgram.address(path))
  }

  private static let ownAddress = MediaProgram.address("/proc/self/fd/\(ChildProcess.fileNumber)")
}
