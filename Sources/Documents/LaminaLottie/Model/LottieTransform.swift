// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation
internal import LaminaGeometry

/// A transform into the parent: scale, skew and rotation about the anchor point, followed by the translation of the
/// anchor point to the position.
struct LottieTransform {
  var anchor = Animated(SIMD3<Double>())
  var position = Position.point(Animated(SIMD3()))
  /// The scale, in percent.
  var scale = Animated(SIMD3<Double>(100, 100, 100))
  /// The rotation about z, in degrees, as all angles here.
  var rotation = Animated(0.0)
  var rotationX = Animated(0.0)
  var rotationY = Animated(0.0)
  var orientation = Animated(SIMD3<Double>())
  var skew = Animated(0.0)
  var skewAxis = Animated(0.0)
  /// The opacity, in percent.
  var opacity = Animated(100.0)

  /// A position, as one property or as separate components.
  enum Position {
    case point(Animated<SIMD3<Double>>)
    case split(x: Animated<Double>, y: Animated<Double>, z: Animated<Double>)

    var isAnimated: Bool {
      switch self {
      case .point(let point): point.isAnimated || point.followsLengths
      case .split(let x, let y, _): x.isAnimated || y.isAnimated
      }
    }

    func value(at time: Double) -> SIMD2<Double> {
      switch self {
      case .point(let point):
        let value = point.place(at: time).point
        return SIMD2(value.x, value.y)
      case .split(let x, let y, _): return SIMD2(x.value(at: time), y.value(at: time))
      }
    }

    /// The distance behind the picture's plane.
    var depth: Track<Double> {
      switch self {
      case .point(let point): Track(point).map { $0.z }
      case .split(_, _, let z): Track(z)
      }
    }
  }

  /// Whether the transform changes, apart from the opacity.
  var isAnimated: Bool {
    anchor.isAnimated || anchor.followsLengths || position.isAnimated || isTurning
  }

  /// Whether anything but the position changes.
  var isTurning: Bool {
    scale.isAnimated || rotation.isAnimated || rotationX.isAnimated || rotationY.isAnimated
      || orientation.isAnimated || isSkewing
  }

  /// Whether the transform is skewed at any time.
  var isSkewed: Bool { skew.keyframes.contains { $0.value != 0 } }

  /// Whether the skew changes.
  var isSkewing: Bool { isSkewed && (skew.isAnimated || skewAxis.isAnimated) }

  /// Whether the transform rotates about x or y at any time.
  var is3D: Bool {
    rotationX.keyframes.contains { $0.value != 0 } || rotationY.keyframes.contains { $0.value != 0 }
      || orientation.keyframes.contains { $0.value != SIMD3() }
  }

  /// Scale, skew and rotation at a time.
  ///
  /// - Parameter turn: Additional degrees about z.
  func linearPart(at time: Double, turn: Double = 0) -> CATransform3D {
    let scale = self.scale.value(at: time) / 100
    var result = CATransform3DMakeScale(CGFloat(scale.x), CGFloat(scale.y), is3D ? CGFloat(scale.z) : 1)
    if isSkewed {
      result = CATransform3DConcat(result, Self.skew(skew.value(at: time), axis: skewAxis.value(at: time)))
    }
    let z = rotation.value(at: time) + turn
    result = CATransform3DConcat(result, Self.turn(z, 0, 0, 1))
    guard is3D else { return result }
    result = CATransform3DConcat(result, Self.turn(rotationY.value(at: time), 0, 1, 0))
    result = CATransform3DConcat(result, Self.turn(rotationX.value(at: time), 1, 0, 0))
    let orientation = self.orientation.value(at: time)
    result = CATransform3DConcat(result, Self.turn(orientation.z, 0, 0, 1))
    result = CATransform3DConcat(result, Self.turn(orientation.y, 0, 1, 0))
    return CATransform3DConcat(result, Self.turn(orientation.x, 1, 0, 0))
  }

  /// The whole transform at a time, projected to the plane.
  func plane(at time: Double) -> Affine {
    let linear = linearPart(at: time)
    let anchor = self.anchor.value(at: time)
    let position = self.position.value(at: time)
    return Affine(
      a: Double(linear.m11), b: Double(linear.m12), c: Double(linear.m21), d: Double(linear.m22),
      tx: position.x - anchor.x * Double(linear.m11) - anchor.y * Double(linear.m21),
      ty: position.y - anchor.x * Double(linear.m12) - anchor.y * Double(linear.m22))
  }

  private static func turn(_ degrees: Double, _ x: CGFloat, _ y: CGFloat, _ z: CGFloat) -> CATransform3D {
    degrees == 0 ? CATransform3DIdentity : CATransform3DMakeRotation(CGFloat(degrees * .pi / 180), x, y, z)
  }

  /// Skews by the tangent of an angle along an axis: rotates the axis to x, shears, and rotates back.
  ///
  /// Angles that differ by a half turn give the same skew. The tangent of a right angle is unbounded, so it is limited
  /// to about 570,000.
  private static func skew(_ degrees: Double, axis: Double) -> CATransform3D {
    var shear = CATransform3DIdentity
    let angle = min(max(-degrees.remainder(dividingBy: 180), -89.9999), 89.9999) * .pi / 180
    shear.m21 = CGFloat(tan(angle))
    let there = turn(axis, 0, 0, 1)
    let back = turn(-axis, 0, 0, 1)
    return CATransform3DConcat(CATransform3DConcat(there, shear), back)
  }
}

extension Animated<SIMD3<Double>> {
  /// Whether any path between two keyframes is curved.
  var isCurved: Bool { keyframes.contains { !$0.holds && $0.spatial != nil } }

  /// The position at a time, on the spatial path if there is one, and the direction there.
  func place(at time: Double) -> (point: SIMD3<Double>, direction: SIMD2<Double>) {
    let (index, progress) = place(of: time)
    let from = keyframes[index]
    guard index + 1 < keyframes.count else { return (from.value, SIMD2()) }
    let to = keyframes[index + 1].value
    guard let spatial = from.spatial, !from.holds else {
      return (SIMD3.mix(from.value, to, progress), SIMD2(to.x - from.value.x, to.y - from.value.y))
    }
    return SpatialCurve(from: from.value, spatial: spatial, to: to).place(at: progress)
  }
}

/// An affine map of the plane: `x' = a x + c y + tx`, `y' = b x + d y + ty`.
struct Affine: Equatable {
  var a = 1.0
  var b = 0.0
  var c = 0.0
  var d = 1.0
  var tx = 0.0
  var ty = 0.0

  static let identity = Affine()

  /// This map, followed by another.
  func concatenating(_ next: Affine) -> Affine {
    Affine(
      a: a * next.a + b * next.c, b: a * next.b + b * next.d,
      c: c * next.a + d * next.c, d: c * next.b + d * next.d,
      tx: tx * next.a + ty * next.c + next.tx, ty: tx * next.b + ty * next.d + next.ty)
  }

  func callAsFunction(_ point: SIMD2<Double>) -> SIMD2<Double> {
    SIMD2(a * point.x + c * point.y + tx, b * point.x + d * point.y + ty)
  }

  /// Maps a direction.
  func turning(_ vector: SIMD2<Double>) -> SIMD2<Double> {
    SIMD2(a * vector.x + c * vector.y, b * vector.x + d * vector.y)
  }
}
