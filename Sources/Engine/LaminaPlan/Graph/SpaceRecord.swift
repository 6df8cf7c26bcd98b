// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// The planner's decisions about depth, kept for printing by `lamina plan`.

/// A three-dimensional space that was sorted.
package struct SpaceRecord: Sendable, Equatable {
  /// The snapshot node of the container.
  package var node: Int32
  /// The number of layers that were sorted.
  package var layers: Int
  /// The pieces that are drawn, back to front, in `RenderPlan.spacePieces`.
  package var pieces: Range<Int>
  /// The single-sided layers of the space that face away, in `RenderPlan.layersFacingAway`: they are neither sorted nor
  /// drawn.
  package var facingAway: Range<Int>

  package init(node: Int32, layers: Int, pieces: Range<Int>, facingAway: Range<Int> = 0..<0) {
    self.node = node
    self.layers = layers
    self.pieces = pieces
    self.facingAway = facingAway
  }
}

/// A layer of a space, or the part of it that cuts leave.
package struct SpacePieceRecord: Sendable, Equatable {
  /// The snapshot node of the layer.
  package var node: Int32
  /// The least and the greatest depth after perspective; points towards the viewer.
  package var depth: SIMD2<Float>
  /// The cuts that bound the piece, in `RenderPlan.spaceCuts`.
  package var cuts: Range<Int>

  package init(node: Int32, depth: SIMD2<Float>, cuts: Range<Int>) {
    self.node = node
    self.depth = depth
    self.cuts = cuts
  }
}

/// One side of a line where two planes of a space meet.
package struct SpaceCutRecord: Sendable, Equatable {
  /// The snapshot node of the layer whose plane makes the cut.
  package var cutter: Int32
  /// Whether the side in front of that plane is kept; otherwise the side behind it.
  package var keepsFront: Bool
  /// The line of the cut: the kept side is where `x * line.x + y * line.y + line.z` is positive, in target pixels.
  package var line: SIMD3<Float>

  package init(cutter: Int32, keepsFront: Bool, line: SIMD3<Float>) {
    self.cutter = cutter
    self.keepsFront = keepsFront
    self.line = line
  }
}
