// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation
internal import LaminaGeometry

// A smooth curve through transforms (TIME-5, TIME-7). They are decomposed as between two transforms: where all are
// affine in the plane, into a translation, two scales, a shear and an angle, otherwise into the parts of
// `TransformComponents` with the rotation as a quaternion. Each angle or quaternion is chosen on the shorter way from
// the one before, so that the curve through the numbers takes the expected way; a spline then runs through each part.

/// Transforms, and a smooth curve through them.
struct TransformCurve {
  private let values: [CATransform3D]
  private let parts: CubicValues
  private let isFlat: Bool

  /// - Returns: `nil` for fewer than two transforms, or any that is not finite.
  init?(_ values: [CATransform3D], _ animation: CAKeyframeAnimation) {
    guard values.count > 1, values.allSatisfy(\.isFinite) else { return nil }
    self.values = values
    isFlat = values.allSatisfy { CATransform3DIsAffine($0) }
    parts = CubicValues(isFlat ? Self.flatRows(values) : Self.rows(values), animation)
  }

  /// The approximate length of each piece of the curve, where points, radians and scales count alike.
  var lengths: [Double] { parts.lengths }

  /// Returns the transform between one and the next; exactly the given one where the fraction is 0.
  func value(_ index: Int, _ fraction: Double) -> CATransform3D {
    guard index + 1 < values.count, fraction != 0 else { return values[min(index, values.count - 1)] }
    let row = parts.value(index, fraction)
    return isFlat ? FlatParts(row: row).transform : TransformComponents(row: row).transform
  }

  private static func flatRows(_ values: [CATransform3D]) -> [[Double]] {
    var all = values.map(FlatParts.init)
    // Undefined angles at the beginning take the first defined angle; later ones take the angle before them.
    if let seen = all.first(where: \.hasAngle) { all[0].angle = seen.angle }
    for index in all.indices.dropFirst() { all[index].follow(all[index - 1]) }
    return all.map(\.row)
  }

  private static func rows(_ values: [CATransform3D]) -> [[Double]] {
    var rows: [[Double]] = []
    for value in values {
      var row = TransformComponents(value).row
      if let before = rows.last {
        let product = TransformComponents.turnInRow.reduce(0) { $0 + row[$1] * before[$1] }
        if product < 0 { for index in TransformComponents.turnInRow { row[index] = -row[index] } }
      }
      rows.append(row)
    }
    return rows
  }
}
