// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGraphics
import LaminaLayers

/// Reads the states and the state transitions of layers, when all layers have been made that these may refer to.
///
/// - Conformance: caml.md 1.6
struct StateReader {
  let source: ValueSource
  /// The layers that have an `id`, by their elements.
  let layers: [Int: CALayer]

  private var table: ElementTable { source.table }
  /// The maximum number of a layer's states. Real layers have two dozen; a look-up by name visits all of them.
  private static let stateLimit = 10_000

  /// Reads `<states>` of a layer.
  func readStates(_ list: Int, of layer: CALayer) {
    var states: [CAState] = []
    var names: Set<String> = []
    for element in objects(in: list, named: ["LKState", "CAState"], of: "state") {
      guard let name = text("name", in: element), !name.isEmpty else {
        report("malformed-state", element) { "a state without a name is skipped" }
        continue
      }
      guard names.insert(name).inserted else {
        report("malformed-state", element) { "the state '\(shortened(name))' is there twice; the first counts" }
        continue
      }
      guard states.count < Self.stateLimit else {
        report("state-limit", element) { "a layer has more than \(Self.stateLimit) states; those beyond are skipped" }
        break
      }
      reportStray(element, attributes: ["name", "basedOn", "initial"], of: "the state is there in any case")
      stray.reportSwitch("initial", of: element, standard: false, "no state is entered by itself")
      let state = CAState(name: name)
      state.basedOn = text("basedOn", in: element)
      state.elements = elements(of: element, named: ["LKStateSetValue", "CAStateSetValue"], of: "state").compactMap {
        setValue($0, of: layer)
      }
      states.append(state)
    }
    layer.states = states.isEmpty ? nil : states
    checkChains(of: layer, at: list)
  }

  /// Reports states that are based on an unknown state, or on themselves.
  private func checkChains(of layer: CALayer, at list: Int) {
    let byName = Dictionary((layer.states ?? []).map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    var sound: Set<String> = []
    for state in layer.states ?? [] {
      var path: Set<String> = [state.name]
      var next = state.basedOn
      while let name = next, !sound.contains(name) {
        guard let base = byName[name] else {
          report("malformed-state", list) {
            "the state '\(shortened(state.name))' is based on '\(shortened(name))', which does not exist"
          }
          break
        }
        guard path.insert(name).inserted else {
          report("malformed-state", list) { "the state '\(shortened(name))' is based on itself" }
          break
        }
        next = base.basedOn
      }
      sound.formUnion(path)
    }
  }

  /// Returns one value of a state. Its type is the type of the property.
  private func setValue(_ element: Int, of layer: CALayer) -> CAStateSetValue? {
    guard let target = target(of: element, in: layer) else { return nil }
    stray.reportAttributes(of: element, known: ["targetId", "keyPath", "final"])
    stray.reportElements(table.children(of: element).filter { table.name(of: $0) != "value" }, in: element)
    guard let path = text("keyPath", in: element) else {
      report("malformed-state", element) { "a value of a state has no key path and is skipped" }
      return nil
    }
    guard let place = table.children(of: element).first(where: { table.name(of: $0) == "value" }) else {
      report("malformed-state", element) { "a state sets '\(shortened(path))' to no value; this is skipped" }
      return nil
    }
    stray.reportAttributes(ofValuesIn: place, known: path == "compositingFilter" ? ["filter", "name", "enabled"] : [])
    do {
      let keyPath = try LayerKeyPath(path, for: target)
      // Filters are found by name, which requires a layer.
      _ = try keyPath.read(target)
      let value = try PropertyTables.value(of: keyPath.type, source, .element(place))
      return CAStateSetValue(target: target, keyPath: path, value: value.boxed)
    } catch let error as KeyPathError {
      report("unknown-key-path", element) { "a state sets what cannot be set: \(error)" }
    } catch let problem as ValueProblem {
      report(problem.code, place) { "the value that a state sets for '\(shortened(path))' \(problem.reason)" }
    } catch {}
    return nil
  }

  // MARK: Transitions

  /// Reads `<stateTransitions>` of a layer.
  func readTransitions(_ list: Int, of layer: CALayer) {
    var transitions: [CAStateTransition] = []
    for element in objects(in: list, named: ["LKStateTransition", "CAStateTransition"], of: "transition") {
      guard transitions.count < Self.stateLimit else {
        report("state-limit", element) {
          "a layer has more than \(Self.stateLimit) transitions; those beyond are skipped"
        }
        break
      }
      reportStray(element, attributes: ["fromState", "toState"], of: "the transition runs in any case")
      let transition = CAStateTransition(
        fromState: text("fromState", in: element) ?? CAStateTransition.anyState,
        toState: text("toState", in: element) ?? CAStateTransition.anyState)
      let names: Set = ["LKStateTransitionElement", "CAStateTransitionElement"]
      transition.elements = elements(of: element, named: names, of: "transition").compactMap {
        transitionElement($0, of: layer)
      }
      transitions.append(transition)
    }
    layer.stateTransitions = transitions.isEmpty ? nil : transitions
  }

  /// Returns one animation of a transition. Some editors write `keyPath` for `key`.
  private func transitionElement(_ element: Int, of layer: CALayer) -> CAStateTransitionElement? {
    guard let target = target(of: element, in: layer) else { return nil }
    stray.reportAttributes(of: element, known: ["targetId", "key", "keyPath", "final", "enabled"])
    stray.reportSwitch("enabled", of: element, standard: true, "its animation runs in any case")
    stray.reportElements(table.children(of: element).dropFirst(), in: element)
    let animation = table.firstChild(of: element).flatMap { AnimationReader.animation($0, of: target, from: source) }
    let path = (animation as? CAPropertyAnimation)?.keyPath
    guard let key = text("key", in: element) ?? text("keyPath", in: element) ?? path else {
      report("malformed-state", element) { "an element of a transition has no key and is skipped" }
      return nil
    }
    return CAStateTransitionElement(target: target, key: key, animation: animation)
  }

  // MARK: Elements

  private var stray: StrayParts { StrayParts(source: source) }

  /// Reports parts of a state or a transition besides its attributes and `<elements>`.
  private func reportStray(_ element: Int, attributes: Set<String>, of reason: String) {
    stray.reportAttributes(of: element, known: attributes.union(["enabled"]))
    stray.reportSwitch("enabled", of: element, standard: true, reason)
    stray.reportElements(table.children(of: element).filter { table.name(of: $0) != "elements" }, in: element)
  }

  /// Returns the layer to which an element refers; without a reference, the layer that has the element.
  func target(of element: Int, in layer: CALayer) -> CALayer? {
    guard let id = text("targetId", in: element) else { return layer }
    if let target = source.element(withID: id).flatMap({ layers[$0] }) { return target }
    report("missing-target", element) { "a state changes the layer '\(shortened(id))', which does not exist" }
    return nil
  }

  /// Returns the objects of a kind in a list; other objects are reported.
  func objects(in list: Int, named names: Set<String>, of kind: String) -> [Int] {
    var result: [Int] = []
    for child in table.children(of: list) {
      do {
        let element = try source.dereferenced(child)
        let name = table.name(of: element)
        if names.contains(name) {
          result.append(element)
        } else {
          source.log.report(.warning, "unknown-element", about: "\(kind) \(name)", at: table.offset(of: child)) {
            "<\(shortened(name))> of a \(kind) is not read and is skipped"
          }
        }
      } catch {
        source.log.report(.warning, error.code, about: "\(kind) reference", at: table.offset(of: child)) {
          "an element of a \(kind) \(error.reason)"
        }
      }
    }
    return result
  }

  /// Returns the objects in the `<elements>` of a state or a transition, which may be missing.
  func elements(of object: Int, named names: Set<String>, of kind: String) -> [Int] {
    table.children(of: object).filter { table.name(of: $0) == "elements" }
      .flatMap { objects(in: $0, named: names, of: kind) }
  }

  /// Returns an attribute by its name.
  func text(_ name: String, in element: Int) -> String? {
    table.attributes(of: element).first { table.name(ofAttribute: $0) == name }.map(table.text(ofAttribute:))
  }

  func report(_ code: String, _ element: Int, _ message: () -> String) {
    source.log.report(.warning, code, about: message(), at: table.offset(of: element), message)
  }
}
