// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation

extension OutputFile {
  /// Removes the temporary files and folders of writers that were killed: files and folders without a lock.
  ///
  /// Where the file system has no locks, only files and folders that are at least an hour old are removed, since
  /// writing takes seconds and other processes may be writing to the folder now.
  ///
  /// - Parameter folder: The folder to clean; empty for the current one. The contents of its folders are left.
  package static func removeAbandoned(in folder: String) {
    guard let directory = opendir(folder.isEmpty ? "." : folder) else { return }
    defer { closedir(directory) }
    let number = dirfd(directory)
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard TemporaryName.matches(name) else { continue }
      var status = stat()
      guard fstatat(number, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { continue }
      let isFolder = status.st_mode & S_IFMT == S_IFDIR
      guard isFolder || status.st_mode & S_IFMT == S_IFREG,
        isAbandoned(name, in: number, isFolder: isFolder, since: status.st_mtim.tv_sec)
      else { continue }
      if isFolder {
        try? FileManager.default.removeItem(atPath: (folder.isEmpty ? "." : folder) + "/" + name)
      } else {
        unlinkat(number, name, 0)
      }
    }
  }

  /// Whether no process is writing a temporary file.
  private static func isAbandoned(_ name: String, in folder: Int32, isFolder: Bool, since: Int) -> Bool {
    let flags = (isFolder ? O_RDONLY | O_DIRECTORY : O_RDWR | O_NONBLOCK) | O_NOFOLLOW | O_CLOEXEC
    guard let file = try? FileDescriptor(step: .open, { openat(folder, name, flags) }) else { return false }
    switch Claim(on: file.number) {
    case .made: return true
    case .taken: return false
    case .unsupported: return since + 3600 < time(nil)
    }
  }
}
