// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGraphics

/// The planes of a wallpaper: up to three packages drawn over each other.
///
/// - Conformance: caml.md 1.8, 2.2, 2.3
struct WallpaperLocation {
  /// The plane of a package, from back to front.
  enum Role: String, CaseIterable {
    case background = "Background"
    case floating = "Floating"
    case foreground = "Foreground"

    /// The keys of `Wallpaper.plist` that name the plane's package; one has the spelling of the system.
    var keys: [String] {
      switch self {
      case .background: ["backgroundAnimationFileName", "assetFileName"]
      case .floating: ["floatingAnimationFileNameKey", "floatingAnimationFileName"]
      case .foreground: ["foregroundAnimationFileName", "foregroundAnimationFileNameKey"]
      }
    }
  }

  /// The name of the wallpaper in messages.
  let path: String
  /// The existing planes, from back to front.
  private(set) var planes: [(role: Role, package: PackageFolder)] = []
  /// The diagnostics of finding the planes.
  private(set) var diagnostics: [Diagnostic] = []

  /// The list in a wallpaper folder that names its planes.
  static let listName = "Wallpaper.plist"

  /// Finds the planes by the wallpaper's list, else by the names of the packages in it.
  init(_ folder: PackageFolder, limits: SceneLimits) throws(SceneError) {
    path = folder.path
    if folder.hasFile(Self.listName) { readList(in: folder, limits: limits) }
    let packages = folder.contents().filter { $0.isFolder && $0.name.lowercased().hasSuffix(".ca") }
      .compactMap { folder.folder($0.name) }
    if planes.isEmpty { planes = Self.planes(byNameIn: packages) }
    if planes.isEmpty, packages.count == 1 { planes = [(.background, packages[0])] }
    guard !planes.isEmpty else {
      throw .unsupportedContainer(
        path: path,
        kind: packages.isEmpty
          ? "is a wallpaper folder without a .ca folder in it"
          : "is a wallpaper folder that does not say which plane each .ca folder is",
        planes: packages.map(\.path))
    }
  }

  /// Assigns packages of one folder to planes by their names; `nil` where several have the same plane, or one has none.
  init?(packages: [PackageFolder], in path: String) {
    let found = Self.planes(byNameIn: packages)
    guard found.count == packages.count, !found.isEmpty else { return nil }
    self.path = path
    planes = found
  }

  private static func planes(byNameIn packages: [PackageFolder]) -> [(role: Role, package: PackageFolder)] {
    var result: [(role: Role, package: PackageFolder)] = []
    for role in Role.allCases {
      let found = packages.filter { $0.name.lowercased().contains(role.rawValue.lowercased()) }
      if found.count == 1 { result.append((role, found[0])) }
    }
    if result.isEmpty, let only = packages.first(where: { $0.name.lowercased() == "wallpaper.ca" }) {
      result = [(.background, only)]
    }
    return result
  }

  private mutating func readList(in folder: PackageFolder, limits: SceneLimits) {
    let name = folder.path + "/" + Self.listName
    do {
      let file = try folder.resources.file(named: Self.listName, asWritten: true)
      let bytes = try file.read(limit: limits.effectiveDocumentBytes)
      let list = try PropertyList(SourceText(file: name, bytes: bytes))
      guard let assets = assets(of: list) else {
        return report("bad-wallpaper-list", "\(name) names no planes; they are found by their names")
      }
      for role in Role.allCases {
        guard let package = role.keys.lazy.compactMap({ list.text($0, in: assets) }).first else { continue }
        if let found = folder.folder(package) {
          planes.append((role, found))
        } else {
          report("missing-plane", "\(name) names the plane '\(shortened(package))', which is not there")
        }
      }
    } catch {
      report("bad-wallpaper-list", "\(name) cannot be read; the planes are found by their names")
    }
  }

  /// Returns the dictionary that names the planes: `assets.lockAndHome.default`, or the first entries in their place.
  private mutating func assets(of list: PropertyList) -> Int? {
    guard let assets = list.value("assets", in: list.root) else { return nil }
    guard let screen = list.value("lockAndHome", in: assets) ?? list.entries(of: assets).first?.value else {
      return nil
    }
    let others = list.entries(of: screen).map(\.key).filter { $0 != "default" }
    if !others.isEmpty {
      report(
        "other-appearances",
        "\(path) has other appearances (\(others.map(shortened).joined(separator: ", "))); "
          + "the default one is read", .note)
    }
    return list.value("default", in: screen) ?? list.entries(of: screen).first?.value
  }

  private mutating func report(_ code: String, _ message: String, _ severity: Diagnostic.Severity = .warning) {
    diagnostics.append(Diagnostic(severity, code: code, message: message))
  }
}
