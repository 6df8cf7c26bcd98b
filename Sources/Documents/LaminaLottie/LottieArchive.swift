// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation
internal import LaminaGraphics
internal import LaminaScene

// dotLottie: a zip archive with `manifest.json`, the animations in `animations/` (version 1) or `a/` (version 2), and
// their pictures in `images/` or `i/`.
//
// Other zip archives may contain an animation beside its pictures, as some tools export them.

/// An archive of animations, with the requested one.
struct LottieArchive {
  private let files: PackedFiles
  /// The name of the requested animation; empty for the first.
  private let wanted: String
  /// The files of all animations, sorted.
  private let animations: [String]
  /// Whether the archive is a dotLottie archive, with a manifest and its defined folders.
  private let isDotLottie: Bool
  private static let manifest = "manifest.json"
  private static let folders = ["animations/", "a/"]

  /// - Returns: `nil` for a path that is no archive of animations.
  init?(_ path: String, limits: SceneLimits) throws(SceneError) {
    guard let (files, inner) = try PackedFiles.on(path, limits: limits) else { return nil }
    let names = files.names
    let listed = names.contains(Self.manifest) ? names.filter(Self.isListed) : []
    isDotLottie = !listed.isEmpty
    animations = isDotLottie ? listed : try Self.loose(files, limits: limits)
    (self.files, wanted) = (files, inner)
    guard !animations.isEmpty else { return nil }
  }

  /// Whether a file is in one of dotLottie's folders of animations.
  private static func isListed(_ name: String) -> Bool {
    name.hasSuffix(".json") && folders.contains { name.hasPrefix($0) && !name.dropFirst($0.count).contains("/") }
  }

  /// The animations of an archive without a manifest; none if it contains a scene of Core Animation.
  private static func loose(_ files: PackedFiles, limits: SceneLimits) throws(SceneError) -> [String] {
    let names = files.names.filter { name in
      !name.split(separator: "/").contains { $0.hasPrefix(".") || $0 == "__MACOSX" }
    }
    guard !names.contains(where: isOfCoreAnimation) else { return [] }
    var found: [String] = []
    for name in names.filter({ $0.lowercased().hasSuffix(".json") }).prefix(mostLooked) {
      guard let bytes = try files.read(name, limits: limits), LottieReader.isObject(bytes.prefix(64)) else { continue }
      // Animations may be accompanied by other JSON files, which do not contain this key.
      if bytes.firstRange(of: Array("\"layers\"".utf8)) != nil { found.append(name) }
    }
    return found
  }

  /// The largest number of files that are examined for animations.
  private static let mostLooked = 64

  private static func isOfCoreAnimation(_ name: String) -> Bool {
    name.lowercased().hasSuffix(".caml") || name.lowercased().hasSuffix(".tendies") || name.hasSuffix("Wallpaper.plist")
  }

  /// Whether a path is an archive of animations. An archive that cannot be opened is left to other readers, which
  /// report the error.
  static func recognizes(_ path: String) -> Bool {
    do throws(SceneError) {
      return try LottieArchive(path, limits: SceneLimits()) != nil
    } catch {
      return false
    }
  }

  /// The name of an animation: its file's name without folder and extension.
  private static func id(of name: String) -> String {
    ((name as NSString).lastPathComponent as NSString).deletingPathExtension
  }

  func read(by reader: LottieReader) throws(SceneError) -> Scene {
    let limits = reader.limits
    let order = try self.order(limits)
    let all = animations
    let id = wanted.isEmpty ? order.first ?? Self.id(of: all[0]) : Self.id(of: wanted)
    guard let name = all.first(where: { Self.id(of: $0) == id }), let bytes = try files.read(name, limits: limits)
    else {
      throw .notFound(path: "\(files.path)/\(wanted.isEmpty ? id : wanted)")
    }
    // Documents name pictures relative to the archive's root or to their own folder. The format defines no folder for
    // videos.
    let isSecondVersion = name.hasPrefix("a/")
    let home = (name as NSString).deletingLastPathComponent
    let folders =
      isDotLottie
      ? [isSecondVersion ? "i" : "images", isSecondVersion ? "v" : "videos", ""]
      : [home, home.isEmpty ? "images" : home + "/images", ""]
    let pictures = PictureLoader.loaders(files, paths: folders, limits: limits, videos: reader.videos)
    var scene = try reader.read(bytes, named: "\(files.path)/\(name)", pictures: pictures)
    let others = all.map(Self.id).filter { $0 != id }
    if wanted.isEmpty, !others.isEmpty {
      let list = others.prefix(8).joined(separator: ", ") + (others.count > 8 ? ", …" : "")
      scene.diagnostics.append(
        Diagnostic(
          .note, code: "other-animations",
          message: "\(files.path) holds \(all.count) animations; '\(id)' is read, others by \(files.path)/NAME: \(list)"
        ))
    }
    return scene
  }

  /// The animations in the manifest's order, with the initial one first.
  private func order(_ limits: SceneLimits) throws(SceneError) -> [String] {
    guard isDotLottie, let bytes = try files.read(Self.manifest, limits: limits),
      let table = try? JSONScanner.scan(bytes, named: Self.manifest, maximumNodes: 100_000)
    else { return [] }
    let listed = (table.root["animations"]?.elements ?? []).compactMap { $0["id"]?.identifier }
    let initial = table.root["activeAnimationId"]?.text ?? table.root["initial"]?["animation"]?.text
    return (initial.map { [$0] } ?? []) + listed
  }
}
