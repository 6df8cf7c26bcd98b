// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGraphics
import LaminaLayers

// States and state transitions. They refer to layers by `id`, which only referenced layers get.

/// The `id`s of the layers to which states refer.
struct LayerIdentities {
  private var names: [ObjectIdentifier: String] = [:]

  /// Assigns the identifiers, in document order.
  init(_ root: CALayer) {
    var pending = [root]
    while let layer = pending.popLast() {
      for state in layer.states ?? [] {
        for element in state.elements { add(element.target, unless: layer) }
      }
      for transition in layer.stateTransitions ?? [] {
        for element in transition.elements { add(element.target, unless: layer) }
      }
      pending += (layer.sublayers ?? []).reversed()
      if let mask = layer.mask { pending.append(mask) }
    }
  }

  /// A layer that is changed by its own states needs no identifier.
  private mutating func add(_ target: CALayer?, unless owner: CALayer) {
    guard let target, target !== owner, names[ObjectIdentifier(target)] == nil else { return }
    names[ObjectIdentifier(target)] = "#\(names.count + 1)"
  }

  /// The identifier of a layer; `nil` where it has none.
  subscript(layer: CALayer) -> String? { names[ObjectIdentifier(layer)] }
}

extension DocumentWriter {
  /// Returns the lines of a layer's states.
  mutating func stateLines(of layer: CALayer) -> [String] {
    guard let states = layer.states else { return [] }
    var result = ["<states>"]
    for state in states {
      let base = state.basedOn.map { " basedOn=\"\(ValueText.escaped($0))\"" } ?? ""
      result.append("\t<LKState name=\"\(ValueText.escaped(state.name))\"\(base)>")
      result += elementLines(state.elements.flatMap { setValueLines($0, of: layer) })
      result.append("\t</LKState>")
    }
    return result + ["</states>"]
  }

  /// Returns the lines of a layer's state transitions.
  mutating func transitionLines(of layer: CALayer) -> [String] {
    guard let transitions = layer.stateTransitions else { return [] }
    var result = ["<stateTransitions>"]
    for transition in transitions {
      let (from, to) = (ValueText.escaped(transition.fromState), ValueText.escaped(transition.toState))
      result.append("\t<LKStateTransition fromState=\"\(from)\" toState=\"\(to)\">")
      result += elementLines(transition.elements.flatMap { transitionElementLines($0, of: layer) })
      result.append("\t</LKStateTransition>")
    }
    return result + ["</stateTransitions>"]
  }

  private mutating func transitionElementLines(_ element: CAStateTransitionElement, of layer: CALayer) -> [String] {
    let key = ValueText.escaped(element.key)
    let head = "<LKStateTransitionElement key=\"\(key)\"\(targetAttribute(element.target))"
    guard let animation = element.animation else { return [head + "/>"] }
    let inside = lines(of: animation, key: nil, on: element.target ?? layer)
    return [head + ">"] + inside.map { "\t" + $0 } + ["</LKStateTransitionElement>"]
  }

  private func elementLines(_ lines: [String]) -> [String] {
    lines.isEmpty ? ["\t\t<elements/>"] : ["\t\t<elements>"] + lines.map { "\t\t\t" + $0 } + ["\t\t</elements>"]
  }

  private mutating func setValueLines(_ element: CAStateSetValue, of layer: CALayer) -> [String] {
    let target = element.target ?? layer
    guard let path = try? LayerKeyPath(element.keyPath, for: target),
      let value = LayerValue(element.value, as: path.type)
    else {
      diagnostics.append(
        Diagnostic(
          code: "not-written",
          message: "a state sets '\(shortened(element.keyPath))' to a value that is not written"))
      return []
    }
    let head = "<LKStateSetValue\(targetAttribute(element.target)) keyPath=\"\(ValueText.escaped(element.keyPath))\">"
    return [head] + lines("value", value).map { "\t" + $0 } + ["</LKStateSetValue>"]
  }

  func targetAttribute(_ target: CALayer?) -> String {
    target.flatMap { identities[$0] }.map { " targetId=\"\($0)\"" } ?? ""
  }
}
