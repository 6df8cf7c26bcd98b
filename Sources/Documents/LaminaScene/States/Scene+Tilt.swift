// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
public import LaminaGraphics
import LaminaLayers

extension Scene {
  /// Whether the scene has parameters that follow the tilt of a device.
  public var followsTilt: Bool { !wallpaperGroups(WallpaperGroup.parallaxGroupsKey).isEmpty }

  /// Sets the parameters that follow the tilt of a device: each parallax group's key path, on every layer with the
  /// group's name.
  ///
  /// Before the first call, layers are as in the document. At a tilt of 0 a value is in the middle of its range.
  ///
  /// - Parameters:
  ///   - x: The rotation of the device about its vertical axis, from -1 to 1; other values are clamped.
  ///   - y: The rotation of the device about its horizontal axis, from -1 to 1; other values are clamped.
  /// - Returns: A diagnostic for each group that changes nothing.
  /// - Conformance: caml.md 1.7
  @discardableResult public func setTilt(x: Double, y: Double) -> [Diagnostic] {
    var diagnostics: [Diagnostic] = []
    let layers = layersByName()
    for group in wallpaperGroups(WallpaperGroup.parallaxGroupsKey) {
      func skip(_ reason: String) {
        let name = "'\(shortened(group.keyPath))' of '\(shortened(group.layerName))'"
        diagnostics.append(Diagnostic(code: "bad-parallax-group", message: "the parallax group of \(name) \(reason)"))
      }
      guard let tilt = ["x": x, "y": y][group.axis ?? ""], tilt.isFinite else {
        skip("follows no axis")
        continue
      }
      guard let value = group.value(atTilt: min(max(tilt, -1), 1)), value.isFinite else {
        skip("has no range of values")
        continue
      }
      guard let targets = layers[group.layerName] else {
        skip("names a layer that does not exist" + near(group.layerName, in: layers.keys))
        continue
      }
      for layer in targets {
        do {
          try layer.setLayerValue(value, forKeyPath: group.keyPath)
        } catch {
          skip("cannot be set: \(error)")
        }
      }
    }
    return diagnostics
  }

  private func near(_ name: String, in names: some Sequence<String>) -> String {
    NearNames.suggestion(NearNames.nearest(to: name, in: names))
  }
}
