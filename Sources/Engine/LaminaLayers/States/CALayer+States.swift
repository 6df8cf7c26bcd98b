// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

extension CALayer {
  /// The states that the layer can be put in, together with layers below it.
  ///
  /// - Default: `nil`.
  /// - Conformance: caml.md 1.6
  public final var states: [CAState]? {
    get { attachments?.states }
    set { attach(newValue, at: \.states) }
  }

  /// The transitions between the layer's states.
  ///
  /// - Default: `nil`: values change at once.
  /// - Conformance: caml.md 1.6
  public final var stateTransitions: [CAStateTransition]? {
    get { attachments?.stateTransitions }
    set { attach(newValue, at: \.stateTransitions) }
  }

  /// Returns the layer's state with a name; the first where there are several.
  public final func state(named name: String) -> CAState? { states?.first { $0.name == name } }

  /// Returns the transition between two states: the one with both names, else the one into the second state, else the
  /// one out of the first state.
  ///
  /// - Parameters:
  ///   - from: The name of the state that is left; `nil` for none.
  ///   - to: The name of the state that is entered; `nil` for none.
  /// - Returns: The first of the best matches; `nil` where none matches.
  public final func stateTransition(from: String?, to: String?) -> CAStateTransition? {
    var best: (transition: CAStateTransition, rank: Int)?
    for transition in stateTransitions ?? [] {
      guard let rank = transition.rank(from: from, to: to), rank > best?.rank ?? -1 else { continue }
      best = (transition, rank)
    }
    return best?.transition
  }

  /// Returns a state and the states that it is based on, the outermost first. A chain that leads back to itself ends
  /// there.
  public final func chain(of state: CAState) -> [CAState] {
    var result = [state]
    while let name = result.last?.basedOn, let next = self.state(named: name),
      !result.contains(where: { $0 === next })
    {
      result.append(next)
    }
    return result.reversed()
  }
}
