// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import LaminaLayers
import Foundation

// The states of a scene, independently of the layers that have them: each name stands for the states with that name on
// all layers, and for the column with that name in the property groups of a wallpaper.

extension Scene {
  /// The names of all states, in document order, each once.
  ///
  /// - Complexity: O(n) in the number of layers and states.
  public var stateNames: [String] {
    var seen: Set<String> = []
    var result: [String] = []
    for layer in layersWithStates {
      for state in layer.states ?? [] where seen.insert(state.name).inserted { result.append(state.name) }
    }
    for group in wallpaperGroups(WallpaperGroup.propertyGroupsKey) {
      for name in WallpaperGroup.stateNames where group.value(inState: name) != nil && seen.insert(name).inserted {
        result.append(name)
      }
    }
    return result
  }

  /// The layers that have states, in document order.
  public var layersWithStates: [CALayer] {
    var result: [CALayer] = []
    var pending = [root]
    while let layer = pending.popLast() {
      if layer.states != nil { result.append(layer) }
      pending += (layer.sublayers ?? []).reversed()
      if let mask = layer.mask { pending.append(mask) }
    }
    return result
  }

  /// Puts the scene into a state.
  ///
  ///     try scene.setState("Unlocked")                    // as it looks in that state
  ///     try scene.setState("Unlocked", from: "Locked")    // as it goes there, from time 0 on
  ///
  /// Layers that have no state with the name return to their own values.
  ///
  /// - Parameters:
  ///   - name: The name of a state; `nil` for none, the scene as it is written.
  ///   - start: The state that the scene comes from, where the transition is to be shown; an empty name is none.
  /// - Throws: `SceneError.unknownState`, with similar names. Nothing is changed then.
  public func setState(_ name: String?, from start: String? = nil) throws(SceneError) {
    let known = stateNames
    for wanted in [name, start].compactMap({ $0 }) where !wanted.isEmpty && !known.contains(wanted) {
      throw .unknownState(wanted, known: known)
    }
    if let start {
      enter(start, transitionSpeed: 0)
      enter(name ?? "", transitionSpeed: 1)
    } else {
      enter(name ?? "", transitionSpeed: 0)
    }
  }

  private func enter(_ name: String, transitionSpeed: Float) {
    // Values of groups are set without actions, too: layers that were committed would animate to them.
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    defer { CATransaction.commit() }
    for layer in layersWithStates {
      stateController.setState(layer.state(named: name), of: layer, transitionSpeed: transitionSpeed)
    }
    let groups = wallpaperGroups(WallpaperGroup.propertyGroupsKey)
    if groups.isEmpty { return }
    let layers = layersByName()
    for group in groups {
      guard let value = group.value(inState: name) else { continue }
      for layer in layers[group.layerName] ?? [] { try? layer.setLayerValue(value, forKeyPath: group.keyPath) }
    }
  }
}
