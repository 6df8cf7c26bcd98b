// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import Testing

@Suite struct HomographyTests {
  static let perspective: Homography = {
    var transform = CATransform3DIdentity
    transform.m34 = -1.0 / 300
    transform = CATransform3DRotate(transform, 0.7, 0.3, 1, 0.2)
    return Homography(CATransform3DTranslate(transform, 20, -30, 10))
  }()

  @Test func composesAsItsMatrices() {
    let first = CATransform3DMakeRotation(0.3, 0, 0, 1)
    let second = CATransform3DTranslate(CATransform3DMakeScale(2, 3, 1), 4, 5, 0)
    let product = Homography(first).concatenating(Homography(second))
    let expected = Homography(CATransform3DConcat(first, second))
    for point in [[0, 0], [3, 4], [-7, 2]] as [SIMD2<Double>] {
      let difference = product.apply(point) - expected.apply(point)
      #expect((difference * difference).sum() < 1e-24)
    }
  }

  @Test func theInverseLeadsBackWithTheSameSignOfW() throws {
    let inverse = try #require(Self.perspective.inverted())
    for point in [[0, 0], [50, 40], [-70, 20]] as [SIMD2<Double>] {
      let image = Self.perspective.homogeneous(point)
      let back = inverse.homogeneous(SIMD2(image.x, image.y) / image.z)
      #expect(abs(back.z * image.z - 1) < 1e-12)
      #expect(abs(back.x / back.z - point.x) < 1e-9 && abs(back.y / back.z - point.y) < 1e-9)
    }
  }

  @Test func singularAndBrokenMapsHaveNoInverse() {
    #expect(Homography(CATransform3DMakeScale(0, 1, 1)).inverted() == nil)
    #expect(Homography(a: 1, b: 2, c: 0.5, d: 1, tx: 0, ty: 0).inverted() == nil)
    #expect(Homography(a: .nan, b: 0, c: 0, d: 1, tx: 0, ty: 0).inverted() == nil)
    #expect(!Homography(a: .infinity, b: 0, c: 0, d: 1, tx: 0, ty: 0).isFinite)
    #expect(Homography(a: 1e-5, b: 0, c: 0, d: 1e-5, tx: 0, ty: 0).inverted() != nil)
  }

  @Test func affineMapsStayAffine() {
    let affine = Homography(CGAffineTransform(a: 1, b: 2, c: 3, d: 5, tx: 5, ty: 6))
    #expect(affine.isAffine && affine.isFinite && !Self.perspective.isAffine)
    #expect(affine.concatenating(affine).isAffine)
    #expect(affine.inverted()?.isAffine == true)
    #expect(affine.determinant == -1)
  }
}
