// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation
internal import LaminaGeometry

// A smooth curve through transforms (TIME-5, TIME-7). They are taken apart as between two of them: where all are affine
// in the plane, into a translation, two scales, a shear and an angle, otherwise into the parts of `TransformComponents`
// with the turn as a quaternion. Angles and quaternions follow those before them the shorter way, so that the curve
// through their numbers is the one that is meant; the spline then runs through each part.

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

  /// How long each piece of the curve is, about: in points, radians and parts of scales alike.
  var lengths: [Double] { parts.lengths }

  /// The transform between one and the next; exactly the one that was given where the fraction is 0.
  func value(_ index: Int, _ fraction: Double) -> CATransform3D {
    guard index + 1 < values.count, fraction != 0 else { return values[min(index, values.count - 1)] }
    let row = parts.value(index, fraction)
    return isFlat ? FlatParts(row: row).transform : TransformComponents(row: row).transform
  }

  private static func flatRows(_ values: [CATransform3D]) -> [[Double]] {
    var all = values.map(FlatParts.init)
    // What has no angle to see has that of the first that has one, and then of the one before.
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
