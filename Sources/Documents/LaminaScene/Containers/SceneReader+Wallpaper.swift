// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaLayers

extension SceneReader {
  /// Reads the planes of a wallpaper and lays them over each other.
  ///
  /// The canvas is that of the backmost plane that has a size; the other planes are centred on it, as on a screen. A
  /// wallpaper of one plane is that plane's scene.
  ///
  /// - Conformance: caml.md 1.8, 1.9, 2.2
  func read(_ wallpaper: WallpaperLocation) throws(SceneError) -> Scene {
    let budget = ImageBudget(limits)
    var planes: [(name: String, scene: Scene)] = []
    var diagnostics = wallpaper.diagnostics
    var sources: [ObjectIdentifier: PictureSource] = [:]
    for (role, package) in wallpaper.planes {
      let scene = try read(DocumentLocation(package, limits: limits), budget)
      diagnostics += scene.diagnostics
      sources.merge(scene.pictureSources) { first, _ in first }
      planes.append((role.rawValue, scene))
    }
    // Editors write documents without any layer for unused planes.
    let used = planes.filter { $0.scene.root.bounds.size != .zero || $0.scene.root.sublayers != nil }
    guard used.count > 1 else {
      var scene = used.first?.scene ?? planes.first?.scene ?? Scene(root: CALayer())
      scene.diagnostics = diagnostics
      return scene
    }
    let canvas = used.first { !$0.scene.root.bounds.isEmpty }?.scene.root.bounds.size ?? .zero
    let root = CALayer()
    root.name = "Wallpaper"
    root.bounds = CGRect(origin: .zero, size: canvas)
    root.position = CGPoint(x: canvas.width / 2, y: canvas.height / 2)
    let hostIsFlipped = used[0].scene.hostIsFlipped
    for (name, scene) in used {
      root.addSublayer(Self.plane(scene, named: name, on: canvas, hostIsFlipped: hostIsFlipped))
    }
    var scene = Scene(
      root: root, hostIsFlipped: hostIsFlipped, baseDirectory: wallpaper.path, diagnostics: diagnostics)
    scene.pictureSources = sources
    return scene
  }

  /// Makes the host layer of a plane: its bounds are the frame of the plane's root, so that the root fills it, and its
  /// centre is the centre of the canvas.
  private static func plane(_ scene: Scene, named name: String, on canvas: CGSize, hostIsFlipped: Bool) -> CALayer {
    let (size, position, anchor) = (scene.root.bounds.size, scene.root.position, scene.root.anchorPoint)
    let host = CALayer()
    host.name = name
    host.isGeometryFlipped = scene.hostIsFlipped != hostIsFlipped
    host.bounds = CGRect(
      x: position.x - anchor.x * size.width, y: position.y - anchor.y * size.height, width: size.width,
      height: size.height)
    host.position = CGPoint(x: canvas.width / 2, y: canvas.height / 2)
    host.addSublayer(scene.root)
    return host
  }
}
