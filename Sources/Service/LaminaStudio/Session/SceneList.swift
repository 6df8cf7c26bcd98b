// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
import Foundation
import HTTPTypes
import Lamina
import LaminaScene
import LaminaServe

/// The scenes of a studio: a single one, or the scenes in a folder, which is searched anew on each use.
///
/// Pages refer to scenes only by the names in this list, so that no request leads to any other file.
struct SceneList: Sendable {
  /// One scene.
  struct Entry: Sendable, Encodable, Equatable {
    /// The name for the page: the path relative to the folder.
    var name: String
    /// The path that it is read from.
    var path: String

    private enum CodingKeys: String, CodingKey { case name }
  }

  /// The maximum number of scenes that are listed.
  static let longest = 2000
  private static let endings: Set<String> = ["ca", "wallpaper", "caml", "caar", "json", "lottie", "tendies"]
  private static let deepest = 4

  let path: String
  /// Whether the path is that of a folder of scenes.
  let isFolder: Bool

  /// - Parameter path: A scene or a folder.
  init(_ path: String) {
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    self.path = path
    var isDirectory: ObjCBool = false
    let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory)
    let ending = (path as NSString).pathExtension
    isFolder = exists && isDirectory.boolValue && !["ca", "wallpaper"].contains(ending)
  }

  /// The scenes, sorted by name.
  var entries: [Entry] {
    guard isFolder else { return [Entry(name: (path as NSString).lastPathComponent, path: path)] }
    var found: [Entry] = []
    var pending = [("", 0)]
    while let (folder, depth) = pending.popLast(), found.count < Self.longest {
      let place = folder.isEmpty ? path : path + "/" + folder
      let names = ((try? FileManager.default.contentsOfDirectory(atPath: place)) ?? []).sorted()
      for name in names where !name.hasPrefix(".") {
        let relative = folder.isEmpty ? name : folder + "/" + name
        if Self.endings.contains((name as NSString).pathExtension) {
          found.append(Entry(name: relative, path: path + "/" + relative))
          continue
        }
        var isDirectory: ObjCBool = false
        _ = FileManager.default.fileExists(atPath: path + "/" + relative, isDirectory: &isDirectory)
        if isDirectory.boolValue, depth < Self.deepest { pending.append((relative, depth + 1)) }
      }
    }
    return Array(found.sorted { $0.name < $1.name }.prefix(Self.longest))
  }

  /// The scene with a name.
  func entry(named name: String) throws(Problem) -> Entry {
    guard let entry = entries.first(where: { $0.name == name }) else {
      throw Problem(.notFound, .notFound, "there is no scene '\(name.prefix(200))' here any more")
    }
    return entry
  }
}
#endif
