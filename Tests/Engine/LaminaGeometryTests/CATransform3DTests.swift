// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import Testing

/// Whether two matrices agree to within `tolerance` in every entry.
func isClose(_ first: CATransform3D, _ second: CATransform3D, tolerance: Double = 1e-12) -> Bool {
  let differences = [
    first.row1 - second.row1, first.row2 - second.row2, first.row3 - second.row3, first.row4 - second.row4,
  ]
  return differences.allSatisfy { row in (0..<4).allSatisfy { abs(row[$0]) <= tolerance } }
}

@Suite struct CATransform3DTests {
  static let sample = CATransform3DRotate(
    CATransform3DScale(CATransform3DMakeTranslation(3, -4, 5), 2, 0.5, 3), 0.7, 1, 2, -1)

  @Test func startsAsZero() {
    let zero = CATransform3D()
    #expect(zero.row1 == .zero && zero.row2 == .zero && zero.row3 == .zero && zero.row4 == .zero)
    #expect(zero != CATransform3DIdentity)
  }

  @Test func identity() {
    #expect(CATransform3DIsIdentity(CATransform3DIdentity))
    #expect(CATransform3DIsIdentity(CATransform3DMakeTranslation(0, 0, 0)))
    #expect(CATransform3DIsIdentity(CATransform3DMakeScale(1, 1, 1)))
    #expect(!CATransform3DIsIdentity(CATransform3DMakeScale(1, 1, 2)))
    #expect(CATransform3DEqualToTransform(Self.sample, Self.sample))
    #expect(!CATransform3DEqualToTransform(Self.sample, CATransform3DIdentity))
  }

  @Test func rotationAboutYHasTheSignsOfSpaces() {
    let angle = 0.3
    let rotation = CATransform3DMakeRotation(angle, 0, 1, 0)
    #expect(rotation.m11 == cos(angle) && rotation.m33 == cos(angle))
    #expect(rotation.m13 == -sin(angle) && rotation.m31 == sin(angle))
    #expect(rotation.m22 == 1)
  }

  @Test func positiveRotationAboutZIsClockwiseOnTheScreen() {
    let rotation = CATransform3DMakeRotation(.pi / 2, 0, 0, 1)
    let image = Homography(rotation).apply([1, 0])
    #expect(abs(image.x) < 1e-15 && abs(image.y - 1) < 1e-15)
  }

  @Test("axes are normalised", arguments: [1e-300, 1e-3, 1, 7, 1e300] as [CGFloat])
  func normalises(length: CGFloat) {
    let expected = CATransform3DMakeRotation(1, 1, 1, 1)
    #expect(isClose(CATransform3DMakeRotation(1, length, length, length), expected))
  }

  @Test func badAxesGiveTheIdentity() {
    #expect(CATransform3DIsIdentity(CATransform3DMakeRotation(1, 0, 0, 0)))
    #expect(CATransform3DIsIdentity(CATransform3DMakeRotation(1, .nan, 0, 1)))
    #expect(CATransform3DIsIdentity(CATransform3DMakeRotation(1, .infinity, 0, 1)))
    #expect(CATransform3DRotate(Self.sample, 1, 0, 0, 0) == Self.sample)
  }

  @Test func functionsPutTheNewStepFirst() {
    let t = Self.sample
    #expect(CATransform3DTranslate(t, 1, 2, 3) == CATransform3DConcat(CATransform3DMakeTranslation(1, 2, 3), t))
    #expect(CATransform3DScale(t, 1, 2, 3) == CATransform3DConcat(CATransform3DMakeScale(1, 2, 3), t))
    #expect(
      CATransform3DRotate(t, 1, 2, 3, 4) == CATransform3DConcat(CATransform3DMakeRotation(1, 2, 3, 4), t))
  }

  @Test func concatenationActsFromLeftToRight() {
    let scale = CATransform3DMakeScale(2, 2, 2)
    let move = CATransform3DMakeTranslation(10, 0, 0)
    #expect(Homography(CATransform3DConcat(scale, move)).apply([1, 1]) == [12, 2])
    #expect(Homography(CATransform3DConcat(move, scale)).apply([1, 1]) == [22, 2])
  }

  @Test func inverse() {
    var perspective = Self.sample
    perspective.m34 = -1.0 / 500
    perspective.m14 = 0.001
    for transform in [Self.sample, perspective, CATransform3DMakeScale(1e-6, 1e6, 1)] {
      let product = CATransform3DConcat(transform, CATransform3DInvert(transform))
      #expect(isClose(product, CATransform3DIdentity, tolerance: 1e-9))
    }
  }

  @Test func aSingularMatrixInvertsToItself() {
    let flat = CATransform3DMakeScale(1, 0, 1)
    #expect(CATransform3DInvert(flat) == flat)
    let zero = CATransform3D()
    #expect(CATransform3DInvert(zero) == zero)
    var broken = CATransform3DIdentity
    broken.m22 = .infinity
    #expect(CATransform3DInvert(broken) == broken)
    let tiny = CATransform3DMakeScale(1e-300, 1, 1e-300)
    #expect(CATransform3DInvert(tiny).isFinite)
  }

  @Test func affineRoundTrip() {
    let affine = CGAffineTransform(a: 1, b: 2, c: 3, d: 4, tx: 5, ty: 6)
    let transform = CATransform3DMakeAffineTransform(affine)
    #expect(CATransform3DIsAffine(transform))
    #expect(CATransform3DGetAffineTransform(transform) == affine)
    #expect(!CATransform3DIsAffine(CATransform3DMakeRotation(0.1, 0, 1, 0)))
    #expect(!CATransform3DIsAffine(CATransform3DMakeTranslation(0, 0, 1)))
    #expect(!CATransform3DIsAffine(CATransform3DMakeScale(1, 1, 2)))
    #expect(CATransform3DIsAffine(CATransform3DMakeRotation(0.1, 0, 0, 1)))
  }

  @Test("D3-4: a 200x200 layer rotated 45 degrees about y with d = 500")
  func perspectiveExample() {
    var transform = CATransform3DIdentity
    transform.m34 = -1.0 / 500
    transform = CATransform3DRotate(transform, .pi / 4, 0, 1, 0)
    let map = Homography(transform)
    #expect(abs(map.apply([-100, 0]).x - -82.36) < 0.005)
    #expect(abs(map.apply([100, 0]).x - 61.95) < 0.005)
  }

  @Test func theImageOfAPlaneInSpaceIsThatOfTheMatrix() {
    var next = CATransform3DMakeRotation(0.4, 0, 1, 0)
    next.m34 = -0.002
    let plane = PlaneInSpace(Self.sample).concatenating(next)
    #expect(plane == PlaneInSpace(CATransform3DConcat(Self.sample, next)))
    #expect(plane.flattened == Homography(CATransform3DConcat(Self.sample, next)))
  }
}
