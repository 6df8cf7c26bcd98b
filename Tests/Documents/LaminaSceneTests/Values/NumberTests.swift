// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaScene
import Testing

@Suite struct NumberTests {
  struct Sample: Sendable, CustomTestStringConvertible {
    var text: String
    var value: Double?
    var testDescription: String { "'\(text)'" }
    init(_ text: String, _ value: Double?) { (self.text, self.value) = (text, value) }
  }

  static let finite: [Sample] = [
    Sample("0", 0), Sample("-0", 0), Sample("1", 1), Sample("+1", 1), Sample("-1.5", -1.5), Sample(".5", 0.5),
    Sample("5.", 5), Sample("8.751e-4", 8.751e-4), Sample("1E3", 1000), Sample("1e+3", 1000),
    Sample("-7.629394527697e-6", -7.629394527697e-6), Sample("3413.838043212890", 3413.838043212890),
    Sample("0.1", 0.1), Sample("123456789012345678", 123_456_789_012_345_680),
    Sample("0.30000000000000004", 0.30000000000000004), Sample("9007199254740993", 9_007_199_254_740_992),
    Sample("12345678901234567890123456789", 1.2345678901234568e28), Sample("1e-100", 1e-100),
    Sample("1e22", 1e22), Sample("1e23", 1e23), Sample("1.7976931348623157e308", .greatestFiniteMagnitude),
    Sample("5e-324", .leastNonzeroMagnitude), Sample("1e-400", 0), Sample("1e-99999999999999999999", 0),
    Sample("  2  ", 2),
    Sample("000000000000000000000000000001", 1), Sample("0.000000000000000000000000000001", 1e-30),
  ]

  static let refused: [String] = [
    "", " ", "-", "+", ".", "e5", "1e", "1e+", "1 2", "1,2", "12px", "0x10", "1.2.3", "1-2", "--1", "one", "nan", "NaN",
    "-nan", "inf", "-inf", "Infinity", "1e400", "-1e400", "1e99999999999999999999", "٣",
  ]

  static let infinite: [Sample] = [
    Sample("inf", .infinity), Sample("Inf", .infinity), Sample("INF", .infinity), Sample("+infinity", .infinity),
    Sample("infinity", .infinity), Sample("-inf", -.infinity), Sample("1e400", .infinity), Sample("2.5", 2.5),
    Sample("nan", nil), Sample("infinit", nil), Sample("infx", nil),
  ]

  @Test("a finite number", arguments: finite)
  func number(_ sample: Sample) throws {
    var scanner = ValueScanner(sample.text)
    #expect(try ValueGrammar.number(&scanner) == sample.value)
  }

  @Test("what is not a finite number", arguments: refused)
  func refusal(_ text: String) {
    #expect(throws: ValueProblem.self) {
      var scanner = ValueScanner(text)
      _ = try ValueGrammar.number(&scanner)
    }
  }

  @Test("a number or an infinity", arguments: infinite)
  func infinity(_ sample: Sample) {
    var scanner = ValueScanner(sample.text)
    #expect((try? ValueGrammar.numberOrInfinity(&scanner)) == sample.value)
  }

  /// The fast path and the standard library agree to the last bit.
  @Test func agreesWithTheStandardLibrary() throws {
    var state: UInt64 = 42
    func random(_ bound: UInt64) -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (state >> 33) % bound
    }
    for _ in 0..<20_000 {
      let digits = (0..<(1 + random(20))).map { _ in String(random(10)) }.joined()
      let fraction = random(2) == 0 ? "" : "." + (0..<random(20)).map { _ in String(random(10)) }.joined()
      let exponent = random(3) == 0 ? "e\(Int(random(60)) - 30)" : ""
      let text = digits + fraction + exponent
      var scanner = ValueScanner(text)
      #expect(try ValueGrammar.number(&scanner) == Double(text), "\(text)")
    }
  }

  @Test(
    "a boolean",
    arguments: [
      ("1", true), ("0", false), ("true", true), ("false", false), ("YES", true), ("NO", false), ("True", true),
      (" 1 ", true), ("2", true), ("0.0", false),
    ])
  func bool(_ text: String, _ value: Bool) throws {
    var scanner = ValueScanner(text)
    #expect(try ValueGrammar.bool(&scanner) == value)
  }

  @Test("what is no boolean", arguments: ["", "maybe", "nan", "1 0", "truely", "on", "inf"])
  func noBool(_ text: String) {
    var scanner = ValueScanner(text)
    #expect((try? ValueGrammar.bool(&scanner)) == nil)
  }

  @Test(
    "points and rectangles with any separators",
    arguments: [
      "1 2 3 4", "1,2,3,4", "1, 2, 3, 4", "1;2;3;4", " 1  2\t3\n4 ", "1 ,2 ; 3,4",
    ])
  func rect(_ text: String) throws {
    var scanner = ValueScanner(text)
    #expect(try ValueGrammar.rect(&scanner) == CGRect(x: 1, y: 2, width: 3, height: 4))
  }

  @Test(
    "what is no rectangle", arguments: ["", "1 2 3", "1 2 3 4 5", "1 2 3 x", "1 2 nan 4", "1 2 inf 4", "0 0 1e999 1"])
  func noRect(_ text: String) {
    var scanner = ValueScanner(text)
    #expect((try? ValueGrammar.rect(&scanner)) == nil)
  }

  @Test func pointAndSize() throws {
    var point = ValueScanner("195 422")
    #expect(try ValueGrammar.point(&point) == CGPoint(x: 195, y: 422))
    var size = ValueScanner("200, 5000")
    #expect(try ValueGrammar.size(&size) == CGSize(width: 200, height: 5000))
  }

  @Test("whole numbers", arguments: [("8", 8), ("-3", -3), ("2.9", 2), ("1e3", 1000)])
  func integer(_ text: String, _ value: Int) throws {
    var scanner = ValueScanner(text)
    #expect(try ValueGrammar.integer(&scanner) == value)
  }

  @Test func integerOutOfRange() {
    var scanner = ValueScanner("1e30")
    #expect((try? ValueGrammar.integer(&scanner)) == nil)
  }

  @Test(
    "timing functions",
    arguments: [
      ("linear", SIMD4(0, 0, 1, 1)), ("default", SIMD4(0.25, 0.1, 0.25, 1)), ("easeIn", SIMD4(0.42, 0, 1, 1)),
      ("easeOut", SIMD4(0, 0, 0.58, 1)), ("easeInEaseOut", SIMD4(0.42, 0, 0.58, 1)),
      ("0.29712 -0.0052251 0.24359 0.99619", SIMD4(0.29712, -0.0052251, 0.24359, 0.99619)),
      ("0.125 0 0.125 1.01", SIMD4(0.125, 0, 0.125, 1.01)),
    ])
  func timing(_ text: String, _ value: SIMD4<Double>) throws {
    var scanner = ValueScanner(text)
    #expect(try ValueGrammar.timingFunction(&scanner) == value)
  }

  @Test("what is no timing function", arguments: ["", "fast", "0 0 1", "2 0 0 1", "0 0 -1 1", "linear 1", "0 nan 0 1"])
  func noTiming(_ text: String) {
    var scanner = ValueScanner(text)
    #expect((try? ValueGrammar.timingFunction(&scanner)) == nil)
  }
}
