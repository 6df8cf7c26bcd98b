// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CEGL
import LaminaGeometry
import LaminaGraphics

/// The way in which a draw is combined with the target's pixels and depths.
enum DrawState: Equatable {
  /// Replaces the colour and writes the depth, where the depth test passes: opaque interiors, front to back.
  case opaque
  /// Blends over the colour where the depth test passes: everything else of a pass with opaque interiors.
  case blendedInFront
  /// Blends over the colour: a pass without opaque interiors.
  case blended
  /// Replaces the colour: for a conversion of a whole target, and for programs that blend in the shader.
  case replacing
  /// Replaces the colour where the depth test passes.
  case replacingInFront
  /// Blends with the colour by a Porter-Duff operator, with the depth test if `isInFront`.
  case meeting(LayerBlend, isInFront: Bool)
  /// Blends with the colour by a blend mode of `KHR_blend_equation_advanced`.
  case advanced(LayerBlend, isInFront: Bool)

  /// Whether pixels behind the depth buffer's are rejected.
  fileprivate var testsDepth: Bool {
    switch self {
    case .opaque, .blendedInFront, .replacingInFront: true
    case .blended, .replacing: false
    case .meeting(_, let isInFront), .advanced(_, let isInFront): isInFront
    }
  }

  /// Whether the draw writes its depth.
  fileprivate var writesDepth: Bool {
    if case .opaque = self { true } else { false }
  }
}

extension Device {
  /// Sets the fixed state. The corresponding GL calls are `glEnable`, `glDisable`, `glDepthMask`,
  /// `glBlendFunc`, `glBlendEquation`.
  ///
  /// - Parameter hasDepth: Whether the target has a depth buffer; without one, every pixel passes the test.
  func set(_ drawState: DrawState, hasDepth: Bool) {
    if hasDepth {
      state.set(.depthTest, to: drawState.testsDepth)
      if drawState.testsDepth { state.set(depthFunction: GLenum(GL_LESS)) }
      // Without a test nothing is written.
      if drawState.testsDepth { state.set(writesDepth: drawState.writesDepth) }
    }
    switch drawState {
    case .opaque, .replacing, .replacingInFront: state.set(.blending, to: false)
    case .blendedInFront, .blended: blend(GL_FUNC_ADD, .normal)
    case .meeting(let mode, _): blend(GL_FUNC_ADD, mode)
    case .advanced(let mode, _): blend(mode.equation, mode)
    }
  }

  private func blend(_ equation: Int32, _ mode: LayerBlend) {
    state.set(.blending, to: true)
    let (source, backdrop) = mode.factors
    state.set(blendEquation: GLenum(equation), factors: GLenum(source), GLenum(backdrop))
  }

  /// Makes all earlier draws visible to the driver's blend equations. The corresponding GL call is `glBlendBarrierKHR`.
  func waitForBlending() {
    gl.extensions.blendBarrier?()
  }
}

extension LayerBlend {
  /// The factors of source and target; meaningless for modes that factors do not express.
  fileprivate var factors: (source: Int32, target: Int32) {
    switch self {
    case .sourceAtop: (GL_DST_ALPHA, GL_ONE_MINUS_SRC_ALPHA)
    case .destinationOver: (GL_ONE_MINUS_DST_ALPHA, GL_ONE)
    case .destinationOut: (GL_ZERO, GL_ONE_MINUS_SRC_ALPHA)
    case .xor: (GL_ONE_MINUS_DST_ALPHA, GL_ONE_MINUS_SRC_ALPHA)
    case .plusLighter: (GL_ONE, GL_ONE)
    default: (GL_ONE, GL_ONE_MINUS_SRC_ALPHA)
    }
  }

  /// The code of `KHR_blend_equation_advanced`.
  fileprivate var equation: Int32 {
    switch self {
    case .multiply: 0x9294
    case .screen: 0x9295
    case .overlay: 0x9296
    case .darken: 0x9297
    case .lighten: 0x9298
    case .colorDodge: 0x9299
    case .colorBurn: 0x929A
    case .hardLight: 0x929B
    case .softLight: 0x929C
    case .difference: 0x929E
    case .exclusion: 0x92A0
    case .hue: 0x92AD
    case .saturation: 0x92AE
    case .color: 0x92AF
    case .luminosity: 0x92B0
    default: GL_FUNC_ADD
    }
  }
}
