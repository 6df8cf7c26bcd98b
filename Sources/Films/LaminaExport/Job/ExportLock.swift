// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaGraphics
import LaminaSystem

/// Prevents two exports from making the same output. An export of a whole film, and a join, hold an exclusive lock on
/// the folder. Exports of shards hold a shared lock on it, and an exclusive lock on their shard.
///
/// The locks end with this object and with the process, however it ends. They work between machines if the file system
/// of the folder supports locks.
final class ExportLock {
  /// The name of the lock file in ``ExportFolder``.
  static let name = "lock"

  private let locks: [FileLock]
  private let folder: ExportFolder
  /// A message for the user if the file system has no locks.
  let diagnostics: [Diagnostic]

  /// Takes the locks, and makes their folder.
  ///
  /// - Parameters:
  ///   - folder: The folder, with the shard that is made.
  ///   - path: The name of the film in errors.
  /// - Throws: ``ExportError/inUse(path:holder:)``, ``ExportError/file(_:)``.
  init(_ folder: ExportFolder, of path: String) throws(ExportError) {
    let isShared = folder.shard != nil
    var locks: [FileLock?] = [try Self.take(folder, Self.name, exclusively: !isShared, path)]
    if let shard = folder.shard {
      locks.append(try Self.take(folder, Self.name(of: shard), exclusively: true, "\(path), shard \(shard)"))
    }
    self.folder = folder
    self.locks = locks.compactMap(\.self)
    diagnostics =
      self.locks.isEmpty
      ? [
        Diagnostic(
          code: "no-file-locks",
          message: "the file system of '\(folder.path)' has no locks: a second export to it would not be noticed")
      ] : []
  }

  /// Removes the lock files, except the one that shards share, since another process may hold it.
  deinit {
    for lock in locks where folder.shard == nil || PathParts.name(of: lock.path) != Self.name { lock.remove() }
    // If the export has left no files, the folder is empty and is removed.
    rmdir(folder.path)
  }

  /// The name of a shard's lock file.
  static func name(of shard: Shard) -> String { "\(name).\(shard.index)-of-\(shard.count)" }

  /// - Returns: `nil` if the file system has no locks.
  private static func take(
    _ folder: ExportFolder, _ name: String, exclusively: Bool, _ path: String
  ) throws(ExportError) -> FileLock? {
    var attempt = 0
    while true {
      try folder.make()
      let result: FileLock.Attempt
      do throws(FileError) {
        result = try FileLock.take(folder.file(name), exclusively: exclusively)
      } catch {
        // An export that has just finished removes the folder, possibly after it was made here and before the file is
        // opened.
        attempt += 1
        guard case .cannotWrite(_, _, ENOENT, _, _) = error, attempt < 100 else { throw .file(error) }
        continue
      }
      switch result {
      case .held(let lock): return lock
      case .inUse(let holder):
        // Only holders of a shared lock leave no name.
        let isShared = holder.isEmpty && exclusively && name == Self.name
        throw .inUse(path: path, holder: isShared ? "processes that make shards of it" : holder)
      case .unsupported: return nil
      }
    }
  }
}
