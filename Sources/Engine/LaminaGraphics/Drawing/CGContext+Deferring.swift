// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import LaminaGeometry

/// Drawing that a context postpones until it is next drawn into, and the state for it.
struct DeferredDrawing {
  let state: GraphicsState
  let draw: () -> Void
}

extension CGContext {
  /// Whether nothing has been drawn yet, and the state is that of a new context except for the transform.
  package var isUntouched: Bool {
    revision == 0 && !wasClipped && deferred == nil && transparencyLayers.isEmpty && state.alpha == 1
      && state.blendMode == .normal && state.shadow == nil
  }

  /// Postpones drawing until something else is drawn, clipped or read: the postponed drawing is done before, with the
  /// present state.
  ///
  /// - Parameter draw: Draws into this context. It is not called when no such operation follows.
  package func beforeDrawing(_ draw: @escaping () -> Void) {
    deferred = DeferredDrawing(state: state, draw: draw)
  }

  /// Discards the postponed drawing.
  package func forgetDeferred() { deferred = nil }

  /// Does the postponed drawing.
  func drawDeferred() {
    guard let waiting = deferred else { return }
    deferred = nil
    let now = state
    state = waiting.state
    waiting.draw()
    state = now
  }
}
