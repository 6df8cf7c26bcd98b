// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Glibc

/// A regular file that is whole and on the disk, under a temporary name beside its final name.
///
/// Until it has its name, or is discarded, it is locked: so other processes know that its writer was not killed.
final class StagedFile {
  private let name: String
  private let path: String
  private let byteCount: Int
  private var isNamed = false
  private let lock: FileDescriptor?

  /// - Parameters:
  ///   - name: The present name.
  ///   - path: The final path.
  ///   - byteCount: The number of bytes.
  ///   - lock: A descriptor that holds the lock; `nil` where the file system has no locks.
  init(_ name: String, for path: String, byteCount: Int, lock: consuming FileDescriptor?) {
    self.name = name
    self.path = path
    self.byteCount = byteCount
    self.lock = lock
  }

  deinit {
    if !isNamed { unlink(name) }
  }

  /// Gives the file its final name.
  func commit() throws(WriteFailure) {
    guard Glibc.rename(name, path) == 0 else { throw WriteFailure(.rename, written: byteCount) }
    isNamed = true
    // The new name is in the folder, which must reach the disk as well. The file is complete, so a failure is ignored.
    let folder = FilePath.folder(of: path)
    guard let opened = try? FileDescriptor(step: .sync, { open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }) else {
      return
    }
    try? opened.sync(written: byteCount)
  }
}

/// The names of files that are not complete yet: `.lamina-….tmp`, hidden, in the folder of the final file.
enum TemporaryName {
  /// Tries names in a folder until `make` succeeds with one; `nil` when `make` fails for another reason than a name
  /// that is taken. `errno` then has the reason.
  static func first(in folder: String, where make: (String) -> Bool) -> String? {
    for _ in 0..<100 {
      let name = "\(folder)/.lamina-\(String(UInt64.random(in: 0...UInt64.max), radix: 36)).tmp"
      if make(name) { return name }
      guard errno == EEXIST || errno == EINTR else { return nil }
    }
    return nil
  }

  /// Whether a file's name is a temporary name.
  static func matches(_ name: String) -> Bool { name.hasPrefix(".lamina-") && name.hasSuffix(".tmp") }
}
