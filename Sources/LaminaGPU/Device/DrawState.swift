import CEGL

/// How a draw meets the pixels and depths that are there.
enum DrawState {
  /// Replaces the colour and notes the depth, where it is in front: opaque interiors, front to back.
  case opaque
  /// Blends over the colour where it is in front: everything else of a pass with opaque interiors.
  case blendedInFront
  /// Blends over the colour: a pass without opaque interiors.
  case blended
  /// Replaces the colour: a conversion of a whole target.
  case replacing
}

extension Device {
  /// Sets the fixed state. The corresponding GL calls are `glEnable`, `glDisable`, `glDepthMask`, `glBlendFunc`.
  func set(_ drawState: DrawState) {
    let state = gl.state
    switch drawState {
    case .opaque, .blendedInFront:
      state.enable(GLenum(GL_DEPTH_TEST))
      state.depthFunc(GLenum(GL_LESS))
    case .blended, .replacing:
      state.disable(GLenum(GL_DEPTH_TEST))
    }
    state.depthMask(GLboolean(drawState == .opaque ? GL_TRUE : GL_FALSE))
    switch drawState {
    case .blendedInFront, .blended:
      state.enable(GLenum(GL_BLEND))
      state.blendFunc(GLenum(GL_ONE), GLenum(GL_ONE_MINUS_SRC_ALPHA))
    case .opaque, .replacing:
      state.disable(GLenum(GL_BLEND))
    }
  }
}
