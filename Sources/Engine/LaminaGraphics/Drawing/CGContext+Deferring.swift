// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import LaminaGeometry

/// What a context does before it is next drawn into, and the state that it is drawn with.
struct DeferredDrawing {
  let state: GraphicsState
  let draw: () -> Void
}

extension CGContext {
  /// Whether nothing was drawn yet, and what is drawn now would be drawn as in a new context, but for the transform.
  package var isUntouched: Bool {
    revision == 0 && !wasClipped && deferred == nil && transparencyLayers.isEmpty && state.alpha == 1
      && state.blendMode == .normal && state.shadow == nil
  }

  /// Puts drawing off until something else is drawn, clipped or looked at: then it is done first, with the state of
  /// now.
  ///
  /// - Parameter draw: Draws into this context. It is not called when nothing follows.
  package func beforeDrawing(_ draw: @escaping () -> Void) {
    deferred = DeferredDrawing(state: state, draw: draw)
  }

  /// Forgets what was put off.
  package func forgetDeferred() { deferred = nil }

  /// Does what was put off.
  func drawDeferred() {
    guard let waiting = deferred else { return }
    deferred = nil
    let now = state
    state = waiting.state
    waiting.draw()
    state = now
  }
}
