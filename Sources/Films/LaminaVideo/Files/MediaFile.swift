// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
package import LaminaSandbox

/// A file that FFmpeg's programs read: by its path, or through a descriptor that they are given, where no path leads to
/// it or somebody else has judged which file it may be.
package struct MediaFile: Sendable, Hashable {
  /// What messages call it; its path, where it is read by that.
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

  /// A file that is read by its path.
  package init(_ path: String) { (self.path, handle) = (path, nil) }

  /// A file that is open.
  ///
  /// - Parameters:
  ///   - path: What messages call it.
  ///   - descriptor: Open for reading; this closes it.
  package init(_ path: String, descriptor: Int32) { (self.path, handle) = (path, Handle(descriptor)) }

  /// The descriptor that a program is to get; `nil` for one that is read by its path.
  package var descriptor: Int32? { handle?.number }

  /// How programs reach it, in their own words.
  package var address: String { handle == nil ? MediaProgram.address(path) : Self.ownAddress }

  /// How this process reaches it.
  package var ownPath: String { handle.map { "/proc/self/fd/\($0.number)" } ?? path }

  /// What a program may do that reads it, and nothing else.
  package var confinement: ProgramConfinement { MediaProgram.confinement(reading: ownPath) }

  /// What a program says of it, as if it had been read by its path, without places in its memory, which differ from run
  /// to run, and without lists of what it could have read instead.
  package func words(_ said: String) -> String {
    let said = said.replacing(/\s@ 0x[0-9a-f]+/, with: "")
      // Followed by the names of all formats that are read.
      .replacing(/Format not on whitelist '[^']*'?/, with: "is not a format that is read")
    return handle == nil ? said : said.replacing(Self.ownAddress, with: MediaProgram.address(path))
  }

  private static let ownAddress = MediaProgram.address("/proc/self/fd/\(ChildProcess.fileNumber)")
}
