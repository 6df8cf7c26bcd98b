// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation
package import LaminaGeometry

// The interpolation between two transforms (TIME-7). Matrices are decomposed, the parts are interpolated, and
// recomposed, so that a rotation stays a rotation and does not shrink half way.
//
// Where both are affine in the plane, the parts are a translation, an angle, two scales and a shear; otherwise they are
// the parts of `TransformComponents`, with the rotation as a quaternion, which takes the shortest way. The rules for
// mirrored planes and for angles beyond half a turn are those of CSS Transforms, 2D.

/// Two transforms, decomposed once, and the interpolation between them.
package struct TransformMix: Sendable {
  private enum Parts: Sendable {
    case same
    case flat(FlatParts, FlatParts)
    case space(TransformComponents, TransformComponents, turn: Turn)
  }

  /// Two rotations as quaternions.
  fileprivate struct Turn: Sendable {
    private var from: SIMD4<Double>
    private var to: SIMD4<Double>
    /// The angle between both, which is half of the layer's rotation.
    private var angle: Double
    private var sine: Double

    /// Takes the shorter way from one rotation to the other.
    init(from: SIMD4<Double>, to: SIMD4<Double>) {
      let cosine = (from * to).sum()
      self.from = from
      self.to = cosine < 0 ? -to : to
      angle = acos(min(abs(cosine), 1))
      sine = sin(angle)
    }
  }

  package let from: CATransform3D
  package let to: CATransform3D
  private let parts: Parts

  /// Decomposes two transforms.
  package init(from: CATransform3D, to: CATransform3D) {
    self.from = from
    self.to = to
    if from == to || !from.isFinite || !to.isFinite {
      parts = .same
    } else if CATransform3DIsAffine(from), CATransform3DIsAffine(to) {
      var (one, two) = (FlatParts(from), FlatParts(to))
      FlatParts.reconcile(&one, &two)
      parts = .flat(one, two)
    } else {
      let (one, two) = (TransformComponents(from), TransformComponents(to))
      parts = .space(one, two, turn: Turn(from: one.turn, to: two.turn))
    }
  }

  /// The transform at a progress: exactly `from` at 0 and `to` at 1.
  package func callAsFunction(_ progress: Double) -> CATransform3D {
    if progress == 0 { return from }
    if progress == 1 { return to }
    switch parts {
    case .same: return progress < 0.5 ? from : to
    case .flat(let one, let two): return one.mixed(with: two, progress).transform
    case .space(let one, let two, let turn):
      return one.mixed(with: two, progress, turn: turn.between(progress))
    }
  }
}

extension TransformMix.Turn {
  /// The rotation at a progress, as a unit quaternion; beyond 0...1 it goes on rotating.
  func between(_ progress: Double) -> SIMD4<Double> {
    var result: SIMD4<Double>
    if angle < 1e-6 {
      result = from + (to - from) * progress
    } else {
      result = (from * sin((1 - progress) * angle) + to * sin(progress * angle)) / sine
    }
    let length = (result * result).sum().squareRoot()
    if length > 0 { result /= length }
    return result
  }
}

/// A transform of the plane, decomposed.
struct FlatParts: Sendable {
  var translation: SIMD2<Double>
  var scale: SIMD2<Double>
  /// The component of the y axis along the x axis.
  var shear: Double
  /// The rotation in radians.
  var angle: Double
  /// Whether the angle is defined; it is not where both scales are zero.
  var hasAngle: Bool

  init(_ matrix: CATransform3D) {
    translation = SIMD2(Double(matrix.m41), Double(matrix.m42))
    var x = SIMD2(Double(matrix.m11), Double(matrix.m12))
    var y = SIMD2(Double(matrix.m21), Double(matrix.m22))
    var size = SIMD2((x * x).sum().squareRoot(), (y * y).sum().squareRoot())
    hasAngle = size != .zero
    if x.x * y.y - x.y * y.x < 0 {
      // The mirrored axis is the one that points away from its usual direction.
      if x.x < y.y { size.x = -size.x } else { size.y = -size.y }
    }
    if size.x != 0 { x /= size.x } else if size.y != 0 { x = SIMD2(y.y, -y.x) / size.y }
    angle = size == .zero ? 0 : atan2(x.y, x.x)
    shear = (x * y).sum()
    y -= x * shear
    scale = SIMD2(size.x, (y * y).sum().squareRoot() * (size.y < 0 ? -1 : 1))
  }

  /// Gives two transforms the same mirrored axis, and angles with the shorter way between them.
  static func reconcile(_ one: inout FlatParts, _ two: inout FlatParts) {
    if !one.hasAngle { one.angle = two.angle }
    if !two.hasAngle { two.angle = one.angle }
    if (one.scale.x < 0 && two.scale.y < 0) || (one.scale.y < 0 && two.scale.x < 0) {
      one.scale = -one.scale
      one.angle += one.angle < 0 ? .pi : -.pi
    }
    if two.angle - one.angle > .pi + 1e-9 { one.angle += 2 * .pi }
    if one.angle - two.angle > .pi + 1e-9 { two.angle += 2 * .pi }
  }

  /// Takes the same mirrored axis as the transform before, and the angle that is the shorter way from it.
  mutating func follow(_ before: FlatParts) {
    if !hasAngle { angle = before.angle }
    if (before.scale.x < 0 && scale.y < 0) || (before.scale.y < 0 && scale.x < 0) {
      scale = -scale
      angle += .pi
    }
    let turns = ((angle - before.angle) / (2 * .pi)).rounded(.toNearestOrAwayFromZero)
    // At exactly half a turn, the angles themselves decide the direction.
    if abs(angle - before.angle) > .pi + 1e-9 { angle -= turns * 2 * .pi }
  }

  /// All parts as numbers.
  var row: [Double] { [translation.x, translation.y, scale.x, scale.y, shear, angle] }

  /// Makes the parts from the numbers that ``row`` lists.
  init(row: [Double]) {
    (translation, scale) = (SIMD2(row[0], row[1]), SIMD2(row[2], row[3]))
    (shear, angle, hasAngle) = (row[4], row[5], true)
  }

  func mixed(with other: FlatParts, _ progress: Double) -> FlatParts {
    var result = self
    result.translation += (other.translation - translation) * progress
    result.scale += (other.scale - scale) * progress
    result.shear += (other.shear - shear) * progress
    result.angle += (other.angle - angle) * progress
    return result
  }

  var transform: CATransform3D {
    let (sine, cosine) = (sin(angle), cos(angle))
    var result = CATransform3DIdentity
    (result.m11, result.m12) = (scale.x * cosine, scale.x * sine)
    (result.m21, result.m22) = (shear * cosine - scale.y * sine, shear * sine + scale.y * cosine)
    (result.m41, result.m42) = (translation.x, translation.y)
    return result
  }
}

extension CATransform3D {
  /// Returns the transform applied several times; a negative number applies its inverse.
  package func power(_ exponent: Double) -> CATransform3D {
    guard exponent.isFinite, abs(exponent) < 1e9 else { return self }
    var base = exponent < 0 ? CATransform3DInvert(self) : self
    var rest = Int(clamping: abs(exponent))
    var result = CATransform3DIdentity
    while rest > 0 {
      if rest & 1 == 1 { result = CATransform3DConcat(result, base) }
      base = CATransform3DConcat(base, base)
      rest >>= 1
    }
    return result
  }
}
