// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaGraphics

/// Keeps two exports from making the same at once: who makes all of a film, or joins its shards, holds the place alone;
/// those who make shards hold it together, and each its own shard alone.
///
/// The locks end with this object and with the process, however that ends. They hold between machines where the file
/// system of the place has locks.
final class ExportLock {
  /// The file that is locked, in ``ExportFolder``.
  static let name = "lock"

  private let locks: [FileLock]
  private let folder: ExportFolder
  /// What the user should know: that there are no locks here.
  let diagnostics: [Diagnostic]

  /// Takes the locks, and makes the folder for them.
  ///
  /// - Parameters:
  ///   - folder: The place, and the shard that is made.
  ///   - path: What the film is called in errors.
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

  /// Leaves no files, but for the one that shards share: another may hold it.
  deinit {
    for lock in locks where folder.shard == nil || PathParts.name(of: lock.path) != Self.name { lock.remove() }
    // Where nothing came of the export, the folder is empty, and goes.
    rmdir(folder.path)
  }

  /// The file of a shard's lock.
  static func name(of shard: Shard) -> String { "\(name).\(shard.index)-of-\(shard.count)" }

  /// - Returns: `nil` where the file system has no locks.
  private static func take(
    _ folder: ExportFolder, _ name: String, exclusively: Bool, _ path: String
  ) throws(ExportError) -> FileLock? {
    var attempt = 0
    while true {
      try folder.make()
      let result: FileLock.Attempt
      do throws(GraphicsError) {
        result = try FileLock.take(folder.file(name), exclusively: exclusively)
      } catch {
        // Who has just finished removes the folder, perhaps between making it here and opening the file in it.
        attempt += 1
        guard case .cannotWrite(_, _, ENOENT, _, _) = error, attempt < 100 else { throw .file(error) }
        continue
      }
      switch result {
      case .held(let lock): return lock
      case .inUse(let holder):
        // Only those who hold it together leave no name.
        let isShared = holder.isEmpty && exclusively && name == Self.name
        throw .inUse(path: path, holder: isShared ? "processes that make shards of it" : holder)
      case .unsupported: return nil
      }
    }
  }
}
