// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import Foundation
package import LaminaGeometry
internal import LaminaGraphics

/// The number, places, colours and delays of a replicator layer's copies.
///
/// The snapshot contains the sublayers once; the planner visits them for each copy.
///
/// - Conformance: REPL-1
package struct ReplicatorContent: Sendable {
  /// The number of copies; 0 shows no sublayers.
  package var count: Int
  /// The transform from each copy to the next, about the middle of the layer.
  package var step: CATransform3D
  /// The colour by which the first copy's colours are multiplied, not premultiplied; 0...1.
  package var color: SIMD4<Float>
  /// The numbers that are added to that colour for each copy.
  package var offsets: SIMD4<Float>
  /// The delay of each copy's time relative to the copy before, in seconds of the tree's root.
  package var delay: Double
  /// The first nodes of the copies, where every copy has nodes of its own; empty where the copies share theirs.
  package var copyStarts: [Int32] = []

  /// - Parameters:
  ///   - center: The middle of the layer, in its own space.
  ///   - delay: The delay in seconds of the tree's root.
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

  /// The colour by which the colours of copy `index` are multiplied, premultiplied.
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
