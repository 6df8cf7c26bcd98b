// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Glibc

/// A file that is written piece by piece and gets its name when it is whole.
///
/// A regular file is written as `NAME.partial`, which stays when the writer is killed, so that writing can be resumed.
/// Devices, FIFOs and open descriptors are written directly: written bytes cannot be taken back.
package final class StreamedFile {
  /// The path as the caller named it; `-` is the standard output.
  package let path: String
  /// The number of bytes in the file.
  package private(set) var written: Int
  /// Whether there is no partial file.
  package let isDirect: Bool
  private let name: String
  private var descriptor: FileDescriptor?

  /// The name of a file until it is complete.
  package static func partialPath(of path: String) -> String { path + ".partial" }

  /// Whether a path stands for something that is written directly.
  package static func isDirect(_ path: String) -> Bool {
    guard let target = try? OutputTarget(path), case .regular = target else {
      return (try? OutputTarget(path)) != nil
    }
    return false
  }

  /// The regular file that a path stands for, behind its symbolic links; the path itself where it stands for another
  /// kind of file, or for none that can be found.
  package static func resolved(_ path: String) -> String {
    guard case .regular(let resolved, _)? = try? OutputTarget(path) else { return path }
    return resolved
  }

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - kept: The number of bytes of a partial file to keep; they must be there. Nothing is kept of files that are
  ///     written directly.
  /// - Throws: ``FileError/cannotWrite(path:step:code:written:total:)``.
  package init(_ path: String, keeping kept: Int = 0) throws(FileError) {
    self.path = path
    do throws(WriteFailure) {
      switch try OutputTarget(path) {
      case .descriptor(let number):
        (isDirect, name, written) = (true, path, 0)
        descriptor = try FileDescriptor(step: .open) { fcntl(number, F_DUPFD_CLOEXEC, 0) }
      case .special(let special):
        (isDirect, name, written) = (true, special, 0)
        descriptor = try FileDescriptor(step: .open) { open(special, O_WRONLY | O_CLOEXEC | O_NOCTTY) }
      case .regular(let regular, _):
        (isDirect, name, written) = (false, regular, kept)
        let partial = Self.partialPath(of: regular)
        let opened = try FileDescriptor(step: .open) { open(partial, O_WRONLY | O_CREAT | O_CLOEXEC, 0o666) }
        guard ftruncate(opened.number, off_t(kept)) == 0, lseek(opened.number, 0, SEEK_END) == off_t(kept) else {
          throw WriteFailure(.open)
        }
        descriptor = consume opened
      }
    } catch {
      throw .cannotWrite(path: path, step: error.step, code: error.code, written: error.written, total: 0)
    }
  }

  /// Appends bytes.
  ///
  /// - Parameter isGivenUp: Whether to stop after a number of seconds without progress of a pipe.
  /// - Throws: ``FileError/cannotWrite(path:step:code:written:total:)``; `EPIPE` where the reader has gone,
  ///   `ECANCELED` where `isGivenUp` returned `true`.
  package func write(
    _ bytes: UnsafeRawBufferPointer, unless isGivenUp: ((Double) -> Bool)? = nil
  ) throws(FileError) {
    do throws(WriteFailure) {
      guard descriptor != nil else { throw WriteFailure(.write, code: EBADF) }
      try descriptor?.write(bytes, unless: isGivenUp)
      written += bytes.count
    } catch {
      throw failure(error, after: written, of: written + bytes.count)
    }
  }

  /// Appends the bytes of an array.
  package func write(_ bytes: [UInt8]) throws(FileError) {
    try bytes.withBytes { (bytes) throws(FileError) in try write(bytes) }
  }

  /// Whether the partial file is no longer at its path, since its folder was removed or moved.
  package var isGone: Bool {
    guard !isDirect, let number = descriptor?.number else { return false }
    var (mine, there) = (stat(), stat())
    return fstat(number, &mine) == 0
      && (lstat(Self.partialPath(of: name), &there) != 0 || mine.st_ino != there.st_ino || mine.st_dev != there.st_dev)
  }

  /// Waits until all bytes are on the disk, and gives the file its name.
  package func finish() throws(FileError) {
    do throws(WriteFailure) {
      guard let open = descriptor.take() else { throw WriteFailure(.write, code: EBADF) }
      if !isDirect { try open.sync(written: written) }
      try open.close()
      if !isDirect, rename(Self.partialPath(of: name), name) != 0 { throw WriteFailure(.rename, written: written) }
    } catch {
      throw failure(error, after: 0, of: written)
    }
  }

  /// Removes the partial file.
  package func discard() {
    descriptor = nil
    if !isDirect { unlink(Self.partialPath(of: name)) }
  }

  /// Waits until a file that another process has written is on the disk, and gives it its name. A symbolic link with
  /// this name is followed and stays.
  package static func adopt(_ path: String, as name: String) throws(FileError) {
    let target = resolved(name)
    do throws(WriteFailure) {
      let file = try FileDescriptor(step: .open) { open(path, O_RDONLY | O_CLOEXEC) }
      try file.sync(written: 0)
      try file.close()
      guard rename(path, target) == 0 else { throw WriteFailure(.rename) }
    } catch {
      throw .cannotWrite(path: name, step: error.step, code: error.code, written: 0, total: 0)
    }
  }

  private func failure(_ failure: WriteFailure, after before: Int, of total: Int) -> FileError {
    .cannotWrite(path: path, step: failure.step, code: failure.code, written: before + failure.written, total: total)
  }
}

/// A file to which lines are appended; a process that is killed leaves all lines but the last complete.
package final class AppendedFile {
  private let path: String
  private let descriptor: FileDescriptor

  /// Opens a file to add to it.
  ///
  /// - Parameters:
  ///   - path: A regular file, made where there is none.
  ///   - isEmptied: Whether the present content is removed.
  package init(_ path: String, isEmptied: Bool) throws(FileError) {
    self.path = path
    do throws(WriteFailure) {
      descriptor = try FileDescriptor(step: .open) {
        open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | (isEmptied ? O_TRUNC : 0), 0o666)
      }
    } catch {
      throw .cannotWrite(path: path, step: error.step, code: error.code, written: 0, total: 0)
    }
  }

  /// Appends a line in a single call.
  package func append(_ line: String) throws(FileError) {
    let bytes = Array(line.utf8) + [0x0A]
    do throws(WriteFailure) {
      try descriptor.write(bytes)
    } catch {
      throw .cannotWrite(path: path, step: error.step, code: error.code, written: error.written, total: bytes.count)
    }
  }
}
