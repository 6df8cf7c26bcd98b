// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation

/// A folder that contains documents, on the disk or in an archive.
struct PackageFolder {
  private enum Place {
    case disk
    /// A folder in an archive, by its path there, which is empty for the archive's root.
    case packed(ZipArchive, path: String)
  }

  /// The folder's name in messages, which is the path by which it can be read.
  let path: String
  private let place: Place

  /// A folder on the disk.
  init(_ path: String) {
    (self.path, place) = (path, .disk)
  }

  /// Makes a folder in an archive; `nil` where the archive has no folder with that path.
  init?(_ archive: ZipArchive, path inner: String) {
    guard archive.folders[inner] != nil else { return nil }
    path = inner.isEmpty ? archive.name : archive.name + "/" + inner
    place = .packed(archive, path: inner)
  }

  /// The last component of the path.
  var name: String { (path as NSString).lastPathComponent }

  /// The files that the folder's documents may name.
  var resources: ResourceFolder {
    switch place {
    case .disk: ResourceFolder(path)
    case .packed(let archive, let path): ResourceFolder(archive, path: path)
    }
  }

  /// The content of the folder, in alphabetical order, without the files that systems and archivers leave behind.
  func contents() -> [(name: String, isFolder: Bool)] {
    let all: [(name: String, isFolder: Bool)] =
      switch place {
      case .disk:
        DocumentAccess.files.names(in: path).map { ($0, Self.isFolder(path + "/" + $0)) }
      case .packed(let archive, let path): (archive.folders[path] ?? [:]).map { ($0.key, $0.value) }
      }
    return all.filter { !$0.name.hasPrefix(".") && $0.name != "__MACOSX" }.sorted { $0.name < $1.name }
  }

  /// Returns a folder directly inside; `nil` for names with a path in them, and for links that lead elsewhere.
  func folder(_ name: String) -> PackageFolder? {
    guard !name.isEmpty, name != ".", name != "..", !name.contains("/"), !name.unicodeScalars.contains("\0") else {
      return nil
    }
    switch place {
    case .disk:
      let inner = (path.hasSuffix("/") ? path : path + "/") + name
      guard Self.isFolder(inner), let here = DocumentAccess.files.resolved(path),
        let there = DocumentAccess.files.resolved(inner),
        there.hasPrefix(here.hasSuffix("/") ? here : here + "/")
      else { return nil }
      return PackageFolder(inner)
    case .packed(let archive, let path):
      return PackageFolder(archive, path: path.isEmpty ? name : path + "/" + name)
    }
  }

  /// Whether a file with a name lies directly inside.
  func hasFile(_ name: String) -> Bool {
    switch place {
    case .disk:
      return DocumentAccess.files.kind(of: path + "/" + name) == .file
    case .packed(let archive, let path):
      return archive.files[path.isEmpty ? name : path + "/" + name] != nil
    }
  }

  /// Opens an archive that lies directly inside; `nil` where the file is no archive.
  func archive(_ name: String, limits: SceneLimits) throws(SceneError) -> ZipArchive? {
    switch place {
    case .disk:
      let path = self.path + "/" + name
      guard SceneLocation.isZipFile(path) else { return nil }
      return try SceneLocation.open(path, limits: limits)
    case .packed(let archive, let path):
      return try archive.archive(at: path.isEmpty ? name : path + "/" + name, limits: limits)
    }
  }

  /// Whether the folder is a package by its name or by its content.
  var isPackage: Bool {
    name.lowercased().hasSuffix(".ca") || hasFile("main.caml") || DocumentLocation.indexNames.contains(where: hasFile)
  }

  /// Whether the folder is a wallpaper by its name or by its content.
  var isWallpaper: Bool { name.lowercased().hasSuffix(".wallpaper") || hasFile(WallpaperLocation.listName) }

  private static func isFolder(_ path: String) -> Bool {
    DocumentAccess.files.kind(of: path) == .folder
  }
}
