// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGraphics
import LaminaLayers

/// Compares two layer trees, property by property, as the table of keys lists them.
struct TreeComparison {
  /// The differences, at most so many.
  private(set) var differences: [String] = []
  private static let limit = 10

  init(_ one: CALayer, _ other: CALayer) {
    var pending = [("root", one, other)]
    while let (path, one, other) = pending.popLast(), differences.count < Self.limit {
      guard one.properties.kind == other.properties.kind else {
        differences.append("\(path): \(one.properties.kind) and \(other.properties.kind)")
        continue
      }
      compare(LayerKeyTable.of(one), one, other, path)
      compareStates(one, other, path)
      compareTransitions(one, other, path)
      if one.animationKeys() != other.animationKeys() { differences.append("\(path): keys of animations") }
      for (animation, copy) in zip(one.addedAnimations, other.addedAnimations) {
        compare(animation.animation, copy.animation, on: one, "\(path) \(animation.key ?? "")")
      }
      if let emitter = one as? CAEmitterLayer, let copy = other as? CAEmitterLayer {
        compare(emitter.emitterCells, copy.emitterCells, path)
      }
      let (inside, copies) = (one.sublayers ?? [], other.sublayers ?? [])
      if inside.count != copies.count { differences.append("\(path): \(inside.count) and \(copies.count) sublayers") }
      for (index, pair) in zip(inside, copies).enumerated() { pending.append(("\(path)/\(index)", pair.0, pair.1)) }
      switch (one.mask, other.mask) {
      case (nil, nil): break
      case (let mask?, let copy?): pending.append((path + "/mask", mask, copy))
      default: differences.append("\(path): one mask")
      }
    }
  }

  private mutating func compare(_ cells: [CAEmitterCell]?, _ copies: [CAEmitterCell]?, _ path: String) {
    if cells?.count != copies?.count { differences.append("\(path): cells") }
    for (cell, copy) in zip(cells ?? [], copies ?? []) {
      compare(LayerKeyTable.cell, cell, copy, path + "/cell")
      compare(cell.emitterCells, copy.emitterCells, path + "/cell")
    }
  }

  private mutating func compare(_ table: LayerKeyTable, _ one: AnyObject, _ other: AnyObject, _ path: String) {
    let separately: Set<String> = ["sublayers", "mask", "emitterCells", "superlayer"]
    for key in table.keys where !separately.contains(key.name) {
      let (value, copy) = (key.value(of: one), key.value(of: other))
      if !Self.isEqual(value, copy) { differences.append("\(path).\(key.name): \(value) and \(copy)") }
    }
  }

  private mutating func compareStates(_ one: CALayer, _ other: CALayer, _ path: String) {
    if one.states?.count != other.states?.count { differences.append("\(path): states") }
    for (state, copy) in zip(one.states ?? [], other.states ?? []) {
      let place = "\(path) state \(state.name)"
      if state.name != copy.name || state.basedOn != copy.basedOn || state.elements.count != copy.elements.count {
        differences.append(place)
      }
      for (element, twin) in zip(state.elements, copy.elements) {
        compare(element.value, twin.value, element.keyPath, of: element.target ?? one, twin.target ?? other, place)
        if element.keyPath != twin.keyPath { differences.append("\(place): \(element.keyPath) and \(twin.keyPath)") }
      }
    }
  }

  private mutating func compareTransitions(_ one: CALayer, _ other: CALayer, _ path: String) {
    if one.stateTransitions?.count != other.stateTransitions?.count { differences.append("\(path): transitions") }
    for (transition, copy) in zip(one.stateTransitions ?? [], other.stateTransitions ?? []) {
      let place = "\(path) \(transition.fromState) to \(transition.toState)"
      if transition.fromState != copy.fromState || transition.toState != copy.toState
        || transition.elements.map(\.key) != copy.elements.map(\.key)
      {
        differences.append(place)
      }
      for (element, twin) in zip(transition.elements, copy.elements) {
        if Self.place(of: element.target ?? one) != Self.place(of: twin.target ?? other) {
          differences.append("\(place): another target for \(element.key)")
        }
        guard let animation = element.animation, let copy = twin.animation else {
          if element.animation != nil || twin.animation != nil { differences.append("\(place): one animation") }
          continue
        }
        compare(animation, copy, on: element.target ?? one, "\(place) \(element.key)")
      }
    }
  }

  /// Animations as what would be written of them, and groups member by member.
  private mutating func compare(_ one: CAAnimation, _ other: CAAnimation, on layer: CALayer, _ place: String) {
    var pending = [(one, other)]
    while let (one, other) = pending.popLast() {
      if AnimationValues(one) != AnimationValues(other) {
        differences.append("\(place): \(AnimationValues(one)) and \(AnimationValues(other))")
      }
      guard let group = one as? CAAnimationGroup, let copy = other as? CAAnimationGroup else { continue }
      pending += zip(group.animations ?? [], copy.animations ?? [])
      if group.animations?.count != copy.animations?.count { differences.append("\(place): members") }
    }
  }

  /// Values of one key path of two layers that have to stand at the same place.
  private mutating func compare(
    _ value: Any?, _ copy: Any?, _ keyPath: String, of layer: CALayer, _ twin: CALayer, _ place: String
  ) {
    if Self.place(of: layer) != Self.place(of: twin) { differences.append("\(place): another target for \(keyPath)") }
    guard let type = try? LayerKeyPath(keyPath, for: layer).type, let one = LayerValue(value, as: type),
      let other = LayerValue(copy, as: type)
    else { return differences.append("\(place): \(keyPath) has no typed value") }
    if !Self.isEqual(one, other) { differences.append("\(place): \(keyPath) \(one) and \(other)") }
  }

  /// The indices of a layer and those above it.
  private static func place(of layer: CALayer) -> [Int] {
    var result: [Int] = []
    var layer = layer
    while let above = layer.superlayer {
      result.append(above.sublayers?.firstIndex { $0 === layer } ?? -1)
      layer = above
    }
    return result
  }

  private static func isEqual(_ one: LayerValue, _ other: LayerValue) -> Bool {
    switch (one, other) {
    case (.image(let one), .image(let other)):
      one.width == other.width && one.height == other.height && one.premultipliedRGBA == other.premultipliedRGBA
    case (.object(let one as [CAFilter]), .object(let other as [CAFilter])):
      one.count == other.count && zip(one, other).allSatisfy { $0.isAlike($1) }
    case (.object(let one as [AnyHashable: Any]), .object(let other as [AnyHashable: Any])):
      NSDictionary(dictionary: one).isEqual(to: other)
    case (.object(let one as String), .object(let other as String)): one == other
    default: one == other
    }
  }
}
