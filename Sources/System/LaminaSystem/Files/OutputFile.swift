// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Writing a file so that its name never stands for half of it.
//
// A regular file is written under no name, or a temporary one, in the target's folder, synced, and renamed over the
// target; a reader of the target sees the old bytes or all of the new. Renaming would replace a device, a FIFO or a
// socket by a regular file, so these, `-` and names of open descriptors are written directly.

internal import Glibc

/// A file to be written whole or not at all.
public struct OutputFile: Sendable {
  /// The path as the caller named it; `-` is the standard output.
  public let path: String

  /// Names a file. Nothing happens until ``write(_:)``.
  ///
  /// - Parameter path: The path; `-` is the standard output.
  public init(_ path: String) {
    self.path = path
  }

  /// Writes the file.
  ///
  /// A symbolic link is followed and stays. An existing file keeps its mode and, where the system permits, its owner; a
  /// new one gets the mode 0666 reduced by the umask. A folder, or a file that must not be written, is refused. Hard
  /// links to an existing file keep its old bytes. Returns when the bytes are on the disk.
  ///
  /// - Parameter bytes: Everything the file is to hold.
  /// - Throws: ``FileError/cannotWrite(path:step:code:written:total:)``, with `EPIPE` when the reader of a pipe has
  ///   gone and `EFBIG` at a limit of file size: the signals of both are held back. Nothing of a regular file is left.
  public func write(_ bytes: [UInt8]) throws(FileError) {
    do {
      switch try OutputTarget(path) {
      case .descriptor(let number): try writeDirectly(bytes, to: duplicate(number))
      case .special(let path): try writeDirectly(bytes, to: openSpecial(path))
      case .regular(let path, let existing): try ReplacementFile(path, replacing: existing).write(bytes)
      }
    } catch {
      throw .cannotWrite(path: path, step: error.step, code: error.code, written: error.written, total: bytes.count)
    }
  }

  private func writeDirectly(_ bytes: [UInt8], to descriptor: consuming FileDescriptor) throws(WriteFailure) {
    try descriptor.write(bytes)
    try descriptor.close()
  }

  private func duplicate(_ number: Int32) throws(WriteFailure) -> FileDescriptor {
    try FileDescriptor(step: .open) { fcntl(number, F_DUPFD_CLOEXEC, 0) }
  }

  private func openSpecial(_ path: String) throws(WriteFailure) -> FileDescriptor {
    do {
      return try FileDescriptor(step: .open) { open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY) }
    } catch {
      // A socket cannot be opened, only connected to.
      guard error.code == ENXIO else { throw error }
      return try .connected(to: path)
    }
  }
}

extension OutputFile {
  /// Tests whether a file of some bytes can be written beside another, with a file that is removed at once.
  ///
  /// - Returns: The system's error; `nil` where the file can be written.
  package static func problem(writingBytes count: Int, beside path: String) -> Int32? {
    do throws(WriteFailure) {
      _ = try ReplacementFile(path, replacing: nil).stage([UInt8](repeating: 0xA5, count: count))
      return nil
    } catch {
      return error.code
    }
  }
}

/// A step that failed, before the caller's name of the file is known.
struct WriteFailure: Error {
  var step: FileError.WriteStep
  var code: Int32
  var written = 0

  /// The failure of a call that just set `errno`.
  init(_ step: FileError.WriteStep, code: Int32 = errno, written: Int = 0) {
    self.step = step
    self.code = code
    self.written = written
  }
}
