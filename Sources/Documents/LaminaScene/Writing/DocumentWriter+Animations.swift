// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGraphics
import LaminaLayers

// Animations, in the order in which they apply. Groups may be nested more deeply than any call stack, so the walk that
// makes the lines has an explicit stack.

extension DocumentWriter {
  /// Returns the lines of a layer's animations.
  mutating func animationLines(of layer: CALayer) -> [String] {
    let animations = layer.addedAnimations
    if animations.isEmpty { return [] }
    var keys = Set(animations.compactMap(\.key))
    var number = 1
    var result = ["<animations>"]
    for (key, animation) in animations {
      var key = key
      while key == nil {
        // Animations in documents need a key.
        if keys.insert("animation-\(number)").inserted { key = "animation-\(number)" }
        number += 1
      }
      result += lines(of: animation, key: key, on: layer).map { "\t" + $0 }
    }
    return result + ["</animations>"]
  }

  private enum Part {
    case animation(CAAnimation, key: String?, isItem: Bool, depth: Int)
    case line(String, depth: Int)
  }

  /// Returns the lines of one animation and of the animations inside it.
  mutating func lines(of animation: CAAnimation, key: String?, on layer: CALayer) -> [String] {
    var result: [String] = []
    var parts = [Part.animation(animation, key: key, isItem: false, depth: 0)]
    while let part = parts.popLast() {
      switch part {
      case .line(let line, let depth): result.append(Self.indented(line, depth))
      case .animation(let animation, let key, let isItem, let depth):
        guard animationsLeft > 0 else { continue }
        animationsLeft -= 1
        if animationsLeft == 0 {
          diagnostics.append(Diagnostic(code: "not-written", message: "animations beyond 100000 are not written"))
        }
        let className = AnimationProperties.className(of: animation)
        let name = isItem ? className : key == nil || key == "animation" ? "animation" : "p"
        var head = "<\(name)"
        if name == "p", let key { head += " key=\"\(ValueText.escaped(key))\"" }
        if !isItem { head += " type=\"\(className)\"" }
        head += attributes(of: animation).map { " \($0)=\"\($1)\"" }.joined()
        let inside = valueLines(of: animation, on: layer)
        let members = (animation as? CAAnimationGroup)?.animations ?? []
        guard !inside.isEmpty || !members.isEmpty else {
          result.append(Self.indented(head + "/>", depth))
          continue
        }
        result.append(Self.indented(head + ">", depth))
        result += inside.map { Self.indented($0, depth + 1) }
        parts.append(.line("</\(name)>", depth: depth))
        if !members.isEmpty {
          parts.append(.line("</animations>", depth: depth + 1))
          parts += members.reversed().map { .animation($0, key: nil, isItem: true, depth: depth + 2) }
          parts.append(.line("<animations>", depth: depth + 1))
        }
      }
    }
    return result
  }

  private static func indented(_ line: String, _ depth: Int) -> String {
    String(repeating: "\t", count: min(depth, 40)) + line
  }

  // MARK: Attributes

  /// Returns the values that differ from a new animation's: the properties that the class adds first, then the common
  /// ones.
  private func attributes(of animation: CAAnimation) -> [(String, String)] {
    let fresh = AnimationProperties.make(AnimationProperties.className(of: animation)) ?? CAAnimation()
    var result = classAttributes(of: animation)
    func add(_ name: String, _ value: Double, _ usual: Double) {
      if value != usual { result.append((name, ValueText.number(value))) }
    }
    add("autoreverses", animation.autoreverses ? 1 : 0, 0)
    add("beginTime", animation.beginTime, fresh.beginTime)
    add("duration", animation.duration, fresh.duration)
    if animation.fillMode != fresh.fillMode {
      result.append(("fillMode", ValueText.escaped(animation.fillMode.rawValue)))
    }
    add("removedOnCompletion", animation.isRemovedOnCompletion ? 1 : 0, 1)
    if animation.repeatCount != 0 { result.append(("repeatCount", ValueText.number(animation.repeatCount))) }
    add("repeatDuration", animation.repeatDuration, 0)
    if animation.speed != 1 { result.append(("speed", ValueText.number(animation.speed))) }
    add("timeOffset", animation.timeOffset, 0)
    if let function = animation.timingFunction { result.append(("timingFunction", Self.text(of: function))) }
    return result
  }

  private func classAttributes(of animation: CAAnimation) -> [(String, String)] {
    var result: [(String, String)] = []
    func add(_ name: String, _ value: Double, _ usual: Double) {
      if value != usual { result.append((name, ValueText.number(value))) }
    }
    if let spring = animation as? CASpringAnimation {
      add("allowsOverdamping", spring.allowsOverdamping ? 1 : 0, 0)
      add("damping", Double(spring.damping), 10)
      add("mass", Double(spring.mass), 1)
      add("stiffness", Double(spring.stiffness), 100)
      add("velocity", Double(spring.initialVelocity), 0)
    }
    if let keyframes = animation as? CAKeyframeAnimation {
      if keyframes.calculationMode != .linear {
        result.append(("calculationMode", ValueText.escaped(keyframes.calculationMode.rawValue)))
      }
      if let mode = keyframes.rotationMode { result.append(("rotationMode", ValueText.escaped(mode.rawValue))) }
    }
    if let transition = animation as? CATransition {
      if let subtype = transition.subtype { result.append(("subtype", ValueText.escaped(subtype.rawValue))) }
      add("endProgress", Double(transition.endProgress), 1)
      add("startProgress", Double(transition.startProgress), 0)
    }
    guard let property = animation as? CAPropertyAnimation else { return result }
    add("additive", property.isAdditive ? 1 : 0, 0)
    add("cumulative", property.isCumulative ? 1 : 0, 0)
    if let path = property.keyPath { result.append(("keyPath", ValueText.escaped(path))) }
    if let function = property.valueFunction { result.append(("valueFunction", function.name.rawValue)) }
    return result
  }

  /// Returns a timing function by its name, where it has one, else by its control points.
  private static func text(of function: CAMediaTimingFunction) -> String {
    let names: [CAMediaTimingFunctionName] = [.linear, .easeIn, .easeOut, .easeInEaseOut, .default]
    let curve = function.curve
    if let name = names.first(where: { TimingCurve(name: $0) == curve }) { return name.rawValue }
    return ValueText.numbers(curve.first.x, curve.first.y, curve.second.x, curve.second.y)
  }

  // MARK: Elements

  private mutating func valueLines(of animation: CAAnimation, on layer: CALayer) -> [String] {
    var result: [String] = []
    if let transition = animation as? CATransition {
      if transition.type != .fade { result.append("<type value=\"\(ValueText.escaped(transition.type.rawValue))\"/>") }
      if transition.filter != nil {
        diagnostics.append(Diagnostic(code: "not-written", message: "the filter of a transition is not written"))
      }
    }
    guard let property = animation as? CAPropertyAnimation else { return result }
    let type =
      property.valueFunction == nil
      ? property.keyPath.flatMap { try? LayerKeyPath($0, for: layer) }?.type : nil
    func typed(_ value: Any) -> LayerValue {
      if value is NSNull { return .none }
      return type.flatMap { LayerValue(value, as: $0) } ?? LayerValue(ofAnyType: value)
    }
    if let basic = animation as? CABasicAnimation {
      for (name, value) in [("fromValue", basic.fromValue), ("toValue", basic.toValue), ("byValue", basic.byValue)] {
        if let value { result += lines(name, typed(value)) }
      }
    }
    guard let keyframes = animation as? CAKeyframeAnimation else { return result }
    if let times = keyframes.keyTimes { result += list("keyTimes", times.map { .number($0.doubleValue) }) }
    if let functions = keyframes.timingFunctions {
      let items = functions.map { "<CAMediaTimingFunction value=\"\(Self.text(of: $0))\"/>" }
      result += Self.list("timingFunctions", items)
    }
    if let values = keyframes.values { result += list("values", values.map(typed)) }
    if let path = keyframes.path { result += lines("path", .path(path)) }
    for (name, values) in [
      ("tensionValues", keyframes.tensionValues), ("continuityValues", keyframes.continuityValues),
      ("biasValues", keyframes.biasValues),
    ] {
      if let values { result += list(name, values.map { .number($0.doubleValue) }) }
    }
    return result
  }

  private mutating func list(_ name: String, _ items: [LayerValue]) -> [String] {
    Self.list(name, items.flatMap { lines(nil, $0) })
  }
}
