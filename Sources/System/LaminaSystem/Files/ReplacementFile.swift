// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Glibc

/// A regular file that is written before it gets its name.
struct ReplacementFile {
  private let path: String
  private let existing: stat?
  private let folder: String

  /// Prepares to write `path`.
  ///
  /// - Parameters:
  ///   - path: A regular file, or nothing; no symbolic link.
  ///   - existing: The status of the file that is there.
  init(_ path: String, replacing existing: stat?) {
    self.path = path
    self.existing = existing
    folder = FilePath.folder(of: path)
  }

  /// Writes, syncs and renames; leaves nothing behind when a step fails.
  func write(_ bytes: [UInt8]) throws(WriteFailure) {
    try stage(bytes).commit()
  }

  /// Writes and syncs under a temporary name; leaves nothing behind when a step fails.
  func stage(_ bytes: [UInt8]) throws(WriteFailure) -> StagedFile {
    try stage { (file) throws(WriteFailure) in
      try file.write(bytes)
      return bytes.count
    }
  }

  /// Writes a staged file by a function.
  ///
  /// - Parameter write: Writes the file and returns the number of bytes.
  func stage(_ write: (borrowing FileDescriptor) throws(WriteFailure) -> Int) throws(WriteFailure) -> StagedFile {
    // A file without a name is removed at the end of the process, however it ends. Not every file system supports this.
    if let nameless = try? openNameless() {
      let count = try fill(nameless, write)
      // The file is locked before it has a name, so that no other process sees it unlocked.
      _ = Claim(on: nameless.number)
      let source = "/proc/self/fd/\(nameless.number)"
      let name = TemporaryName.first(in: folder) {
        linkat(AT_FDCWD, source, AT_FDCWD, $0, AT_SYMLINK_FOLLOW) == 0
      }
      if let name { return try staged(nameless, name, count) }
    }
    var descriptor: Int32 = -1
    let name = TemporaryName.first(in: folder) { name in
      descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
      guard descriptor >= 0 else { return false }
      var status = stat()
      // A process that removes abandoned files may have locked or removed the file before; then another name is tried.
      if case .taken = Claim(on: descriptor) { status.st_nlink = 0 } else { fstat(descriptor, &status) }
      guard status.st_nlink == 0 else { return true }
      Glibc.close(descriptor)
      unlink(name)
      errno = EEXIST
      return false
    }
    guard let name else { throw WriteFailure(.open) }
    do {
      let file = try FileDescriptor(step: .open) { descriptor }
      let count = try fill(file, write)
      return try staged(file, name, count)
    } catch {
      unlink(name)
      throw error
    }
  }

  /// Closes a file, for errors that only closing reveals; another descriptor keeps the lock.
  private func staged(_ file: consuming FileDescriptor, _ name: String, _ count: Int) throws(WriteFailure)
    -> StagedFile
  {
    let lock = try? FileDescriptor(step: .open) { [number = file.number] in fcntl(number, F_DUPFD_CLOEXEC, 0) }
    let staged = StagedFile(name, for: path, byteCount: count, lock: lock)
    try file.close()
    return staged
  }

  private func openNameless() throws(WriteFailure) -> FileDescriptor {
    // O_TMPFILE is a macro of two flags that Swift does not import; it holds O_DIRECTORY.
    let flags = 0o20_000_000 | O_DIRECTORY | O_WRONLY | O_CLOEXEC
    return try FileDescriptor(step: .open) { open(folder, flags, 0o666) }
  }

  private func fill(
    _ file: borrowing FileDescriptor, _ write: (borrowing FileDescriptor) throws(WriteFailure) -> Int
  ) throws(WriteFailure) -> Int {
    if let existing {
      // Only root may give files away; for others this has no effect. The call comes first, as it may clear mode bits.
      _ = fchown(file.number, existing.st_uid, existing.st_gid)
      guard fchmod(file.number, existing.st_mode & 0o7777) == 0 else { throw WriteFailure(.setMode) }
    }
    let count = try write(file)
    try file.sync(written: count)
    return count
  }
}
