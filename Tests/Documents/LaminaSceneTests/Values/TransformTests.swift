// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaScene
import Testing

@Suite struct TransformTests {
  private func parse(_ text: String) throws -> CATransform3D {
    var scanner = ValueScanner(text)
    return try ValueGrammar.transform(&scanner)
  }

  private func isClose(_ a: CATransform3D, _ b: CATransform3D) -> Bool {
    let (p, q) = ([a.row1, a.row2, a.row3, a.row4], [b.row1, b.row2, b.row3, b.row4])
    return zip(p, q).allSatisfy { a, b in (0..<4).allSatisfy { abs(a[$0] - b[$0]) < 1e-12 } }
  }

  @Test(
    "the identity", arguments: ["", "  ", "rotate(0deg)", "scale(1, 1, 1)", "translate(0, 0, 0)", "rotate(360deg)"])
  func identity(_ text: String) throws {
    #expect(CATransform3DIsIdentity(try parse(text)))
  }

  @Test func singleFunctions() throws {
    #expect(try parse("translate(1, 2, 3)") == CATransform3DMakeTranslation(1, 2, 3))
    #expect(try parse("translate(1, 2)") == CATransform3DMakeTranslation(1, 2, 0))
    #expect(try parse("translate(1 2 3)") == CATransform3DMakeTranslation(1, 2, 3))
    #expect(try parse("scale(2, 3, 4)") == CATransform3DMakeScale(2, 3, 4))
    #expect(try parse("scale(2, 3)") == CATransform3DMakeScale(2, 3, 1))
    #expect(try parse("scale(2)") == CATransform3DMakeScale(2, 2, 1))
    #expect(isClose(try parse("rotate(22.2deg)"), CATransform3DMakeRotation(22.2 * .pi / 180, 0, 0, 1)))
    #expect(isClose(try parse("rotate(20.7deg, 0, 1, 0)"), CATransform3DMakeRotation(20.7 * .pi / 180, 0, 1, 0)))
    #expect(
      isClose(try parse("rotate(-140.261deg, 1, 2, 3)"), CATransform3DMakeRotation(-140.261 * .pi / 180, 1, 2, 3)))
    #expect(try parse("perspective(500)").m34 == -1.0 / 500)
  }

  @Test("units of angles", arguments: ["rotate(90deg)", "rotate(90)", "rotate(0.25turn)", "rotate(100grad)"])
  func units(_ text: String) throws {
    #expect(isClose(try parse(text), CATransform3DMakeRotation(.pi / 2, 0, 0, 1)))
    #expect(isClose(try parse("rotate(1.5707963267948966rad)"), CATransform3DMakeRotation(.pi / 2, 0, 0, 1)))
  }

  /// Upright stays upright: no sine of 1e-16 is left over.
  @Test func quarterTurnsAreExact() throws {
    let half = try parse("rotate(180deg)")
    #expect(half.m11 == -1 && half.m12 == 0 && half.m21 == 0 && half.m22 == -1)
    let quarter = try parse("rotate(-90deg)")
    #expect(quarter.m11 == 0 && quarter.m12 == -1 && quarter.m21 == 1 && quarter.m22 == 0)
    let flip = try parse("rotate(180deg, 1, 0, 0)")
    #expect(flip.m22 == -1 && flip.m23 == 0 && flip.m33 == -1)
  }

  /// The leftmost function is the outermost: the scale reaches a point first, the translation last.
  @Test func composition() throws {
    let expected = CATransform3DScale(
      CATransform3DRotate(CATransform3DTranslate(CATransform3DIdentity, 10, 20, 30), 0.5, 0, 0, 1), 2, 3, 4)
    #expect(isClose(try parse("translate(10, 20, 30) rotate(0.5rad) scale(2, 3, 4)"), expected))
    #expect(isClose(try parse("translate(10,20,30),rotate(0.5rad),scale(2,3,4)"), expected))
    let point = try parse("translate(100, 0) scale(2, 2)").carry([1, 1, 0, 1])
    #expect(point.x == 102 && point.y == 2)
  }

  @Test func perspectiveComposesLikeTheOthers() throws {
    let expected = CATransform3DConcat(CATransform3DMakeRotation(0.7, 0, 1, 0), try parse("perspective(800)"))
    #expect(isClose(try parse("perspective(800) rotate(0.7rad, 0, 1, 0)"), expected))
  }

  @Test(
    "matrices",
    arguments: [
      "matrix(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)", "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16",
    ])
  func matrix(_ text: String) throws {
    let matrix = try parse(text)
    #expect(matrix.m11 == 1 && matrix.m14 == 4 && matrix.m34 == 12 && matrix.m41 == 13 && matrix.m44 == 16)
  }

  @Test(
    "what is no transform",
    arguments: [
      "rotate", "rotate()", "rotate(x)", "rotate(nan)", "rotate(infdeg)", "rotate(10px)", "rotate(1deg, 1)", "scale()",
      "scale(1,2,3,4)", "translate(1,2", "spin(3)", "perspective(0)", "matrix(1,2)", "1 2 3",
      "translate(1e308,0) scale(1)x",
      "scale(1e300) scale(1e300)", "rotate(10deg))", "translate(1,,x)",
    ])
  func refusal(_ text: String) {
    #expect(throws: ValueProblem.self) { try parse(text) }
  }
}
