// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation
package import LaminaGeometry

// Decomposes a transform and recomposes it, for key paths such as `transform.rotation.z`.
//
// In row vectors M = S H Rx Ry Rz T P: scale, then shear, then the rotations about x, y and z, then the translation,
// and outermost the perspective. Apple documents S Rx Ry Rz T (GEO-9). Of shear and perspective only `shear.x` has a
// key path; the others are kept so that setting one component leaves all others unchanged.
//
// Of the two sets of angles that give the same rotation, the set with the smaller angles is taken, so that a layer that
// was only rotated about y returns that angle, even beyond a quarter turn. A mirrored transform has one negative scale,
// or three, whichever leaves the smaller rotation.

/// A transform as the components that its key paths name.
///
/// - Conformance: GEO-9
package struct TransformComponents: Sendable {
  package var translation = SIMD3<Double>(0, 0, 0)
  /// The angles about x, y and z, in radians.
  package var rotation = SIMD3<Double>(0, 0, 0)
  package var scale = SIMD3<Double>(1, 1, 1)
  /// The components of y along x, of z along x and of z along y.
  package var shear = SIMD3<Double>(0, 0, 0)
  /// The fourth column.
  fileprivate var perspective = SIMD4<Double>(0, 0, 0, 1)

  /// The identity.
  package init() {}

  /// Decomposes a transform.
  package init(_ transform: CATransform3D) {
    let rows = (transform.row1, transform.row2, transform.row3, transform.row4)
    translation = SIMD3(rows.3.x, rows.3.y, rows.3.z)
    decompose(
      SIMD3(rows.0.x, rows.0.y, rows.0.z), SIMD3(rows.1.x, rows.1.y, rows.1.z), SIMD3(rows.2.x, rows.2.y, rows.2.z))
    let column = SIMD4(rows.0.w, rows.1.w, rows.2.w, rows.3.w)
    if column != SIMD4(0, 0, 0, 1) {
      var affine = transform
      (affine.m14, affine.m24, affine.m34, affine.m44) = (0, 0, 0, 1)
      let inverse = CATransform3DInvert(affine)
      // A flat transform has no inverse; its perspective is kept unchanged.
      perspective =
        inverse == affine
        ? column
        : SIMD4(
          (inverse.row1 * column).sum(), (inverse.row2 * column).sum(), (inverse.row3 * column).sum(),
          (inverse.row4 * column).sum())
    }
  }

  /// The transform made of the components.
  package var transform: CATransform3D {
    // The product of the three rotations, written out.
    let (sx, cx) = rotation.x == 0 ? (0, 1) : (sin(rotation.x), cos(rotation.x))
    let (sy, cy) = rotation.y == 0 ? (0, 1) : (sin(rotation.y), cos(rotation.y))
    let (sz, cz) = rotation.z == 0 ? (0, 1) : (sin(rotation.z), cos(rotation.z))
    return assembled(
      SIMD3(cy * cz, cy * sz, 0 - sy),
      SIMD3(sx * sy * cz - cx * sz, sx * sy * sz + cx * cz, sx * cy),
      SIMD3(cx * sy * cz + sx * sz, cx * sy * sz - sx * cz, cx * cy))
  }

  /// Returns the transform of the components, with the rows of another rotation in the place of their own.
  @inline(__always)
  private func assembled(_ x: SIMD3<Double>, _ y: SIMD3<Double>, _ z: SIMD3<Double>) -> CATransform3D {
    var rows = (x, y, z)
    if shear != .zero { rows = (x, y + x * shear.x, z + x * shear.y + y * shear.z) }
    rows = (rows.0 * scale.x, rows.1 * scale.y, rows.2 * scale.z)
    var column = SIMD4<Double>(0, 0, 0, 1)
    if perspective != column {
      let eye = SIMD3(perspective.x, perspective.y, perspective.z)
      column = SIMD4(
        Self.dot(rows.0, eye), Self.dot(rows.1, eye), Self.dot(rows.2, eye),
        Self.dot(translation, eye) + perspective.w)
    }
    return CATransform3D(
      rows: (
        SIMD4(rows.0, column.x), SIMD4(rows.1, column.y), SIMD4(rows.2, column.z), SIMD4(translation, column.w)
      ))
  }

  /// Gram-Schmidt orthogonalization of the rows, first to last.
  private mutating func decompose(_ x: SIMD3<Double>, _ y: SIMD3<Double>, _ z: SIMD3<Double>) {
    scale.x = Self.length(x)
    var first = scale.x > 0 ? x / scale.x : .zero
    let xInY = Self.dot(first, y)
    var rest = y - first * xInY
    scale.y = Self.length(rest)
    // The rest of an axis that is parallel to another one is noise.
    if scale.y <= 1e-14 * Self.length(y) { scale.y = 0 }
    var second = scale.y > 0 ? rest / scale.y : .zero
    let xInZ = Self.dot(first, z)
    let yInZ = Self.dot(second, z)
    rest = z - first * xInZ - second * yInZ
    scale.z = Self.length(rest)
    if scale.z <= 1e-14 * Self.length(z) { scale.z = 0 }
    var third = scale.z > 0 ? rest / scale.z : .zero
    Self.complete(&first, &second, &third)
    shear = SIMD3(
      scale.y > 0 ? xInY / scale.y : 0, scale.z > 0 ? xInZ / scale.z : 0, scale.z > 0 ? yInZ / scale.z : 0)
    // Rounding leaves a trace of shear in every rotated transform.
    for index in 0..<3 where abs(shear[index]) < 1e-15 { shear[index] = 0 }
    if Self.dot(Self.cross(first, second), third) < 0 { mirror(&first, &second, &third) }
    rotation = Self.angles(first, second, third)
  }

  /// Fills in axes that a scale of zero has removed, so that three perpendicular axes remain.
  private static func complete(_ x: inout SIMD3<Double>, _ y: inout SIMD3<Double>, _ z: inout SIMD3<Double>) {
    switch (x == .zero, y == .zero, z == .zero) {
    case (false, false, false): break
    case (true, false, false): x = cross(y, z)
    case (false, true, false): y = cross(z, x)
    case (false, false, true): z = cross(x, y)
    case (true, true, true): (x, y, z) = ([1, 0, 0], [0, 1, 0], [0, 0, 1])
    case (false, true, true):
      y = perpendicular(to: x, like: [0, 1, 0], or: [0, 0, 1])
      z = cross(x, y)
    case (true, false, true):
      z = perpendicular(to: y, like: [0, 0, 1], or: [1, 0, 0])
      x = cross(y, z)
    case (true, true, false):
      x = perpendicular(to: z, like: [1, 0, 0], or: [0, 1, 0])
      y = cross(z, x)
    }
  }

  private static func perpendicular(to axis: SIMD3<Double>, like first: SIMD3<Double>, or second: SIMD3<Double>)
    -> SIMD3<Double>
  {
    let wanted = abs(dot(axis, first)) < 0.9 ? first : second
    let rest = wanted - axis * dot(axis, wanted)
    return rest / length(rest)
  }

  /// Makes one scale negative, or all three, so that the rest is a rotation, and the smallest one.
  private mutating func mirror(_ x: inout SIMD3<Double>, _ y: inout SIMD3<Double>, _ z: inout SIMD3<Double>) {
    let patterns: [SIMD3<Double>] = [[-1, 1, 1], [1, -1, 1], [1, 1, -1], [-1, -1, -1]]
    // The trace of a rotation by a is 1 + 2 cos a. A sheared transform is mirrored on all axes, which leaves the shear
    // unchanged.
    func trace(_ signs: SIMD3<Double>) -> Double { signs.x * x.x + signs.y * y.y + signs.z * z.z }
    var best = patterns[0]
    if shear == .zero {
      for pattern in patterns where trace(pattern) > trace(best) + 1e-9 { best = pattern }
    } else {
      best = patterns[3]
    }
    scale *= best
    x *= best.x
    y *= best.y
    z *= best.z
  }

  /// Returns the angles of a rotation with the given rows.
  private static func angles(_ x: SIMD3<Double>, _ y: SIMD3<Double>, _ z: SIMD3<Double>) -> SIMD3<Double> {
    let cosine = (x.x * x.x + x.y * x.y).squareRoot()
    let aboutY = atan2(-x.z, cosine)
    // After a quarter turn about y, rotations about x and z have the same axis: the whole angle is assigned to z.
    guard cosine > 1e-9 else { return SIMD3(0, aboutY, atan2(-y.x, y.y)) }
    let near = SIMD3(atan2(y.z, z.z), aboutY, atan2(x.y, x.x))
    let far = SIMD3(away(near.x), away(-aboutY), away(near.z))
    return size(far) < size(near) - 1e-9 ? far : near
  }

  /// Returns the angle that is half a turn away, on the side nearer to zero.
  private static func away(_ angle: Double) -> Double { angle > 0 ? angle - .pi : angle + .pi }

  private static func size(_ angles: SIMD3<Double>) -> Double { abs(angles.x) + abs(angles.y) + abs(angles.z) }

  private static func dot(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double { (a * b).sum() }

  private static func length(_ a: SIMD3<Double>) -> Double { (a * a).sum().squareRoot() }

  private static func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
  }
}

extension TransformComponents {
  /// The distance of the eye, where the perspective is that of an eye centred before the plane.
  package var perspectiveDistance: Double? {
    perspective.z != 0 && perspective.x == 0 && perspective.y == 0 && perspective.w == 1 ? -1 / perspective.z : nil
  }
}

extension TransformComponents {
  /// The rotation as a unit quaternion: x, y, z, w.
  package var turn: SIMD4<Double> {
    let half = rotation / 2
    func about(_ axis: Int) -> SIMD4<Double> {
      var result = SIMD4(0, 0, 0, cos(half[axis]))
      result[axis] = sin(half[axis])
      return result
    }
    // In row vectors x rotates first; a product of quaternions has the first rotation on its right.
    return Self.product(about(2), Self.product(about(1), about(0)))
  }

  /// All parts as numbers: translation, scale, shear, perspective and the rotation as a quaternion.
  package var row: [Double] {
    [translation, scale, shear].flatMap { [$0.x, $0.y, $0.z] }
      + [perspective, turn].flatMap { [$0.x, $0.y, $0.z, $0.w] }
  }

  /// The indices of the quaternion in ``row``.
  package static let turnInRow = 13..<17

  /// Makes the components from the numbers that ``row`` lists; the quaternion may have any length but 0.
  package init(row: [Double]) {
    translation = SIMD3(row[0], row[1], row[2])
    scale = SIMD3(row[3], row[4], row[5])
    shear = SIMD3(row[6], row[7], row[8])
    perspective = SIMD4(row[9], row[10], row[11], row[12])
    let turn = SIMD4(row[13], row[14], row[15], row[16])
    let length = (turn * turn).sum().squareRoot()
    guard length > 0 else { return }
    let rows = Self.rows(of: turn / length)
    rotation = Self.angles(rows.0, rows.1, rows.2)
  }

  /// Mixes all components but the rotation with those of another transform, and recomposes them with a given rotation.
  package func mixed(with other: TransformComponents, _ progress: Double, turn: SIMD4<Double>) -> CATransform3D {
    var result = self
    result.translation += (other.translation - translation) * progress
    result.scale += (other.scale - scale) * progress
    result.shear += (other.shear - shear) * progress
    result.perspective += (other.perspective - perspective) * progress
    let rows = Self.rows(of: turn)
    return result.assembled(rows.0, rows.1, rows.2)
  }

  /// Returns the rotation of a unit quaternion as rows.
  private static func rows(of turn: SIMD4<Double>) -> (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>) {
    let (x, y, z, w) = (turn.x, turn.y, turn.z, turn.w)
    return (
      SIMD3(1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)),
      SIMD3(2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)),
      SIMD3(2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y))
    )
  }

  private static func product(_ a: SIMD4<Double>, _ b: SIMD4<Double>) -> SIMD4<Double> {
    let (u, v) = (SIMD3(a.x, a.y, a.z), SIMD3(b.x, b.y, b.z))
    return SIMD4(v * a.w + u * b.w + cross(u, v), a.w * b.w - dot(u, v))
  }
}
