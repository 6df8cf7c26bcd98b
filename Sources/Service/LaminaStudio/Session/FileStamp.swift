// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
import Foundation

/// The modification dates, sizes and file numbers of a scene's files; equal as long as none of the files changes.
struct FileStamp: Sendable, Equatable {
  /// The maximum number of files that are examined.
  private static let most = 2000
  /// The file name extensions of pictures next to a document.
  private static let pictures: Set = ["png", "jpg", "jpeg", "webp"]
  private var files: [String: [Double]] = [:]

  /// Examines a file, or all files of a folder; for a single document also the pictures next to it, and the files in
  /// the folders `assets` and `images`.
  ///
  /// - Parameter path: The path that the scene is read from.
  init(_ path: String) {
    var isDirectory: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else { return }
    note(path)
    var folders: [String] = []
    if isDirectory.boolValue { folders = [path] }
    if !isDirectory.boolValue {
      let beside = (path as NSString).deletingLastPathComponent
      let place = beside.isEmpty ? "." : beside
      folders = ["assets", "images"].map { place + "/" + $0 }.filter { FileManager.default.fileExists(atPath: $0) }
      for name in (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? [] where files.count < Self.most {
        if Self.pictures.contains((name as NSString).pathExtension.lowercased()) { note(place + "/" + name) }
      }
    }
    for folder in folders {
      guard let names = FileManager.default.enumerator(atPath: folder) else { continue }
      while let name = names.nextObject() as? String, files.count < Self.most { note(folder + "/" + name) }
    }
  }

  private mutating func note(_ path: String) {
    guard let found = try? FileManager.default.attributesOfItem(atPath: path) else { return }
    files[path] = [
      (found[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0, (found[.size] as? NSNumber)?.doubleValue ?? 0,
      (found[.systemFileNumber] as? NSNumber)?.doubleValue ?? 0,
    ]
  }
}
#endif
