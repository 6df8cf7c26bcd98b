internal import Glibc

/// A regular file on its way to a name.
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
    // A file without a name vanishes with the process, however that ends. Not every file system has them.
    if let nameless = try? openNameless() {
      try fill(nameless, bytes)
      let source = "/proc/self/fd/\(nameless.number)"
      if let name = temporaryName(where: { linkat(AT_FDCWD, source, AT_FDCWD, $0, AT_SYMLINK_FOLLOW) == 0 }) {
        try nameless.close()
        return try rename(name, written: bytes.count)
      }
    }
    var descriptor: Int32 = -1
    let name = temporaryName { name in
      descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
      return descriptor >= 0
    }
    guard let name else { throw WriteFailure(.open) }
    do {
      let file = try FileDescriptor(step: .open) { descriptor }
      try fill(file, bytes)
      try file.close()
    } catch {
      unlink(name)
      throw error
    }
    try rename(name, written: bytes.count)
  }

  private func openNameless() throws(WriteFailure) -> FileDescriptor {
    // O_TMPFILE is a macro of two flags that Swift does not import; it holds O_DIRECTORY.
    let flags = 0o20_000_000 | O_DIRECTORY | O_WRONLY | O_CLOEXEC
    return try FileDescriptor(step: .open) { open(folder, flags, 0o666) }
  }

  private func fill(_ file: borrowing FileDescriptor, _ bytes: [UInt8]) throws(WriteFailure) {
    if let existing {
      // Only root may give files away; for others this has no effect. It comes first, as it may clear mode bits.
      _ = fchown(file.number, existing.st_uid, existing.st_gid)
      guard fchmod(file.number, existing.st_mode & 0o7777) == 0 else { throw WriteFailure(.setMode) }
    }
    try file.write(bytes)
    try file.sync(written: bytes.count)
  }

  /// Tries hidden names in the folder until `make` makes a file of one; `nil` when it fails for another reason than
  /// that the name is taken. `errno` then says why.
  private func temporaryName(where make: (String) -> Bool) -> String? {
    for _ in 0..<100 {
      let name = "\(folder)/.lamina-\(String(UInt64.random(in: 0...UInt64.max), radix: 36)).tmp"
      if make(name) { return name }
      guard errno == EEXIST || errno == EINTR else { return nil }
    }
    return nil
  }

  private func rename(_ name: String, written: Int) throws(WriteFailure) {
    guard Glibc.rename(name, path) == 0 else {
      let failure = WriteFailure(.rename, written: written)
      unlink(name)
      throw failure
    }
    // The new name is in the folder; it too must reach the disk. The file is complete, so no error is made of it.
    guard let folder = try? FileDescriptor(step: .sync, { open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }) else {
      return
    }
    try? folder.sync(written: written)
  }
}
