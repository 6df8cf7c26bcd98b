// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// Puts the layers of a tree into their states, and restores their previous values.
///
///     let controller = CAStateController(layer: root)
///     controller.setState(root.state(named: "Locked"), of: root)
///     controller.setState(root.state(named: "Unlocked"), of: root, transitionSpeed: 1)
///
/// A state's values replace the layer's; the controller keeps the replaced values, and restores them when the layer
/// leaves the state. With a transition speed, the values that change are animated according to the layer's
/// ``CALayer/stateTransitions``, beginning at the time of the thread's ``MediaClock``. No other animation is added: the
/// changes run no actions.
///
/// - Conformance: caml.md 1.6
public final class CAStateController {
  /// The root of the tree.
  public let layer: CALayer
  private var records: [ObjectIdentifier: StateRecord] = [:]

  /// Makes a controller of a tree whose layers are in no state.
  public init(layer: CALayer) {
    self.layer = layer
  }

  /// The state that a layer is in; `nil` for none.
  public func state(of layer: CALayer) -> CAState? { records[ObjectIdentifier(layer)]?.state }

  /// The end of the transitions that led the layers of the tree into their states, in the time outside the root.
  ///
  /// Animations that repeat without end belong to the state, and not to the transition.
  ///
  /// - Units: seconds.
  /// - Returns: `nil` where no transition takes time.
  /// - Complexity: O(n) in layers and animations.
  package var transitionEnd: Double? {
    let moving = records.values.reduce(into: Set<StateMovement.Place>()) { $0.formUnion($1.movingPlaces) }
    return moving.isEmpty ? nil : layer.animationEnd { moving.contains(StateMovement.Place(layer: $0, key: $1)) }
  }

  /// Puts a layer into a state.
  ///
  /// - Parameters:
  ///   - state: One of the layer's states; `nil` for none, as at first.
  ///   - layer: A layer of the tree.
  ///   - speed: The speed of the transition; 1 is the speed that the transition describes. 0 changes values at once:
  ///     then only those animations of the transition begin that run for as long as the layer is in the state.
  /// - Returns: The errors of values that could not be set.
  @discardableResult public func setState(_ state: CAState?, of layer: CALayer, transitionSpeed speed: Float = 0)
    -> [KeyPathError]
  {
    let key = ObjectIdentifier(layer)
    var record = records[key] ?? StateRecord(layer: layer)
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    let problems = record.enter(state, speed: speed)
    CATransaction.commit()
    records[key] = record
    return problems
  }
}

/// The changes that a layer's state has made.
struct StateRecord {
  /// The layer, retained, so that no other object takes its identity.
  let layer: CALayer
  private(set) var state: CAState?
  /// The values before the state, in the order in which they were replaced: whole properties, since the components of
  /// one property belong together.
  private var replaced: [Replaced] = []
  /// The animations of the transition into the state.
  private var movement = StateMovement()

  private struct Replaced {
    var layer: CALayer
    var path: LayerKeyPath
    var value: LayerValue
  }

  /// One property of one layer.
  private struct Place: Hashable {
    var layer: ObjectIdentifier
    var path: String
  }

  init(layer: CALayer) {
    self.layer = layer
  }

  /// The places of those animations of the transition into the state that come to an end.
  var movingPlaces: Set<StateMovement.Place> { movement.endingPlaces }

  /// Leaves the present state and enters another.
  mutating func enter(_ next: CAState?, speed: Float) -> [KeyPathError] {
    var coming: StateMovement
    if speed > 0 {
      coming = StateMovement(layer.stateTransition(from: state?.name, to: next?.name), of: layer, speed: speed)
    } else {
      // At speed 0 the transition is the one whose origin is any state, `*`.
      coming = StateMovement(layer.stateTransition(from: nil, to: next?.name), of: layer, speed: 1, endlessOnly: true)
    }
    coming.noteStart()
    movement.stop()
    for old in replaced.reversed() { try? old.path.write(old.value, old.layer) }
    replaced = []
    let problems = next.map { set(layer.chain(of: $0).flatMap(\.elements)) } ?? []
    coming.noteEnd()
    coming.start()
    movement = coming
    state = next
    return problems
  }

  /// Sets values, and keeps the values that they replace.
  private mutating func set(_ elements: [CAStateSetValue]) -> [KeyPathError] {
    var problems: [KeyPathError] = []
    var seen: Set<Place> = []
    for element in elements {
      guard let target = element.target else { continue }
      do throws(KeyPathError) {
        let path = try LayerKeyPath(element.keyPath, for: target)
        let whole = try path.whole(for: target)
        if seen.insert(Place(layer: ObjectIdentifier(target), path: whole.text)).inserted {
          replaced.append(Replaced(layer: target, path: whole, value: try whole.read(target)))
        }
        try path.setValue(element.value, in: target)
      } catch {
        problems.append(error)
      }
    }
    return problems
  }
}

extension LayerKeyPath {
  /// The path of the property of which this path is a component, or this path.
  func whole(for layer: CALayer) throws(KeyPathError) -> LayerKeyPath {
    guard step.component != nil, case .layer = owner else { return self }
    return try LayerKeyPath(step.key.name, for: layer)
  }
}
