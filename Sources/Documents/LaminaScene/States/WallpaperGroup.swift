// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaLayers

/// One parameter of a wallpaper: a key path of all layers with a name, and the device property that decides its value.
///
/// Kept in the root layer's `style`, as in the document.
///
/// - Conformance: caml.md 1.7
struct WallpaperGroup {
  /// The name of the layers.
  let layerName: String
  /// The key path that is set.
  let keyPath: String
  private let entries: [String: Any]

  /// The key of the list of groups that depend on the tilt of a device.
  static let parallaxGroupsKey = "wallpaperParallaxGroups"
  /// The key of the list of groups that depend on the state of a device.
  static let propertyGroupsKey = "wallpaperPropertyGroups"
  /// The states of a device for which property groups have values.
  static let stateNames = ["lock", "home", "sleep"]

  /// Reads a dictionary; `nil` where it names no layer or no key path.
  init?(_ entry: Any) {
    guard let entries = entry as? [String: Any], let layerName = entries["layerName"] as? String,
      let keyPath = entries["keyPath"] as? String
    else { return nil }
    self.layerName = layerName
    self.keyPath = keyPath
    self.entries = entries
  }

  /// The value in a state of the device.
  func value(inState name: String) -> Any? {
    guard Self.stateNames.contains(name) else { return nil }
    let value = entries["v_" + name]
    return value is NSNull ? nil : value
  }

  /// The axis that the group follows: `x` or `y`.
  var axis: String? { entries["axis"] as? String }

  /// The value at a tilt from -1 to 1, interpolated linearly between the minimum and the maximum.
  func value(atTilt tilt: Double) -> Double? {
    guard let least = number("mapMinTo"), let greatest = number("mapMaxTo") else { return nil }
    return least + (greatest - least) * (tilt + 1) / 2
  }

  private func number(_ key: String) -> Double? {
    (entries[key] as? NSNumber)?.doubleValue ?? (entries[key] as? String).flatMap(Double.init)
  }
}

extension Scene {
  /// Returns the groups of a kind, from the styles of all layers.
  func wallpaperGroups(_ key: String) -> [WallpaperGroup] {
    var result: [WallpaperGroup] = []
    var pending = [root]
    while let layer = pending.popLast() {
      if let list = layer.style?[key] as? [Any] { result += list.compactMap(WallpaperGroup.init) }
      pending += (layer.sublayers ?? []).reversed()
    }
    return result
  }
}
