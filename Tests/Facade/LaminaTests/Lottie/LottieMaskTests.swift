// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaTestSupport
import Testing

/// Masks that are moved outwards and inwards: the covered part of a line through the middle of a red solid of 100 x 80
/// points.
@Suite struct LottieMaskTests {
  typealias D = LottieDocuments

  struct Row: Sendable, CustomTestStringConvertible {
    var name: String
    /// The modes of two rectangles from x = 10 to 50 and from 30 to 70, 40 points high, and their expansions.
    var masks: [(mode: String, expansion: String, inverted: Bool)]
    var frame = 0.0
    /// From where to where the line at y = 40 is covered.
    var covered: [ClosedRange<Double>]
    var testDescription: String { name }
  }

  /// From 8 inwards to 12 outwards; at frame 24 it passes 0.
  private static let growing = #"[{"t":0,"s":[-8]},{"t":60,"s":[12]}]"#
  private static let shrinking = #"[{"t":0,"s":[12]},{"t":60,"s":[-8]}]"#
  /// From 6 to 0, and beyond by its curve: at frame 30 at 6 - 6 * 1.625.
  private static let overshooting =
    #"[{"t":0,"s":[6],"o":{"x":[0],"y":[2]},"i":{"x":[1],"y":[2]}},{"t":60,"s":[0]}]"#

  static let rows: [Row] = [
    Row(name: "inwards at first", masks: [("a", growing, false)], covered: [18...42]),
    Row(name: "inwards before 0", masks: [("a", growing, false)], frame: 12, covered: [14...46]),
    Row(name: "at 0", masks: [("a", growing, false)], frame: 24, covered: [10...50]),
    Row(name: "outwards behind 0", masks: [("a", growing, false)], frame: 36, covered: [6...54]),
    Row(name: "outwards at last", masks: [("a", shrinking, false)], covered: [-2...62]),
    Row(name: "inverted, inwards", masks: [("a", growing, true)], frame: 12, covered: [0...14, 46...100]),
    Row(name: "inverted, outwards", masks: [("a", growing, true)], frame: 36, covered: [0...6, 54...100]),
    Row(name: "taken away, outwards", masks: [("s", growing, false)], frame: 36, covered: [0...6, 54...100]),
    Row(name: "an overshoot", masks: [("a", overshooting, false)], frame: 30, covered: [13.75...46.25]),
    Row(
      name: "an addition inwards takes nothing from the mask before it",
      masks: [("a", "0", false), ("a", "-5", false)], covered: [10...65]),
    Row(
      name: "additions that grow and shrink", masks: [("a", growing, false), ("a", shrinking, false)], frame: 12,
      covered: [14...46, 22...78]),
    Row(
      name: "an inverted addition outwards", masks: [("a", "0", false), ("a", "4", true)],
      covered: [0...50, 74...100]),
    Row(
      name: "a subtraction that grows", masks: [("a", "0", false), ("s", growing, false)], frame: 36,
      covered: [10...26]),
    Row(
      name: "a subtraction that shrinks", masks: [("a", growing, false), ("s", growing, false)], frame: 12,
      covered: [14...34]),
    Row(
      name: "an intersection", masks: [("a", growing, false), ("i", shrinking, false)], frame: 48,
      covered: [34...58]),
    Row(
      name: "a difference", masks: [("a", growing, false), ("f", growing, false)], frame: 36,
      covered: [6...26, 54...74]),
  ]

  @Test("expansion, also through 0, of masks of every mode", arguments: rows)
  func expansion(_ row: Row) throws {
    let masks = row.masks.enumerated().map { index, mask in
      let left = 10.0 + 20 * Double(index)
      return D.mask(
        mask.mode, left, 20, left + 40, 60, more: #""inv":\#(mask.inverted),"x":{"k":\#(mask.expansion)},"#)
    }
    let text = D.composition(D.solid("ff0000", #""masksProperties":[\#(masks.joined(separator: ","))],"#))
    for backEnd in SharedRenderers.available {
      let image = try D.draw(text, frame: row.frame, on: backEnd)
      for x in 0..<100 {
        let middle = Double(x) + 0.5
        // Pixels that an edge passes say nothing.
        if row.covered.contains(where: { min(abs($0.lowerBound - middle), abs($0.upperBound - middle)) < 0.8 }) {
          continue
        }
        let isCovered = row.covered.contains { $0.contains(middle) }
        #expect(abs(Int(image.pixel(x, 40)[3]) - (isCovered ? 255 : 0)) <= 2, "\(backEnd) x = \(x)")
      }
    }
  }

  @Test("expansions of any size draw")
  func hostile() throws {
    for expansion in ["1e300", "-1e300", #"[{"t":0,"s":[-1e12]},{"t":60,"s":[1e12]}]"#] {
      let mask = D.mask("a", 10, 20, 50, 60, more: #""x":{"k":\#(expansion)},"#)
      for frame in [0.0, 31, 60] {
        _ = try D.draw(
          D.composition(D.solid("ff0000", #""masksProperties":[\#(mask)],"#)), frame: frame, on: .cpu)
      }
    }
  }
}
