// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaTestSupport
import Testing

/// Text in a box: the first baseline lies an ascent of the file's font below the box's top, lines break at its width
/// and stand by its sides.
@Suite struct LottieTextTests {
  typealias D = LottieDocuments

  /// A text of size 10 in a box at (20, 10). In the document each letter but the space is a square of 6 points on the
  /// baseline, with an advance of 8; a space has 4.
  private static func text(
    _ text: String, width: Double = 60, ascent: String = #","ascent":80"#, more: String = "", outlines: Bool = true,
    family: String = "F", size: Double = 10
  ) -> String {
    let box = D.bezier([(0, 0), (60, 0), (60, -60), (0, -60)])
    let glyphs = ["a", "b", " "].map { letter in
      let shapes =
        letter == " " ? "" : #"{"ty":"gr","it":[{"ty":"sh","ks":{"k":\#(box)}}]}"#
      return
        #"{"ch":"\#(letter)","fFamily":"F","style":"R","size":10,"w":\#(letter == " " ? 40 : 80),"data":{"shapes":[\#(shapes)]}}"#
    }
    let fonts =
      #""fonts":{"list":[{"fName":"F","fFamily":"\#(family)","fStyle":"\#(family == "F" ? "R" : "Book")"\#(ascent)}]},"#
    let document =
      #"{"t":"\#(text)","f":"F","s":\#(size),"fc":[1,0,0],"tr":0,"lh":12,"ps":[20,10],"sz":[\#(width),50],\#(more)"j":0}"#
    return D.composition(
      #"{"ty":5,"ip":0,"op":60,"st":0,"ks":{},"t":{"d":{"k":[{"t":0,"s":\#(document)}]}}}"#,
      more: (outlines ? #""chars":[\#(glyphs.joined(separator: ","))],"# : "") + fonts)
  }

  /// Squares of 6 points by their left edges and baselines.
  private static func squares(_ places: [(x: Double, baseline: Double)]) -> String {
    D.composition(
      D.shapes(places.map { D.rectangle($0.x + 3, $0.baseline - 3, 6, 6) }.joined(separator: ",") + "," + D.red))
  }

  static let pairs: [LottiePairTests.Pair] = [
    .init(name: "ascent of 80 %", one: text("ab"), two: squares([(20, 18), (28, 18)])),
    .init(name: "ascent of 40 %", one: text("ab", ascent: #","ascent":40"#), two: squares([(20, 14), (28, 14)])),
    .init(name: "no ascent", one: text("ab", ascent: ""), two: squares([(20, 20), (28, 20)])),
    .init(
      name: "shifted baseline", one: text("ab", more: #""ls":3,"#), two: squares([(20, 15), (28, 15)])),
    .init(
      name: "lines of the text", one: text(#"a\rb\rab"#), two: squares([(20, 18), (20, 30), (20, 42), (28, 42)])),
    .init(
      name: "lines break between words", one: text("aa bb ab", width: 40),
      two: squares([(20, 18), (28, 18), (40, 18), (48, 18), (20, 30), (28, 30)])),
    .init(
      name: "long words break between letters", one: text("aabb", width: 17),
      two: squares([(20, 18), (28, 18), (20, 30), (28, 30)])),
    .init(
      name: "to the right", one: text("aa b", width: 40).replacing(#""j":0"#, with: #""j":1"#),
      two: squares([(32, 18), (40, 18), (52, 18)])),
    .init(
      name: "to the right, spaces hang over", one: text("aa b", width: 24).replacing(#""j":0"#, with: #""j":1"#),
      two: squares([(28, 18), (36, 18), (36, 30)])),
    .init(
      name: "in the middle", one: text(#"aa\rb"#, width: 40).replacing(#""j":0"#, with: #""j":2"#),
      two: squares([(32, 18), (40, 18), (36, 30)])),
    .init(
      name: "to both sides, the last line to the left",
      one: text("a b ab", width: 30).replacing(#""j":0"#, with: #""j":3"#),
      two: squares([(20, 18), (42, 18), (20, 30), (28, 30)])),
    .init(
      name: "to both sides, the last line to the right",
      one: text("a b ab", width: 30).replacing(#""j":0"#, with: #""j":4"#),
      two: squares([(20, 18), (42, 18), (34, 30), (42, 30)])),
    .init(
      name: "to both sides, the last line too",
      one: text("a b a b", width: 30).replacing(#""j":0"#, with: #""j":6"#),
      two: squares([(20, 18), (42, 18), (20, 30), (42, 30)])),
  ]

  @Test("letters of the document", arguments: pairs)
  func outlines(_ pair: LottiePairTests.Pair) throws {
    for backEnd in SharedRenderers.available {
      let mismatch = PictureExpectation.mismatch(
        try D.draw(pair.one, on: backEnd), try D.draw(pair.two, on: backEnd), tolerance: 2)
      #expect(mismatch == nil, "\(backEnd): \(mismatch ?? "")")
    }
  }

  /// The rows with ink in a picture, and its first and last column.
  private static func ink(_ text: String) throws -> (rows: [Int], columns: [Int]) {
    let image = try D.draw(text, on: .cpu)
    let rows = (0..<80).filter { y in (0..<100).contains { image.pixel($0, y)[3] > 128 } }
    return (rows, (0..<100).filter { x in (0..<80).contains { image.pixel(x, $0)[3] > 128 } })
  }

  @Test("letters of an installed font stand on the same lines")
  func installed() throws {
    func text(_ words: String, width: Double = 70, ascent: String, more: String = "") -> String {
      Self.text(
        words, width: width, ascent: ascent, more: more, outlines: false, family: "DejaVu Sans", size: 20)
    }
    for (ascent, baseline) in [(#","ascent":75"#, 25), (#","ascent":50"#, 20), (#","ascent":100"#, 30)] {
      let rows = try Self.ink(text("HH", ascent: ascent)).rows
      #expect(abs((rows.last ?? 0) + 1 - baseline) <= 1, "\(ascent) \(rows)")
    }
    // Two lines that the box breaks, 24 points apart, and the second by a carriage return.
    for words in [("HH HH", 40.0), (#"HH\rHH"#, 70)] {
      let document = text(words.0, width: words.1, ascent: #","ascent":75"#).replacing(#""lh":12"#, with: #""lh":24"#)
      let rows = try Self.ink(document).rows
      #expect(abs((rows.last ?? 0) + 1 - 49) <= 1 && !rows.contains(30), "\(rows)")
    }
    // To both sides: ink from edge to edge of the box from x = 20 to 90, but for the letters' own bearings.
    let justified = text("H H HHHHH", width: 70, ascent: #","ascent":75"#).replacing(#""j":0"#, with: #""j":6"#)
    let columns = try Self.ink(justified).columns
    #expect((20...24).contains(columns.first ?? 0) && (85...90).contains(columns.last ?? 0), "\(columns)")
  }

  @Test("boxes without room, or with more than any, draw")
  func hostile() throws {
    let long = String(repeating: "ab ", count: 3000)
    for width in [0, -5, 1e-300, 1e300] {
      for outlines in [true, false] {
        _ = try D.draw(Self.text(long, width: width, ascent: #","ascent":1e300"#, outlines: outlines), on: .cpu)
      }
    }
    #expect(try D.codes(Self.text("a", ascent: #","ascent":"high""#)) == ["bad-value"])
  }
}
