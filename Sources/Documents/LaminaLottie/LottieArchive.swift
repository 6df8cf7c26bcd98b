// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation
internal import LaminaGraphics
internal import LaminaScene

// dotLottie: a zip archive with `manifest.json`, the animations in `animations/` (version 1) or `a/` (version 2), and their
// pictures in `images/` or `i/`.

/// A `.lottie` archive, and which of its animations is meant.
struct LottieArchive {
  private let files: PackedFiles
  /// The animation that the path names; empty for the first.
  private let wanted: String
  private static let manifest = "manifest.json"
  private static let folders = ["animations/", "a/"]

  /// - Returns: `nil` for a path that leads to no archive of animations.
  init?(_ path: String, limits: SceneLimits) throws(SceneError) {
    guard let (files, inner) = try PackedFiles.on(path, limits: limits) else { return nil }
    self.files = files
    wanted = inner
    guard !animations.isEmpty, files.names.contains(Self.manifest) else { return nil }
  }

  /// Whether a path leads to an archive of animations. One that cannot be opened is for others to refuse.
  static func recognizes(_ path: String) -> Bool {
    do throws(SceneError) {
      return try LottieArchive(path, limits: SceneLimits()) != nil
    } catch {
      return false
    }
  }

  /// The files of all animations.
  private var animations: [String] {
    files.names.filter { name in
      name.hasSuffix(".json") && Self.folders.contains { name.hasPrefix($0) && !name.dropFirst($0.count).contains("/") }
    }
  }

  /// The animation's name: its file's, without folder and ending.
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
    // Documents name pictures from the archive's root or from their folder; videos have no folder that the format names.
    let isSecondVersion = name.hasPrefix("a/")
    let folders = [isSecondVersion ? "i" : "images", isSecondVersion ? "v" : "videos", ""]
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

  /// The animations that the manifest lists, the one to begin with first.
  private func order(_ limits: SceneLimits) throws(SceneError) -> [String] {
    guard let bytes = try files.read(Self.manifest, limits: limits),
      let table = try? JSONScanner.scan(bytes, named: Self.manifest, maximumNodes: 100_000)
    else { return [] }
    let listed = (table.root["animations"]?.elements ?? []).compactMap { $0["id"]?.identifier }
    let initial = table.root["activeAnimationId"]?.text ?? table.root["initial"]?["animation"]?.text
    return (initial.map { [$0] } ?? []) + listed
  }
}
