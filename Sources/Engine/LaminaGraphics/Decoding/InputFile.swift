// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Glibc
internal import LaminaGeometry
import LaminaSystem

/// A file that is read whole.
package struct InputFile {
  private let path: String

  /// Names a file.
  package init(_ path: String) {
    self.path = path
  }

  /// Reads the file.
  ///
  /// - Parameter limit: The most bytes it may have.
  /// - Throws: `FileError/cannotRead(path:reason:)`, also for anything but a regular file, and
  ///   ``GraphicsError/fileTooLarge(path:bytes:limit:)``.
  package func read(limit: Int) throws(GraphicsError) -> [UInt8] {
    try read(limit: limit) { path in
      // Opened without blocking: a FIFO without a writer would otherwise block here.
      let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
      return descriptor >= 0 ? descriptor : -errno
    }
  }

  /// Reads a file that `open` opens; `open` returns a descriptor, or the system's error below 0.
  func read(limit: Int, opening open: (String) -> Int32) throws(GraphicsError) -> [UInt8] {
    let descriptor = open(path)
    guard descriptor >= 0 else { throw systemError(-descriptor) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw systemError() }
    guard status.st_mode & S_IFMT == S_IFREG else {
      let reason = status.st_mode & S_IFMT == S_IFDIR ? "it is a folder" : "not a regular file"
      throw .file(.cannotRead(path: path, reason: reason))
    }
    let size = Int(status.st_size)
    guard size <= limit else { throw .fileTooLarge(path: path, bytes: size, limit: limit) }
    var failure: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while count < size {
        let got = Glibc.read(descriptor, buffer.baseAddress?.advanced(by: count), size - count)
        if got == 0 { return }
        if got > 0 {
          count += got
        } else if errno != EINTR {
          failure = errno
          return
        }
      }
    }
    guard failure == 0 else { throw systemError(failure) }
    return bytes
  }

  private func systemError(_ code: Int32 = errno) -> GraphicsError {
    .file(.cannotRead(path: path, reason: String(cString: strerror(code))))
  }
}
