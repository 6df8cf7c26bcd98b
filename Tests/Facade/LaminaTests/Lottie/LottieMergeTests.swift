// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaTestSupport
import Testing

/// A merge takes all paths above it and makes one path, which the next merge takes.
@Suite struct LottieMergeTests {
  typealias D = LottieDocuments
  typealias Pair = LottiePairTests.Pair

  private static func shown(_ items: String) -> String { D.composition(D.shapes(items)) }
  private static func merge(_ mode: Int) -> String { #"{"ty":"mm","mm":\#(mode)}"# }

  private static let big = D.rectangle(50, 40, 80, 60)
  private static let middle = D.rectangle(50, 40, 40, 30)
  private static let left = D.rectangle(20, 40, 20, 20)
  /// The big rectangle turned the other way, around the middle one: a ring.
  private static let ring =
    "\(D.path([(10, 10), (90, 10), (90, 70), (10, 70)])),\(D.path([(30, 25), (30, 55), (70, 55), (70, 25)])),\(D.red)"

  /// The middle rectangle turned the other way.
  private static let hole = D.path([(30, 25), (30, 55), (70, 55), (70, 25)])

  static let chains: [Pair] = [
    Pair(
      name: "merge, then intersect", one: shown("\(hole),\(big),\(merge(1)),\(merge(4)),\(D.red)"), two: shown(ring)),
    Pair(name: "merge, then add", one: shown("\(hole),\(big),\(merge(1)),\(merge(2)),\(D.red)"), two: shown(ring)),
    Pair(name: "merge, then exclude", one: shown("\(hole),\(big),\(merge(1)),\(merge(5)),\(D.red)"), two: shown(ring)),
    Pair(
      name: "merge, then subtract a third",
      one: shown("\(hole),\(big),\(merge(1)),\(left),\(merge(3)),\(D.red)"),
      two: shown(
        "\(D.path([(10, 10), (90, 10), (90, 70), (10, 70), (10, 50), (30, 50), (30, 55), (70, 55), (70, 25), (30, 25), (30, 30), (10, 30)])),\(D.red)"
      )),
    Pair(
      name: "subtract takes the second from the first", one: shown("\(big),\(middle),\(merge(3)),\(D.red)"),
      two: shown(ring)),
    Pair(
      name: "nothing is left of a smaller first", one: shown("\(middle),\(big),\(merge(3)),\(D.red)"),
      two: D.composition("")),
    Pair(
      name: "subtract takes all others from the first",
      one: shown("\(big),\(middle),\(D.rectangle(15, 40, 10, 60)),\(merge(3)),\(D.red)"),
      two: shown(
        "\(D.path([(20, 10), (90, 10), (90, 70), (20, 70)])),\(hole),\(D.red)")),
    Pair(
      name: "intersect, then subtract, then add",
      one: shown(
        "\(D.rectangle(30, 40, 40, 60)),\(D.rectangle(50, 40, 60, 40)),\(merge(4)),\(D.rectangle(50, 40, 20, 80)),\(merge(3)),\(D.rectangle(80, 40, 10, 10)),\(merge(2)),\(D.red)"
      ),
      two: shown("\(D.rectangle(30, 40, 20, 40)),\(D.rectangle(80, 40, 10, 10)),\(D.red)")),
    Pair(
      name: "exclude of three keeps what an odd number covers",
      one: shown("\(big),\(middle),\(D.rectangle(50, 40, 20, 10)),\(merge(5)),\(D.red)"),
      two: shown("\(big),\(hole),\(D.rectangle(50, 40, 20, 10)),\(D.red)")),
    Pair(
      name: "a path behind an exclusion is not excluded",
      one: shown(
        "\(D.rectangle(30, 40, 40, 20)),\(D.rectangle(40, 40, 40, 20)),\(merge(5)),\(D.rectangle(50, 40, 20, 4)),\(D.red)"
      ),
      two: shown("\(D.rectangle(15, 40, 10, 20)),\(D.rectangle(55, 40, 10, 20)),\(D.rectangle(50, 40, 20, 4)),\(D.red)")
    ),
    Pair(
      name: "add heals a path that turns the other way",
      one: shown("\(big),\(hole),\(merge(2)),\(D.red)"), two: shown("\(big),\(D.red)")),
  ]

  static let groups: [Pair] = [
    Pair(
      name: "a group's own merge, then the group's merge with a path",
      one: shown(
        "\(D.group("\(D.rectangle(20, 20, 40, 30)),\(D.rectangle(20, 20, 20, 10)),\(merge(3))", #""p":{"k":[10,-5]},"s":{"k":[200,200]}"#)),\(D.rectangle(50, 35, 40, 80)),\(merge(3)),\(D.red)"
      ),
      two: shown("\(D.rectangle(20, 35, 20, 60)),\(D.rectangle(80, 35, 20, 60)),\(D.red)")),
    Pair(
      name: "paths of groups, placed",
      one: shown(
        "\(D.group(D.rectangle(0, 0, 80, 60), #""p":{"k":[50,40]}"#)),\(D.group(D.rectangle(0, 0, 20, 15), #""p":{"k":[50,40]},"s":{"k":[200,200]}"#)),\(merge(3)),\(D.red)"
      ), two: shown(ring)),
    Pair(
      name: "a merge in a group leaves its siblings",
      one: shown(
        "\(D.group("\(big),\(middle),\(merge(3)),\(D.red)", #""p":{"k":[0,0]}"#)),\(D.rectangle(50, 40, 10, 10)),\(D.blue)"
      ),
      two: shown("\(D.group(ring, #""p":{"k":[0,0]}"#)),\(D.rectangle(50, 40, 10, 10)),\(D.blue)")),
    Pair(
      name: "copies of a merged path are paths of their own",
      one: shown(
        "\(D.rectangle(10, 40, 16, 40)),\(D.rectangle(10, 40, 6, 20)),\(merge(1)),\(repeater),\(merge(2)),\(D.red)"),
      two: shown(
        "\(D.rectangle(10, 40, 16, 40)),\(D.rectangle(40, 40, 16, 40)),\(D.rectangle(70, 40, 16, 40)),\(D.red)")),
  ]

  private static let repeater = #"{"ty":"rp","c":{"k":3},"o":{"k":0},"m":1,"tr":{"p":{"k":[30,0]}}}"#
  private static let rounded = #"{"ty":"rd","r":{"k":10}}"#
  private static func trim(_ start: Double, _ end: Double) -> String {
    #"{"ty":"tm","s":{"k":\#(start)},"e":{"k":\#(end)},"o":{"k":0},"m":1}"#
  }

  static let neighbours: [Pair] = [
    Pair(
      name: "a stroke runs along the merged path",
      one: shown("\(D.rectangle(35, 40, 50, 40)),\(D.rectangle(65, 40, 50, 40)),\(merge(2)),\(D.stroke(4))"),
      two: shown("\(D.rectangle(50, 40, 80, 40)),\(D.stroke(4))")),
    Pair(
      name: "a stroke over its fill runs along what is left",
      one: shown("\(big),\(middle),\(merge(3)),\(D.stroke(4)),\(D.blue)"),
      two: shown(
        "\(D.path([(10, 10), (90, 10), (90, 70), (10, 70)])),\(hole),\(D.stroke(4)),\(D.blue)")),
    Pair(
      name: "corners rounded before a merge",
      one: shown("\(big),\(rounded),\(middle),\(merge(3)),\(D.red)"),
      two: shown("\(D.rectangle(50, 40, 80, 60, radius: 10)),\(hole),\(D.red)"), levels: 4),
    Pair(
      name: "corners rounded behind a merge",
      one: shown("\(D.rectangle(35, 40, 50, 40)),\(D.rectangle(65, 40, 50, 40)),\(merge(2)),\(rounded),\(D.red)"),
      two: shown("\(D.rectangle(50, 40, 80, 40, radius: 10)),\(D.red)"), levels: 4),
    Pair(
      name: "a trim before a merge cuts what is merged",
      one: shown(
        "\(D.path([(20, 20), (60, 20), (60, 60), (20, 60)])),\(trim(0, 50)),\(D.rectangle(80, 40, 10, 10)),\(merge(2)),\(D.red)"
      ),
      two: shown("\(D.path([(20, 20), (60, 20), (60, 60)])),\(D.rectangle(80, 40, 10, 10)),\(D.red)")),
    Pair(
      name: "a trim behind a merge cuts each contour",
      one: shown(
        "\(D.rectangle(30, 40, 20, 20)),\(D.rectangle(70, 40, 20, 20)),\(merge(2)),\(trim(0, 100)),\(D.stroke(4))"),
      two: shown("\(D.rectangle(30, 40, 20, 20)),\(D.rectangle(70, 40, 20, 20)),\(D.stroke(4))")),
  ]

  private static func moving(_ from: Double, _ to: Double) -> String {
    #"{"ty":"rc","p":{"k":[{"t":0,"s":[\#(from),40]},{"t":60,"s":[\#(to),40]}]},"s":{"k":[20,40]},"r":{"k":0}}"#
  }

  static let moments: [Pair] = [10.0, 30, 47, 60].flatMap { frame -> [Pair] in
    let x = 10 + 80 * frame / 60
    let there = D.rectangle(x, 40, 20, 40)
    return (2...5).map { mode in
      Pair(
        name: "mode \(mode) of a path that moves, frame \(frame)",
        one: shown("\(middle),\(moving(10, 90)),\(merge(mode)),\(D.red)"),
        two: shown("\(middle),\(there),\(merge(mode)),\(D.red)"), frame: frame)
    } + [
      Pair(
        name: "a merge after one of a path that moves, frame \(frame)",
        one: shown(
          "\(middle),\(moving(10, 90)),\(merge(3)),\(D.rectangle(50, 40, 100, 10)),\(merge(4)),\(D.stroke(2)),\(D.red)"),
        two: shown(
          "\(middle),\(there),\(merge(3)),\(D.rectangle(50, 40, 100, 10)),\(merge(4)),\(D.stroke(2)),\(D.red)"),
        frame: frame)
    ]
  }

  @Test("the same in two ways", arguments: chains + groups + neighbours + moments)
  func pair(_ pair: Pair) throws {
    for backEnd in SharedRenderers.available {
      let one = try D.draw(pair.one, frame: pair.frame, on: backEnd)
      let two = try D.draw(pair.two, frame: pair.frame, on: backEnd)
      let mismatch = PictureExpectation.mismatch(one, two, tolerance: pair.levels, pixels: pair.pixels)
      #expect(mismatch == nil, "\(backEnd): \(mismatch ?? "")")
    }
  }

  @Test("circles that are merged are as exact as circles")
  func circles() throws {
    func circle(_ x: Double) -> String { #"{"ty":"el","p":{"k":[\#(x),40]},"s":{"k":[50,50]}}"# }
    // The lens of two circles of radius 25, 30 apart: 2 r² acos(d / 2r) - d / 2 √(4 r² - d²).
    let lens = 2 * 625 * acos(0.6) - 15 * (2500.0 - 900).squareRoot()
    let disc = 625 * Double.pi
    let areas: [(mode: Int, area: Double)] = [
      (2, 2 * disc - lens), (3, disc - lens), (4, lens), (5, 2 * (disc - lens)),
    ]
    for (mode, area) in areas {
      let text = Self.shown("\(circle(35)),\(circle(65)),\(Self.merge(mode)),\(D.red)")
      for backEnd in SharedRenderers.available {
        let image = try D.draw(text, on: backEnd)
        var covered = 0.0
        for y in 0..<80 { for x in 0..<100 { covered += Double(image.pixel(x, y)[3]) / 255 } }
        #expect(abs(covered - area) < 0.01 * area, "\(backEnd) mode \(mode): \(covered) of \(area)")
      }
    }
  }

  @Test("nothing is said of merges; more points than are merged are said")
  func diagnostics() throws {
    for mode in 1...5 {
      let text = Self.shown("\(Self.big),\(Self.moving(10, 90)),\(Self.merge(mode)),\(D.stroke(2)),\(D.red)")
      #expect(try D.codes(text).isEmpty)
    }
    let many = #"{"ty":"sr","sy":2,"p":{"k":[50,40]},"pt":{"k":2000},"r":{"k":0},"or":{"k":30},"os":{"k":0}}"#
    let repeated = #"{"ty":"rp","c":{"k":100},"o":{"k":0},"tr":{"p":{"k":[1,0]}}}"#
    #expect(try D.codes(Self.shown("\(many),\(repeated),\(Self.merge(2)),\(D.red)")) == ["shape-limit"])
  }
}
