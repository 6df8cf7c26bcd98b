// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaShaders

/// Consecutive instances that one draw call draws.
struct DrawBatch {
  var program: ShaderCatalog
  /// The range of instances in the frame's list.
  var instances: Range<Int>
  var state: DrawState
  /// The pass whose target is read, for composites.
  var source: Int?
  /// The pass whose alpha masks, for composites.
  var mask: Int?
  /// The pixels of the target that are copied first, for draws that blend in the shader.
  var backdrop: PixelRect?
}

/// The draws of one pass, in order.
struct PassDraws {
  /// The index in the plan's passes.
  var pass: Int
  /// The pass whose target this pass continues, if any.
  var continued: Int?
  /// The colour of the pixels before the first draw, premultiplied; `nil` leaves the pixels unchanged.
  var clear: SIMD4<Float>?
  /// Whether the pass needs a depth buffer.
  var usesDepth: Bool
  var batches: [DrawBatch]
  /// The tiles that draw the pass in place of batches, if it is drawn by compute shaders.
  var tiles: TileDraws?
  /// The steps of a blur that make the pass in place of batches, if compute shaders make it.
  var blurs: [BlurDispatch]?
}
