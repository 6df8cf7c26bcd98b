// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import Testing

/// The functions of C are told by rules that Apple documents for them, with numbers worked out by hand.
@Suite struct RectangleFunctionTests {
  /// Covers 3...5 along x and 1...5 along y.
  private let negative = CGRectMake(5, 5, -2, -4)
  private let box = CGRectMake(0, 0, 10, 20)

  @Test("what is made has the numbers in their places") func making() {
    #expect((box.origin.x, box.origin.y, box.size.width, box.size.height) == (0, 0, 10, 20))
    #expect((CGPointMake(1, 2).x, CGPointMake(1, 2).y) == (1, 2))
    #expect((CGSizeMake(3, 4).width, CGSizeMake(3, 4).height) == (3, 4))
    #expect(CGPointZero == CGPointMake(0, 0) && CGSizeZero == CGSizeMake(0, 0) && CGRectZero == CGRectMake(0, 0, 0, 0))
  }

  @Test("negative sides are measured as the rectangle that they cover") func negativeSides() {
    #expect((CGRectGetMinX(negative), CGRectGetMidX(negative), CGRectGetMaxX(negative)) == (3, 4, 5))
    #expect((CGRectGetMinY(negative), CGRectGetMidY(negative), CGRectGetMaxY(negative)) == (1, 3, 5))
    #expect((CGRectGetWidth(negative), CGRectGetHeight(negative)) == (2, 4))
    #expect(CGRectStandardize(negative) == CGRectMake(3, 1, 2, 4))
    #expect(CGRectEqualToRect(negative, CGRectMake(3, 1, 2, 4)) && !CGRectEqualToRect(negative, box))
  }

  @Test("rectangles are moved, inset, rounded out and cut") func changing() {
    #expect(CGRectOffset(box, 1, -2) == CGRectMake(1, -2, 10, 20))
    #expect(CGRectInset(box, 1, -2) == CGRectMake(1, -2, 8, 24))
    #expect(CGRectIsNull(CGRectInset(box, 6, 0)), "nothing is left")
    #expect(CGRectIntegral(CGRectMake(0.25, 1.75, 1, 1)) == CGRectMake(0, 1, 2, 2))
    var (slice, rest) = (CGRectNull, CGRectNull)
    CGRectDivide(box, &slice, &rest, 3, .maxXEdge)
    #expect(slice == CGRectMake(7, 0, 3, 20) && rest == CGRectMake(0, 0, 7, 20))
    #expect(CGRectUnion(slice, rest) == box && CGRectUnion(CGRectNull, box) == box)
  }

  @Test("rectangles are intersected, and what they hold has edges on two sides") func holding() {
    #expect(CGRectIntersection(box, CGRectMake(5, 5, 10, 10)) == CGRectMake(5, 5, 5, 10))
    let far = CGRectMake(20, 0, 1, 1)
    #expect(CGRectIsNull(CGRectIntersection(box, far)) && !CGRectIntersectsRect(box, far))
    #expect(CGRectIntersectsRect(box, CGRectMake(9, 9, 9, 9)))
    #expect(CGRectContainsPoint(box, CGPointMake(0, 0)) && !CGRectContainsPoint(box, CGPointMake(10, 0)))
    #expect(CGRectContainsRect(box, CGRectMake(1, 1, 9, 9)) && !CGRectContainsRect(box, CGRectMake(1, 1, 10, 9)))
    #expect(CGRectContainsRect(CGRectInfinite, box) && CGRectIsInfinite(CGRectInfinite) && !CGRectIsInfinite(box))
    #expect(CGRectIsEmpty(CGRectMake(1, 1, 0, 5)) && CGRectIsEmpty(CGRectNull) && !CGRectIsEmpty(box))
  }

  @Test("points, sizes and paths are compared") func comparing() {
    #expect(CGPointEqualToPoint(CGPointMake(1, 2), CGPointMake(1, 2)))
    #expect(!CGPointEqualToPoint(CGPointMake(1, 2), CGPointMake(2, 1)))
    #expect(CGSizeEqualToSize(CGSizeMake(1, 2), CGSizeMake(1, 2)) && !CGSizeEqualToSize(CGSizeMake(1, 2), CGSizeZero))
    let path = CGPath(rect: box, transform: nil)
    #expect(CGPathEqualToPath(path, path.copy()) && !CGPathEqualToPath(path, CGPath(ellipseIn: box, transform: nil)))
    #expect(CGPathEqualToPath(nil, nil) && !CGPathEqualToPath(path, nil))
  }

  @Test("descriptions hold the numbers that a rectangle was made of") func descriptions() {
    #expect(CGPointMake(1, -2.5).debugDescription == "(1.0, -2.5)")
    #expect(CGSizeMake(3, 4).debugDescription == "(3.0, 4.0)")
    #expect(negative.debugDescription == "(5.0, 5.0, -2.0, -4.0)")
  }

  @Test("numbers come out of their boxes, and exactly where that is asked for") func boxedNumbers() {
    #expect(CGFloat(truncating: 1.5) == 1.5 && CGFloat(truncating: NSNumber(value: 3)) == 3)
    #expect(CGFloat(exactly: NSNumber(value: 2.25)) == 2.25)
    #expect(CGFloat(exactly: NSNumber(value: Int32.max)) == 2_147_483_647)
    #expect(CGFloat(exactly: NSNumber(value: Int64.max)) == nil, "63 bits do not fit into 53")
  }
}
