// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
import Foundation

/// What the files of a scene looked like: equal as long as none of them has changed.
struct FileStamp: Sendable, Equatable {
  /// More files than this are not looked at.
  private static let most = 2000
  /// The endings of pictures beside a document.
  private static let pictures: Set = ["png", "jpg", "jpeg", "webp"]
  private var files: [String: [Double]] = [:]

  /// Looks at a file, or at all files of a folder; and at the pictures beside a document that stands by itself, and in
  /// its folders `assets` and `images`.
  ///
  /// - Parameter path: Where the scene is read from.
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
