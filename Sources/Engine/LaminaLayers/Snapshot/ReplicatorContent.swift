// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import Foundation
package import LaminaGeometry
internal import LaminaGraphics

/// How a replicator layer shows its sublayers several times.
///
/// The snapshot holds the sublayers once; the planner visits them for each copy.
///
/// - Conformance: REPL-1
package struct ReplicatorContent: Sendable {
  /// How many copies there are; 0 shows no sublayers.
  package var count: Int
  /// What carries each copy to the next, about the middle of the layer.
  package var step: CATransform3D
  /// Straight, what multiplies the colours of the first copy; 0...1.
  package var color: SIMD4<Float>
  /// What each copy adds to that.
  package var offsets: SIMD4<Float>
  /// How much later each copy's time is than that of the one before, seconds of the tree's root.
  package var delay: Double
  /// Where the nodes of each copy begin, where every copy has its own; empty where they share theirs.
  package var copyStarts: [Int32] = []

  /// - Parameters:
  ///   - center: The middle of the layer, in its own space.
  ///   - delay: Seconds of the tree's root.
  package init(
    count: Int, transform: CATransform3D, center: CGPoint, color: SIMD4<Float>, offsets: SIMD4<Float>, delay: Double
  ) {
    self.count = max(count, 0)
    let there = CATransform3DMakeTranslation(center.x, center.y, 0)
    let back = CATransform3DMakeTranslation(-center.x, -center.y, 0)
    step =
      CATransform3DIsIdentity(transform)
      ? transform : CATransform3DConcat(CATransform3DConcat(back, transform), there)
    self.color = color
    self.offsets = offsets
    self.delay = delay.isFinite ? delay : 0
  }

  /// Premultiplied, what multiplies the colours of copy `index`.
  package func tint(of index: Int) -> SIMD4<Float> {
    var straight = color + offsets * Float(index)
    straight.replace(with: 0, where: .!(straight .> 0))
    straight.replace(with: 1, where: straight .> 1)
    var result = straight * straight.w
    result.w = straight.w
    return result
  }

  /// Whether all copies lie in the layer's own plane, without perspective.
  package var staysInPlane: Bool {
    step.isFinite && step.m13 == 0 && step.m14 == 0 && step.m23 == 0 && step.m24 == 0 && step.m34 == 0
      && step.m43 == 0 && step.m44 == 1
  }
}
