// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaLayers

/// The copies of a replicator layer, one after the other.
struct ReplicaWalk {
  let content: ReplicatorContent
  /// The number of copies that are drawn.
  let count: Int
  /// The index of the current copy.
  private(set) var index = 0
  /// The matrix that maps the first copy to the current one.
  private(set) var matrix = CATransform3DIdentity
  /// The tint that the replicator inherits.
  let tint: SIMD4<Float>
  let delay: Double

  init(_ content: ReplicatorContent, count: Int, tint: SIMD4<Float>, delay: Double) {
    self.content = content
    self.count = count
    self.tint = tint
    self.delay = delay
  }

  /// Goes on to the next copy.
  ///
  /// - Returns: `false` after the last copy.
  mutating func advance() -> Bool {
    guard index + 1 < count else { return false }
    index += 1
    matrix = CATransform3DConcat(matrix, content.step)
    return true
  }

  /// The transform of this copy of the sublayers' space into the space around it.
  func space(in outer: CATransform3D?) -> CATransform3D {
    outer.map { CATransform3DConcat(matrix, $0) } ?? matrix
  }

  /// The nodes of this copy, out of the nodes of all copies.
  func nodes(in all: Range<Int32>) -> Range<Int32> {
    guard content.copyStarts.indices.contains(index) else { return all }
    let end = index + 1 < content.copyStarts.count ? content.copyStarts[index + 1] : all.upperBound
    return content.copyStarts[index]..<end
  }

  /// The colour that the colours of this copy are multiplied by.
  var copyTint: SIMD4<Float> { tint * content.tint(of: index) }

  /// The delay of this copy's time, including the inherited delay.
  var copyDelay: Double { delay + content.delay * Double(index) }
}
