// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation

/// The scenes below a folder that is no scene itself: an unpacked or packed `.tendies`, or any folder.
///
/// Wallpapers and packages are not searched. The depth of the search and the number of entries are limited.
///
/// - Conformance: caml.md 2.3
struct ContainerSurvey {
  /// The wallpaper folders, in alphabetical order.
  private(set) var wallpapers: [PackageFolder] = []
  /// The `.ca` folders outside of wallpapers, in alphabetical order.
  private(set) var packages: [PackageFolder] = []
  /// The files that are archives by their names, in alphabetical order.
  private(set) var archives: [(folder: PackageFolder, name: String)] = []
  /// The first file that is a database: the sign of a copy of the system's own store.
  private(set) var database: String?
  /// Whether anything is named after the posters whose pictures are part of the system.
  private(set) var holdsMercury = false

  /// The maximum depth, which is that of paths in archives.
  private static let depthLimit = 64
  private static let entryLimit = 100_000

  init(_ root: PackageFolder) {
    var pending = [(folder: root, depth: 0)]
    var left = Self.entryLimit
    while let (folder, depth) = pending.popLast() {
      if depth > 0, folder.isPackage {
        packages.append(folder)
        continue
      }
      if folder.isWallpaper {
        wallpapers.append(folder)
        continue
      }
      for entry in folder.contents().reversed() {
        left -= 1
        guard left > 0 else { return }
        if entry.name.lowercased().contains("mercury") { holdsMercury = true }
        if entry.isFolder {
          if depth < Self.depthLimit, let inner = folder.folder(entry.name) { pending.append((inner, depth + 1)) }
        } else if database == nil, Self.isDatabase(entry.name) {
          database = folder.path + "/" + entry.name
        } else if Self.isArchive(entry.name) {
          archives.append((folder, entry.name))
        }
      }
    }
  }

  /// The paths of all scenes that can be read by themselves.
  var scenePaths: [String] { (wallpapers + packages).map(\.path).sorted() }

  private static func isArchive(_ name: String) -> Bool {
    ["tendies", "zip", "wallpaper", "ca"].contains((name as NSString).pathExtension.lowercased())
  }

  private static func isDatabase(_ name: String) -> Bool {
    ["sqlite", "sqlite3"].contains((name as NSString).pathExtension.lowercased())
  }
}
