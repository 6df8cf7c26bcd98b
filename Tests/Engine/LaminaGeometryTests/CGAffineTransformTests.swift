// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import Testing

@Suite struct CGAffineTransformTests {
  static let sample = CGAffineTransform(a: 2, b: 1, c: -1, d: 3, tx: 10, ty: -20)

  @Test func startsAsZeroAndKnowsTheIdentity() {
    #expect(CGAffineTransform() == CGAffineTransform(a: 0, b: 0, c: 0, d: 0, tx: 0, ty: 0))
    #expect(CGAffineTransform.identity.isIdentity)
    #expect(CGAffineTransformIsIdentity(CGAffineTransformIdentity))
    #expect(!Self.sample.isIdentity)
  }

  @Test func methodsPutTheNewStepFirst() {
    let t = Self.sample
    #expect(t.translatedBy(x: 1, y: 2) == CGAffineTransform(translationX: 1, y: 2).concatenating(t))
    #expect(t.scaledBy(x: 3, y: 4) == CGAffineTransform(scaleX: 3, y: 4).concatenating(t))
    #expect(t.rotated(by: 1) == CGAffineTransform(rotationAngle: 1).concatenating(t))
  }

  @Test func composesAsTheTransformsOfSpace() {
    let t = Self.sample.rotated(by: 0.5).scaledBy(x: 2, y: 3).translatedBy(x: 4, y: 5)
    var space = CATransform3DMakeAffineTransform(Self.sample)
    space = CATransform3DRotate(space, 0.5, 0, 0, 1)
    space = CATransform3DScale(space, 2, 3, 1)
    space = CATransform3DTranslate(space, 4, 5, 0)
    let difference = CATransform3DMakeAffineTransform(t)
    #expect(isClose(difference, space, tolerance: 1e-12))
  }

  @Test func functionsAreTheMethods() {
    let t = Self.sample
    #expect(CGAffineTransformMake(1, 2, 3, 4, 5, 6) == CGAffineTransform(1, 2, 3, 4, 5, 6))
    #expect(CGAffineTransformMakeTranslation(1, 2) == CGAffineTransform(translationX: 1, y: 2))
    #expect(CGAffineTransformMakeScale(1, 2) == CGAffineTransform(scaleX: 1, y: 2))
    #expect(CGAffineTransformMakeRotation(1) == CGAffineTransform(rotationAngle: 1))
    #expect(CGAffineTransformTranslate(t, 1, 2) == t.translatedBy(x: 1, y: 2))
    #expect(CGAffineTransformScale(t, 1, 2) == t.scaledBy(x: 1, y: 2))
    #expect(CGAffineTransformRotate(t, 1) == t.rotated(by: 1))
    #expect(CGAffineTransformInvert(t) == t.inverted())
    #expect(CGAffineTransformConcat(t, .identity) == t)
    #expect(CGAffineTransformEqualToTransform(t, t))
    #expect(CGPointApplyAffineTransform(CGPoint(x: 1, y: 1), t) == CGPoint(x: 11, y: -16))
    #expect(CGSizeApplyAffineTransform(CGSize(width: 1, height: 1), t) == CGSize(width: 1, height: 4))
  }

  @Test func inverse() {
    let product = Self.sample.concatenating(Self.sample.inverted())
    #expect(isClose(CATransform3DMakeAffineTransform(product), CATransform3DIdentity))
    let flat = CGAffineTransform(scaleX: 0, y: 1)
    #expect(flat.inverted() == flat)
  }

  @Test func imagesOfPointsSizesAndRectangles() {
    let quarter = CGAffineTransform(rotationAngle: .pi / 2)
    let image = CGRect(x: 0, y: 0, width: 10, height: 20).applying(quarter)
    #expect(abs(image.minX - -20) < 1e-12 && abs(image.minY) < 1e-12)
    #expect(abs(image.width - 20) < 1e-12 && abs(image.height - 10) < 1e-12)
    #expect(CGRect.null.applying(quarter).isNull)
    #expect(CGRect.infinite.applying(quarter).isInfinite)
    #expect(
      CGSize(width: 2, height: 3).applying(CGAffineTransform(translationX: 9, y: 9)) == CGSize(width: 2, height: 3))
  }

  @Test func codes() throws {
    let data = try JSONEncoder().encode(Self.sample)
    #expect(try JSONDecoder().decode(CGAffineTransform.self, from: data) == Self.sample)
  }
}
