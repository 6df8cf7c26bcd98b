// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Glibc

/// A regular file that is whole and on the disk, under a temporary name beside the one that it is to get.
///
/// Until it has its name, or is discarded, it is locked: so others know that it was not left behind by somebody who was
/// killed.
final class StagedFile {
  private let name: String
  private let path: String
  private let byteCount: Int
  private var isNamed = false
  private let lock: FileDescriptor?

  /// - Parameters:
  ///   - name: What it is called now.
  ///   - path: What it is to be called.
  ///   - byteCount: How many bytes it has.
  ///   - lock: A descriptor that holds the lock; `nil` where there can be none.
  init(_ name: String, for path: String, byteCount: Int, lock: consuming FileDescriptor?) {
    self.name = name
    self.path = path
    self.byteCount = byteCount
    self.lock = lock
  }

  deinit {
    if !isNamed { unlink(name) }
  }

  /// Gives it its name.
  func commit() throws(WriteFailure) {
    guard Glibc.rename(name, path) == 0 else { throw WriteFailure(.rename, written: byteCount) }
    isNamed = true
    // The new name is in the folder; it too must reach the disk. The file is complete, so no error is made of it.
    let folder = FilePath.folder(of: path)
    guard let opened = try? FileDescriptor(step: .sync, { open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }) else {
      return
    }
    try? opened.sync(written: byteCount)
  }
}

/// The names of files that are not whole yet: `.lamina-….tmp`, hidden, in the folder of what they are to become.
enum TemporaryName {
  /// Tries names in a folder until `make` makes something of one; `nil` when it fails for another reason than that the
  /// name is taken. `errno` then says why.
  static func first(in folder: String, where make: (String) -> Bool) -> String? {
    for _ in 0..<100 {
      let name = "\(folder)/.lamina-\(String(UInt64.random(in: 0...UInt64.max), radix: 36)).tmp"
      if make(name) { return name }
      guard errno == EEXIST || errno == EINTR else { return nil }
    }
    return nil
  }

  /// Whether a file's name is such a one.
  static func matches(_ name: String) -> Bool { name.hasPrefix(".lamina-") && name.hasSuffix(".tmp") }
}
