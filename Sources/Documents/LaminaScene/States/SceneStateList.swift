// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaLayers

/// The states of a scene as text for a reader: a line for each layer that has states, and for parameters that follow a
/// tilt.
///
///     print(SceneStateList(scene).text)
public struct SceneStateList: Sendable {
  /// The lines, joined by newlines, without one at the end; empty for a scene without states.
  public let text: String

  /// Describes the states of a scene.
  ///
  /// - Parameters:
  ///   - scene: The scene.
  ///   - limit: The maximum number of names to list per layer; all others are counted.
  public init(_ scene: Scene, limit: Int = 100) {
    var lines: [String] = []
    for layer in scene.layersWithStates {
      let states = (layer.states ?? []).map { state in
        let base = state.basedOn.map { ", based on \(quoted($0))" } ?? ""
        return "\(quoted(state.name)) (\(counted(state.elements.count, "value"))\(base))"
      }
      lines.append("states of \(Self.name(of: layer)): " + Self.joined(states, limit))
      let transitions = (layer.stateTransitions ?? []).filter { !$0.elements.isEmpty }.map {
        "\(quoted($0.fromState)) to \(quoted($0.toState)) (\(counted($0.elements.count, "animation")))"
      }
      if !transitions.isEmpty { lines.append("  transitions: " + Self.joined(transitions, limit)) }
    }
    for group in scene.wallpaperGroups(WallpaperGroup.propertyGroupsKey) {
      let states = WallpaperGroup.stateNames.filter { group.value(inState: $0) != nil }
      lines.append("by state: \(group.keyPath) of \(quoted(group.layerName)) (\(states.joined(separator: ", ")))")
    }
    for group in scene.wallpaperGroups(WallpaperGroup.parallaxGroupsKey) {
      guard let least = group.value(atTilt: -1), let greatest = group.value(atTilt: 1) else { continue }
      lines.append(
        "by tilt along \(group.axis ?? "no axis"): \(group.keyPath) of \(quoted(group.layerName)) from "
          + "\(ValueText.number(least)) to \(ValueText.number(greatest))")
    }
    text = lines.joined(separator: "\n")
  }

  private static func name(of layer: CALayer) -> String {
    LayerKeyTable.of(layer).className + (layer.name.map { " " + quoted($0) } ?? "")
  }

  private static func joined(_ items: [String], _ limit: Int) -> String {
    items.prefix(limit).joined(separator: ", ") + (items.count > limit ? " and \(items.count - limit) more" : "")
  }
}

private func quoted(_ text: String) -> String { "\"\(shortened(text))\"" }

private func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
