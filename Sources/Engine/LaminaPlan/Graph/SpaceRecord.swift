// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// What the planner decided about depth, kept for printing: `lamina plan` shows it.

/// One three-dimensional space that was sorted.
package struct SpaceRecord: Sendable, Equatable {
  /// The snapshot node of the container.
  package var node: Int32
  /// How many layers were sorted.
  package var layers: Int
  /// What is drawn of them, back to front, in `RenderPlan.spacePieces`.
  package var pieces: Range<Int>
  /// The single-sided layers in it that face away, in `RenderPlan.layersFacingAway`: they are neither sorted nor drawn.
  package var facingAway: Range<Int>

  package init(node: Int32, layers: Int, pieces: Range<Int>, facingAway: Range<Int> = 0..<0) {
    self.node = node
    self.layers = layers
    self.pieces = pieces
    self.facingAway = facingAway
  }
}

/// A layer of a space, or what cuts left of it.
package struct SpacePieceRecord: Sendable, Equatable {
  /// The snapshot node of the layer.
  package var node: Int32
  /// The least and the greatest depth, points towards the viewer, after perspective.
  package var depth: SIMD2<Float>
  /// The cuts that bound it, in `RenderPlan.spaceCuts`.
  package var cuts: Range<Int>

  package init(node: Int32, depth: SIMD2<Float>, cuts: Range<Int>) {
    self.node = node
    self.depth = depth
    self.cuts = cuts
  }
}

/// One side of a line where two planes of a space meet.
package struct SpaceCutRecord: Sendable, Equatable {
  /// The snapshot node of the layer whose plane cuts.
  package var cutter: Int32
  /// Whether the side in front of that plane is kept; otherwise the one behind.
  package var keepsFront: Bool
  /// Kept is where `x * line.x + y * line.y + line.z` is positive, in target pixels.
  package var line: SIMD3<Float>

  package init(cutter: Int32, keepsFront: Bool, line: SIMD3<Float>) {
    self.cutter = cutter
    self.keepsFront = keepsFront
    self.line = line
  }
}
