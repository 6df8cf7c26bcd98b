// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Glibc

/// The files of fonts that a program has registered, held open.
///
/// FreeType opens a font's file when something is first drawn with it, and Cairo reports a missing file as a shortage
/// of memory. So Fontconfig receives a path to the open file, which stays valid after the file has been removed or
/// replaced.
struct FontFiles {
  /// The greatest number of files held open; further files are found by their own paths.
  static let maximumCount = 256

  private var held: [Identity: String] = [:]

  /// The path by which a file is found for as long as the process lives.
  ///
  /// - Parameter path: A file by its own path.
  /// - Returns: `path` itself for a file that cannot be opened or is no regular file, and where too many files are
  ///   held.
  mutating func lastingPath(of path: String) -> String {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { return path }
    guard let identity = Identity(descriptor), held[identity] != nil || held.count < Self.maximumCount else {
      close(descriptor)
      return path
    }
    if let known = held[identity] {
      close(descriptor)
      return known
    }
    let lasting = "/proc/self/fd/\(descriptor)"
    held[identity] = lasting
    return lasting
  }

  /// The identity of a version of a file.
  private struct Identity: Hashable {
    private let device: UInt
    private let inode: UInt
    private let size: Int
    private let seconds: Int
    private let nanoseconds: Int

    init?(_ descriptor: Int32) {
      var status = stat()
      guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
      (device, inode, size) = (status.st_dev, status.st_ino, status.st_size)
      (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
    }
  }
}
