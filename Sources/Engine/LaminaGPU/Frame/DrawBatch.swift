// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaShaders

/// Consecutive instances that one draw call draws.
struct DrawBatch {
  var program: ShaderCatalog
  /// In the frame's instances.
  var instances: Range<Int>
  var state: DrawState
  /// The pass whose target is read, for composites.
  var source: Int?
  /// The pass whose alpha masks, for composites.
  var mask: Int?
  /// The pixels of the target that are copied first, for draws that blend by themselves.
  var backdrop: PixelRect?
}

/// What one pass draws, in order.
struct PassDraws {
  /// The index in the plan's passes.
  var pass: Int
  /// The pass into whose pixels it draws on, where it does.
  var continued: Int?
  /// What its pixels are before anything is drawn, premultiplied; `nil` leaves them as they are.
  var clear: SIMD4<Float>?
  /// Whether it needs a depth buffer.
  var usesDepth: Bool
  var batches: [DrawBatch]
}
