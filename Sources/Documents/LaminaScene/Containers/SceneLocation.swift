// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGraphics

/// The scene at a path: one document, a wallpaper of several, or a keyed archive; on the disk or in a zip archive.
///
/// - Conformance: caml.md 2
enum SceneLocation {
  case document(DocumentLocation)
  case wallpaper(WallpaperLocation, diagnostics: [Diagnostic])
  case keyedArchive(ResourceFile, named: String)

  /// Finds the scene at a path.
  ///
  /// - Parameter path: A file or folder, or a path that continues inside an archive: `X.tendies/descriptors/…`.
  init(_ path: String, limits: SceneLimits) throws(SceneError) {
    if let kind = DocumentAccess.files.kind(of: path) {
      self = try kind == .folder ? Self(PackageFolder(path), limits) : Self(file: path, limits)
      return
    }
    guard let (archive, inner) = try Self.archive(on: path, limits: limits) else { throw .notFound(path: path) }
    if let folder = PackageFolder(archive, path: inner) {
      self = try Self(folder, limits)
      return
    }
    guard archive.files[inner] != nil else { throw .notFound(path: path) }
    let file = ResourceFile.packed(archive, path: inner)
    if Self.isKeyedArchive(inner, firstBytes: (try? file.read(limit: limits.effectiveDocumentBytes)) ?? []) {
      self = .keyedArchive(file, named: path)
      return
    }
    let parent = (inner as NSString).deletingLastPathComponent
    self = .document(
      DocumentLocation(file: file, resources: ResourceFolder(archive, path: parent), named: path))
  }

  /// Finds the kind of a file on the disk by its first bytes.
  private init(file path: String, _ limits: SceneLimits) throws(SceneError) {
    let start = DocumentFile.head(of: path, count: 8) ?? []
    if Self.isZip(start) {
      let archive = try Self.open(path, limits: limits)
      guard let root = PackageFolder(archive, path: "") else { throw .notFound(path: path) }
      self = try Self(root, limits)
    } else if Self.isKeyedArchive(path, firstBytes: start) {
      self = .keyedArchive(.disk(path), named: path)
    } else {
      let parent = path.contains("/") ? (path as NSString).deletingLastPathComponent : "."
      self = .document(DocumentLocation(file: .disk(path), resources: ResourceFolder(parent), named: path))
    }
  }

  /// Finds the scene in a folder, which is a package, a wallpaper, or a folder that contains some.
  private init(_ folder: PackageFolder, _ limits: SceneLimits) throws(SceneError) {
    let ending = (folder.name as NSString).pathExtension.lowercased()
    if folder.hasFile("main.caml") || DocumentLocation.indexNames.contains(where: folder.hasFile) {
      self = .document(try DocumentLocation(folder, limits: limits))
      return
    }
    if folder.isWallpaper {
      self = .wallpaper(try WallpaperLocation(folder, limits: limits), diagnostics: [])
      return
    }
    let survey = ContainerSurvey(folder)
    if let database = survey.database {
      throw .unsupportedContainer(
        path: folder.path,
        kind: "is a copy of a PosterBoard store, with its database '\(shortened(database))', not a scene",
        planes: survey.scenePaths)
    }
    if let first = survey.wallpapers.first {
      self = .wallpaper(
        try WallpaperLocation(first, limits: limits), diagnostics: Self.others(survey, in: folder.path))
    } else if survey.packages.count == 1 {
      self = .document(try DocumentLocation(survey.packages[0], limits: limits))
    } else if let wallpaper = WallpaperLocation(packages: survey.packages, in: folder.path) {
      self = .wallpaper(wallpaper, diagnostics: [])
    } else if ending == "ca", survey.packages.isEmpty {
      // The error of the package names the missing file.
      self = .document(try DocumentLocation(folder, limits: limits))
    } else if let packed = try Self.packed(survey, limits) {
      self = packed
    } else {
      throw .unsupportedContainer(path: folder.path, kind: Self.explanation(of: survey), planes: survey.scenePaths)
    }
  }

  /// The scene of the first archive that contains one, where a folder contains archives only.
  private static func packed(_ survey: ContainerSurvey, _ limits: SceneLimits) throws(SceneError) -> SceneLocation? {
    guard survey.packages.isEmpty else { return nil }
    for (folder, name) in survey.archives {
      guard let archive = try folder.archive(name, limits: limits), let root = PackageFolder(archive, path: "") else {
        continue
      }
      do throws(SceneError) {
        return try SceneLocation(root, limits)
      } catch {
        // Another archive may contain a scene, so an archive without one is skipped; all other errors are thrown.
        guard case .unsupportedContainer = error else { throw error }
      }
    }
    return nil
  }

  private static func explanation(of survey: ContainerSurvey) -> String {
    if !survey.packages.isEmpty {
      return "holds \(survey.packages.count) scenes, and no wallpaper that says how they belong together"
    }
    return survey.holdsMercury
      ? "holds a Mercury poster, whose pictures are part of the system and not of the file" : "holds no scene"
  }

  /// Reports the wallpaper that is read where there are several, or other scenes beside it.
  private static func others(_ survey: ContainerSurvey, in path: String) -> [Diagnostic] {
    let others = survey.wallpapers.dropFirst() + survey.packages
    guard let first = survey.wallpapers.first, !others.isEmpty else { return [] }
    let count =
      survey.packages.isEmpty
      ? "\(survey.wallpapers.count) wallpapers" : "a wallpaper among \(others.count + 1) scenes"
    let names = others.prefix(8).map(\.path).joined(separator: ", ")
    return [
      Diagnostic(
        .note, code: "other-wallpapers",
        message: "\(path) holds \(count); \(first.path) is read, "
          + "others by their own paths: \(names)\(others.count > 8 ? ", …" : "")")
    ]
  }

  // MARK: Archives

  /// The archive that a path leads into, and the rest of the path inside it.
  static func archive(on path: String, limits: SceneLimits) throws(SceneError) -> (ZipArchive, String)? {
    var end = path.endIndex
    while let slash = path[..<end].lastIndex(of: "/"), slash != path.startIndex {
      let outer = String(path[..<slash])
      if isZipFile(outer) {
        let inner = path[slash...].split(separator: "/").joined(separator: "/")
        return try open(outer, limits: limits).innermost(on: inner, limits: limits)
      }
      end = slash
    }
    return nil
  }

  static func open(_ path: String, limits: SceneLimits) throws(SceneError) -> ZipArchive {
    let bytes: [UInt8]
    do {
      bytes = try BoundedFile.read(path, limit: limits.archiveBytes, regularOnly: false)
    } catch {
      switch error {
      case .tooLong: throw .archive(path: path, .tooLong(limit: limits.archiveBytes))
      case .notFound: throw .notFound(path: path)
      case .notRegular: throw .unreadable(path: path, reason: "not a file")
      case .shortage(let reason), .system(let reason): throw .unreadable(path: path, reason: reason)
      }
    }
    do {
      return try ZipArchive(bytes, named: path, limits: limits)
    } catch {
      throw .archive(path: path, error)
    }
  }

  /// Whether a regular file is an archive by its first bytes.
  static func isZipFile(_ path: String) -> Bool { isZip(DocumentFile.head(of: path, count: 8) ?? []) }

  static func isZip(_ start: [UInt8]) -> Bool {
    // An archive starts with its first entry, or, if it has none, with the record at its end.
    start.starts(with: [0x50, 0x4B, 3, 4]) || start.starts(with: [0x50, 0x4B, 5, 6])
  }

  private static func isKeyedArchive(_ path: String, firstBytes: [UInt8]) -> Bool {
    firstBytes.starts(with: Array("bplist".utf8)) || (path as NSString).pathExtension.lowercased() == "caar"
  }
}
