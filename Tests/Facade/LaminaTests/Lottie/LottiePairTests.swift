// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaTestSupport
import Testing

/// Documents that say the same in two ways, and must look the same.
@Suite struct LottiePairTests {
  struct Pair: Sendable, CustomTestStringConvertible {
    var name: String
    var one: String
    var two: String
    /// The frame of the first; of the second it is `otherFrame`, or the same.
    var frame = 0.0
    var otherFrame: Double?
    var levels = 2
    /// Pixels that may differ by more.
    var pixels = 0
    var testDescription: String { name }
  }

  typealias D = LottieDocuments
  private static func shown(_ items: String) -> String { D.composition(D.shapes(items)) }
  private static let lines =
    D.path([(10, 20), (50, 20)], closed: false) + "," + D.path([(10, 60), (50, 60)], closed: false)
  private static let square = D.rectangle(50, 40, 30, 20)

  static let trims: [Pair] = [
    Pair(
      name: "trim each path",
      one: shown("\(lines),\(D.stroke(6)),\(trim(0, 50))"),
      two: shown(
        "\(D.path([(10, 20), (30, 20)], closed: false)),\(D.path([(10, 60), (30, 60)], closed: false)),\(D.stroke(6))")),
    Pair(
      name: "trim paths as one", one: shown("\(lines),\(D.stroke(6)),\(trim(0, 75, mode: 2))"),
      two: shown(
        "\(D.path([(10, 20), (50, 20)], closed: false)),\(D.path([(10, 60), (30, 60)], closed: false)),\(D.stroke(6))")),
    Pair(
      name: "trim around the end",
      one: shown("\(D.path([(20, 20), (60, 20), (60, 60), (20, 60)])),\(D.stroke(6)),\(trim(0, 50, offset: 270))"),
      two: shown("\(D.path([(20, 60), (20, 20), (60, 20)], closed: false)),\(D.stroke(6))"),
      // Where the second turn begins there is an end instead of a corner.
      pixels: 40),
    Pair(
      name: "trim a fill",
      one: shown("\(D.path([(20, 20), (60, 20), (60, 60), (20, 60)])),\(D.red),\(trim(0, 50))"),
      two: shown("\(D.path([(20, 20), (60, 20), (60, 60)])),\(D.red)")),
    Pair(
      name: "trim of a group",
      one: shown(
        "\(D.group(D.path([(10, 40), (90, 40)], closed: false), #""p":{"k":[0,10]}"#)),\(D.stroke(6)),\(trim(25, 75))"),
      two: shown("\(D.path([(30, 50), (70, 50)], closed: false)),\(D.stroke(6))")),
  ]

  static let laterPaths: [Pair] = [
    Pair(
      name: "a trim cuts what stands above it alone",
      one: shown("\(lower),\(trim(0, 50)),\(upper),\(D.stroke(6))"),
      two: shown("\(D.path([(10, 20), (30, 20)], closed: false)),\(upper),\(D.stroke(6))")),
    Pair(
      name: "a trim that moves cuts what stands above it alone",
      one: shown("\(lower),\(movingTrim),\(upper),\(D.stroke(6))"),
      two: shown("\(D.path([(10, 20), (30, 20)], closed: false)),\(upper),\(D.stroke(6))"), frame: 30),
    Pair(
      name: "a trim cuts the fill of what stands above it alone",
      one: shown("\(D.path([(20, 20), (60, 20), (60, 60), (20, 60)])),\(movingTrim),\(upper),\(D.red)"),
      two: shown("\(D.path([(20, 20), (60, 20), (60, 60)])),\(upper),\(D.red)"), frame: 30),
  ]

  private static let lower = D.path([(10, 20), (50, 20)], closed: false)
  private static let upper = D.path([(60, 50), (90, 50), (90, 70)], closed: false)
  private static let movingTrim =
    #"{"ty":"tm","s":{"k":0},"e":{"a":1,"k":[{"t":0,"s":[0]},{"t":60,"s":[100]}]},"o":{"k":0},"m":1}"#

  static let shapes: [Pair] = [
    Pair(
      name: "repeater",
      one: shown("\(D.rectangle(15, 40, 10, 20)),\(D.red),\(repeater(3, "\"p\":{\"k\":[30,0]}"))"),
      two: shown([15.0, 45, 75].map { D.rectangle($0, 40, 10, 20) }.joined(separator: ",") + "," + D.red)),
    Pair(
      name: "repeater under a style behind it",
      one: shown("\(D.rectangle(15, 40, 10, 20)),\(repeater(2, "\"p\":{\"k\":[30,0]}")),\(D.red)"),
      two: shown("\(D.rectangle(15, 40, 10, 20)),\(D.rectangle(45, 40, 10, 20)),\(D.red)")),
    Pair(
      name: "repeater that grows",
      one: shown(
        "\(D.rectangle(0, 0, 8, 8)),\(D.red),\(repeater(2, #""p":{"k":[30,0]},"s":{"k":[200,200]}"#, offset: 1))"),
      two: shown("\(D.rectangle(30, 0, 16, 16)),\(D.rectangle(60, 0, 32, 32)),\(D.red)")),
    Pair(
      name: "repeater that fades",
      one: shown(
        "\(D.rectangle(15, 40, 10, 20)),\(D.red),\(repeater(2, #""p":{"k":[30,0]},"so":{"k":100},"eo":{"k":50}"#))"),
      two: D.composition(
        D.shapes(D.rectangle(15, 40, 10, 20) + "," + D.red) + ","
          + D.shapes(D.rectangle(45, 40, 10, 20) + "," + D.red, #""ks":{"o":{"k":50}},"#))),
    Pair(
      name: "merge: subtract",
      one: shown("\(D.rectangle(50, 40, 60, 20)),\(D.rectangle(60, 40, 40, 60)),\(merge(3)),\(D.red)"),
      two: shown("\(D.rectangle(30, 40, 20, 20)),\(D.red)")),
    Pair(
      name: "merge: intersect",
      one: shown("\(D.rectangle(60, 40, 40, 60)),\(D.rectangle(50, 40, 60, 20)),\(merge(4)),\(D.red)"),
      two: shown("\(D.rectangle(60, 40, 40, 20)),\(D.red)")),
    Pair(
      name: "merge: exclude",
      one: shown("\(D.rectangle(60, 40, 40, 60)),\(D.rectangle(60, 40, 20, 20)),\(merge(5)),\(D.red)"),
      two: shown("\(D.rectangle(60, 40, 40, 60)),\(D.rectangle(60, 40, 20, 20)),\(evenOdd)")),
    Pair(
      name: "merge: add, whatever the directions",
      one: shown(
        "\(D.rectangle(40, 40, 40, 20)),\(D.rectangle(60, 40, 40, 20).replacing("\"r\":", with: "\"d\":3,\"r\":")),\(merge(2)),\(D.red)"
      ),
      two: shown("\(D.rectangle(50, 40, 60, 20)),\(D.red)")),
    Pair(
      name: "polygon", one: shown(star(2, points: 4, outer: 30)),
      two: shown("\(D.path([(50, 10), (80, 40), (50, 70), (20, 40)])),\(D.red)")),
    Pair(
      name: "star", one: shown(star(1, points: 4, outer: 30, inner: 10)), two: shown("\(D.path(starPoints)),\(D.red)")),
    Pair(
      name: "turned polygon", one: shown(star(2, points: 4, outer: 30, rotation: 45)),
      two: shown("\(D.rectangle(50, 40, 30 * 2.0.squareRoot(), 30 * 2.0.squareRoot())),\(D.red)")),
    Pair(
      name: "rounded corners", one: shown("\(D.rectangle(50, 40, 60, 40)),\(#"{"ty":"rd","r":{"k":12}}"#),\(D.red)"),
      two: shown("\(D.rectangle(50, 40, 60, 40, radius: 12)),\(D.red)"), levels: 4),
    Pair(
      name: "skew", one: shown(D.group("\(square),\(D.red)", #""p":{"k":[0,0]},"sk":{"k":45},"sa":{"k":0}"#)),
      // x less y, as players lean.
      two: shown("\(D.path([(5, 30), (35, 30), (15, 50), (-15, 50)])),\(D.red)")),
    Pair(
      name: "skew along y", one: shown(D.group("\(square),\(D.red)", #""sk":{"k":45},"sa":{"k":90}"#)),
      two: shown("\(D.path([(35, 65), (65, 95), (65, 115), (35, 85)])),\(D.red)")),
    Pair(
      name: "skew of half a turn", one: shown(D.group("\(square),\(D.red)", #""sk":{"k":180},"sa":{"k":30}"#)),
      two: shown("\(square),\(D.red)")),
    Pair(
      name: "skew of 88 degrees", one: shown(D.group("\(D.rectangle(50, 0, 30, 0.5)),\(D.red)", lean(88))),
      two: shown("\(leaning(28.6363)),\(D.red)")),
    Pair(
      name: "skew beyond a right angle", one: shown(D.group("\(D.rectangle(50, 0, 30, 20)),\(D.red)", lean(135))),
      two: shown(D.group("\(D.rectangle(50, 0, 30, 20)),\(D.red)", lean(-45)))),
    Pair(
      name: "hidden items",
      one: shown(#"\#(square),\#(D.blue.replacing("\"ty\"", with: "\"hd\":true,\"ty\"")),\#(D.red)"#),
      two: shown("\(square),\(D.red)")),
    Pair(
      name: "dashes that move", one: shown("\(line),\(D.stroke(6, dashes(offset: 5)))"),
      two: shown("\(bits([(10, 15), (25, 35), (45, 55), (65, 75), (85, 90)])),\(D.stroke(6))")),
    Pair(
      name: "dash phase in time", one: shown("\(line),\(D.stroke(6, dashes(offset: 5, animated: true)))"),
      two: shown("\(line),\(D.stroke(6, dashes(offset: 5)))"), frame: 15),
    Pair(
      name: "dashes and gaps that grow", one: shown("\(line),\(D.stroke(6, lengths(dash: (5, 15), gap: (20, 10))))"),
      two: shown("\(line),\(D.stroke(6, lengths(dash: (10, 10), gap: (15, 15))))"), frame: 30),
    Pair(
      name: "several dashes, each in its own time, with an offset",
      one: shown(
        "\(line),\(D.stroke(6, #""d":[\#(growing),{"n":"o","v":{"k":[{"t":0,"s":[0]},{"t":60,"s":[16]}]}}],"#))"),
      two: shown("\(line),\(D.stroke(6, #""d":[\#(grown),{"n":"o","v":{"k":4}}],"#))"), frame: 15),
  ]

  /// Corners that change beyond what their sides leave them, and roundness of stars. A corner that a keyframe cuts is
  /// cut anew at every frame: the radius changes, and not the path.
  static let corners: [Pair] = [
    Pair(
      name: "a radius that grows beyond half a side", one: shown("\(rectangle((40, 40), (40, 40), (0, 200))),\(D.red)"),
      two: shown("\(D.rectangle(50, 40, 40, 40, radius: 20)),\(D.red)"), frame: 30),
    Pair(
      name: "a radius below 0", one: shown("\(rectangle((40, 40), (40, 40), (-20, 20))),\(D.red)"),
      two: shown("\(D.rectangle(50, 40, 40, 40, radius: 10)),\(D.red)"), frame: 45),
    Pair(
      name: "a side that becomes shorter than its corners",
      one: shown("\(rectangle((40, 40), (40, 8), (10, 10))),\(D.red)"),
      two: shown("\(D.rectangle(50, 40, 40, 24, radius: 10)),\(D.red)"), frame: 30),
    Pair(
      name: "the shorter side changes", one: shown("\(rectangle((60, 20), (20, 60), (30, 30))),\(D.red)"),
      two: shown("\(D.rectangle(50, 40, 30, 50, radius: 15)),\(D.red)"), frame: 45),
    Pair(
      name: "rounded corners that grow beyond half a side",
      one: shown("\(square),\(moving(rounding: (0, 200))),\(D.red)"),
      two: shown("\(square),\(#"{"ty":"rd","r":{"k":100}}"#),\(D.red)"), frame: 30),
    Pair(
      name: "rounded corners of a path that moves",
      one: shown("\(morph([(30, 20), (70, 20), (70, 60)], [(30, 60), (30, 20), (70, 60)])),\(rounded),\(D.red)"),
      two: shown("\(D.path([(30, 40), (50, 20), (70, 60)])),\(rounded),\(D.red)"), frame: 30),
    Pair(
      name: "rounded corners of one merged path that moves",
      one: shown(
        "\(morph([(30, 20), (70, 20), (70, 60)], [(30, 60), (30, 20), (70, 60)])),\(merge(3)),\(rounded),\(D.red)"),
      two: shown("\(D.path([(30, 40), (50, 20), (70, 60)])),\(rounded),\(D.red)"), frame: 30),
    Pair(
      name: "a round polygon", one: shown(star(2, points: 4, outer: 32, roundness: 100)),
      two: shown("\(round(points: 4, radii: [32], tangents: [32 * .pi / 8])),\(D.red)")),
    Pair(
      name: "a round polygon of more points", one: shown(star(2, points: 8, outer: 32, roundness: 100)),
      two: shown("\(round(points: 8, radii: [32], tangents: [32 * .pi / 16])),\(D.red)")),
    Pair(
      name: "a round star", one: shown(star(1, points: 5, outer: 35, inner: 20, roundness: 50)),
      two: shown("\(round(points: 10, radii: [35, 20], tangents: [3.5 * .pi / 2, 2 * .pi / 2])),\(D.red)")),
  ]

  static let layers: [Pair] = [
    Pair(
      name: "parents",
      one: D.composition(
        D.shapes("\(D.rectangle(0, 0, 10, 10)),\(D.red)", #""parent":2,"ks":{"p":{"k":[10,5]}},"#)
          + #",{"ty":3,"ind":2,"ks":{"p":{"k":[20,20]},"s":{"k":[200,200]}}}"#),
      two: shown("\(D.rectangle(40, 30, 20, 20)),\(D.red)")),
    Pair(
      name: "in and out", one: D.composition(D.shapes("\(square),\(D.red)").replacing("\"ip\":0", with: "\"ip\":10")),
      two: D.composition(""), frame: 9),
    Pair(
      name: "time stretch", one: D.composition(inner(#""st":0,"sr":2,"#), assets: moving),
      two: D.composition(inner(#""st":0,"#), assets: moving), frame: 30, otherFrame: 15),
    Pair(
      name: "start time", one: D.composition(inner(#""st":10,"#), assets: moving),
      two: D.composition(inner(#""st":0,"#), assets: moving), frame: 30, otherFrame: 20),
    Pair(
      name: "time remapped",
      one: D.composition(
        inner(#""st":0,"tm":{"k":[{"t":0,"s":[1]},{"t":40,"s":[0]}]},"#), assets: moving),
      two: D.composition(inner(#""st":0,"#), assets: moving), frame: 20, otherFrame: 15),
    Pair(
      name: "time that stands still",
      one: D.composition(inner(#""st":0,"tm":{"a":0,"k":0.5},"#), assets: moving),
      two: D.composition(inner(#""st":0,"#), assets: moving), frame: 40, otherFrame: 15),
    Pair(
      name: "time that stands still, by equal keyframes",
      one: D.composition(inner(#""st":0,"tm":{"a":1,"k":[{"t":0,"s":[0.5]},{"t":60,"s":[0.5]}]},"#), assets: moving),
      two: D.composition(inner(#""st":0,"#), assets: moving), frame: 3, otherFrame: 15),
    Pair(
      name: "time that stands still for all that moves",
      one: D.composition(inner(#""st":0,"tm":{"a":0,"k":0.5},"#), assets: turning),
      two: D.composition(inner(#""st":0,"#), assets: turning), frame: 40, otherFrame: 15),
    Pair(
      name: "a composition cuts at its size",
      one: D.composition(#"{"ty":0,"refId":"a","w":40,"h":30,"ip":0,"op":60,"st":0}"#, assets: big),
      two: shown("\(D.rectangle(20, 15, 40, 30)),\(D.red)")),
    Pair(
      name: "turned along the way",
      one: D.composition(
        D.shapes(
          "\(D.rectangle(0, 0, 20, 6)),\(D.red)",
          #""ao":1,"ks":{"p":{"k":[{"t":0,"s":[50,10,0]},{"t":60,"s":[50,70,0]}]}},"#)),
      two: shown("\(D.rectangle(50, 40, 6, 20)),\(D.red)"), frame: 30),
    Pair(
      name: "turned about y, parallel",
      one: D.composition(
        D.shapes("\(D.rectangle(0, 0, 40, 20)),\(D.red)", #""ddd":1,"ks":{"p":{"k":[50,40,0]},"ry":{"k":60}},"#)),
      two: shown("\(D.rectangle(50, 40, 20, 20)),\(D.red)"), levels: 3),
    Pair(
      name: "what is farther lies behind", one: D.composition(spaces(10, 20)), two: D.composition(spaces(0, 0))),
    Pair(
      name: "held keyframes",
      one: D.composition(
        D.shapes("\(square),\(D.red)", #""ks":{"o":{"k":[{"t":0,"s":[100],"h":1},{"t":30,"s":[0]}]}},"#)),
      two: shown("\(square),\(D.red)"), frame: 29),
    Pair(
      name: "shadow by effect and by style",
      one: D.composition(D.shapes("\(square),\(D.red)", #""ef":[\#(shadowEffect)],"#)),
      two: D.composition(
        D.shapes(
          "\(square),\(D.red)",
          #""sy":[{"ty":1,"c":{"k":[0,0,1]},"o":{"k":50},"a":{"k":0},"d":{"k":8},"s":{"k":4}}],"#)), levels: 3),
    Pair(
      name: "hard shadow",
      one: D.composition(
        D.shapes(
          "\(square),\(D.red)",
          #""sy":[{"ty":1,"c":{"k":[0,0,1]},"o":{"k":100},"a":{"k":90},"d":{"k":8},"s":{"k":0}}],"#)),
      two: D.composition(
        D.shapes("\(square),\(D.red)") + "," + D.shapes("\(D.rectangle(50, 48, 30, 20)),\(D.blue)"))),
    Pair(
      name: "text by its outlines",
      one: D.composition(
        text, more: #""chars":[\#(glyph)],"fonts":{"list":[{"fName":"F","fFamily":"F","fStyle":"R"}]},"#),
      two: shown("\(D.rectangle(15, 35, 10, 10)),\(D.rectangle(35, 35, 10, 10)),\(D.red)")),
  ]

  @Test("the same in two ways", arguments: trims + laterPaths + shapes + corners + layers)
  func pair(_ pair: Pair) throws {
    for backEnd in SharedRenderers.available {
      let one = try D.draw(pair.one, frame: pair.frame, on: backEnd)
      let two = try D.draw(pair.two, frame: pair.otherFrame ?? pair.frame, on: backEnd)
      let mismatch = PictureExpectation.mismatch(one, two, tolerance: pair.levels, pixels: pair.pixels)
      #expect(mismatch == nil, "\(backEnd): \(mismatch ?? "")")
    }
  }

  // MARK: Parts

  /// A composition in which position along a curve, scale, turn, opacity, colour, a path and who shows change.
  private static let turning: String = {
    let shape = D.shapes(
      #"{"ty":"rc","p":{"k":[0,0]},"s":{"k":[{"t":0,"s":[20,10]},{"t":30,"s":[40,30]}]},"r":{"k":0}},"#
        + #"{"ty":"fl","c":{"k":[{"t":0,"s":[1,0,0]},{"t":30,"s":[0,0,1]}]},"o":{"k":100}}"#,
      #""ks":{"p":{"k":[{"t":0,"s":[20,20,0],"to":[30,0,0],"ti":[0,-30,0]},{"t":30,"s":[80,60,0]}]},"#
        + #""s":{"k":[{"t":0,"s":[50,100]},{"t":30,"s":[150,100]}]},"r":{"k":[{"t":0,"s":[0]},{"t":30,"s":[90]}]},"#
        + #""o":{"k":[{"t":0,"s":[20]},{"t":30,"s":[100]}]}},"#)
    let late = D.solid("00ff00", #""ks":{"s":{"k":[20,20]}},"#).replacing("\"ip\":0", with: "\"ip\":20")
    return #"{"id":"a","layers":[\#(shape),\#(late)]}"#
  }()

  private static func trim(_ start: Double, _ end: Double, offset: Double = 0, mode: Int = 1) -> String {
    #"{"ty":"tm","s":{"k":\#(start)},"e":{"k":\#(end)},"o":{"k":\#(offset)},"m":\#(mode)}"#
  }

  private static func repeater(_ copies: Int, _ transform: String, offset: Double = 0) -> String {
    #"{"ty":"rp","c":{"k":\#(copies)},"o":{"k":\#(offset)},"m":1,"tr":{\#(transform)}}"#
  }

  private static func merge(_ mode: Int) -> String { #"{"ty":"mm","mm":\#(mode)}"# }

  private static let evenOdd = D.red.replacing("\"ty\"", with: "\"r\":2,\"ty\"")

  private static func star(
    _ kind: Int, points: Int, outer: Double, inner: Double = 0, rotation: Double = 0, roundness: Double = 0
  ) -> String {
    let radii = #""or":{"k":\#(outer)},"os":{"k":\#(roundness)},"ir":{"k":\#(inner)},"is":{"k":\#(roundness)}"#
    return
      #"{"ty":"sr","sy":\#(kind),"p":{"k":[50,40]},"pt":{"k":\#(points)},"r":{"k":\#(rotation)},\#(radii)},\#(D.red)"#
  }

  private static let starPoints: [(Double, Double)] = (0..<8).map { index in
    let radius = index.isMultiple(of: 2) ? 30.0 : 10
    let angle = Double(index) * .pi / 4 - .pi / 2
    return (50 + radius * cos(angle), 40 + radius * sin(angle))
  }

  /// A path of points around the middle, whose radii and lengths of control points take turns.
  private static func round(points: Int, radii: [Double], tangents: [Double]) -> String {
    func list(_ point: (Int) -> (Double, Double)) -> String {
      (0..<points).map { "[\(point($0).0),\(point($0).1)]" }.joined(separator: ",")
    }
    func angle(_ index: Int) -> Double { 2 * .pi * Double(index) / Double(points) - .pi / 2 }
    func control(_ index: Int, _ sign: Double) -> (Double, Double) {
      let length = sign * tangents[index % tangents.count]
      return (-length * sin(angle(index)), length * cos(angle(index)))
    }
    let vertices = list { index in
      let radius = radii[index % radii.count]
      return (50 + radius * cos(angle(index)), 40 + radius * sin(angle(index)))
    }
    let into = list { control($0, -1) }
    let out = list { control($0, 1) }
    return #"{"ty":"sh","ks":{"k":{"c":true,"v":[\#(vertices)],"i":[\#(into)],"o":[\#(out)]}}}"#
  }

  /// A rectangle in the middle whose size and radius change over the composition's length.
  private static func rectangle(
    _ first: (Double, Double), _ last: (Double, Double), _ radius: (Double, Double)
  ) -> String {
    let size = #"[{"t":0,"s":[\#(first.0),\#(first.1)]},{"t":60,"s":[\#(last.0),\#(last.1)]}]"#
    let radii = #"[{"t":0,"s":[\#(radius.0)]},{"t":60,"s":[\#(radius.1)]}]"#
    return #"{"ty":"rc","p":{"k":[50,40]},"s":{"k":\#(size)},"r":{"k":\#(radii)}}"#
  }

  private static func moving(rounding radius: (Double, Double)) -> String {
    #"{"ty":"rd","r":{"k":[{"t":0,"s":[\#(radius.0)]},{"t":60,"s":[\#(radius.1)]}]}}"#
  }

  private static let rounded = #"{"ty":"rd","r":{"k":12}}"#

  /// A path that goes over into another over the composition's length.
  private static func morph(_ first: [(Double, Double)], _ last: [(Double, Double)]) -> String {
    #"{"ty":"sh","ks":{"k":[{"t":0,"s":[\#(D.bezier(first))]},{"t":60,"s":[\#(D.bezier(last))]}]}}"#
  }

  private static func lean(_ degrees: Double) -> String {
    #""p":{"k":[0,40]},"sk":{"k":\#(degrees)},"sa":{"k":0}"#
  }

  /// A rectangle of 30 x 0.5 points around (50, 40), leaning to the left by so many times its height.
  private static func leaning(_ slope: Double) -> String {
    let way = slope / 4
    return D.path([(35 + way, 39.75), (65 + way, 39.75), (65 - way, 40.25), (35 - way, 40.25)])
  }

  private static let line = D.path([(10, 40), (90, 40)], closed: false)

  private static func bits(_ ranges: [(Double, Double)]) -> String {
    ranges.map { D.path([($0.0, 40), ($0.1, 40)], closed: false) }.joined(separator: ",")
  }

  private static func dashes(offset: Double, animated: Bool = false) -> String {
    let phase = animated ? #"[{"t":0,"s":[0]},{"t":30,"s":[\#(2 * offset)]}]"# : "\(offset)"
    return #""d":[{"n":"d","v":{"k":10}},{"n":"g","v":{"k":10}},{"n":"o","v":{"k":\#(phase)}}],"#
  }

  /// A dash and a gap over the composition's length.
  private static func lengths(dash: (Double, Double), gap: (Double, Double)) -> String {
    func moving(_ ends: (Double, Double)) -> String { #"{"k":[{"t":0,"s":[\#(ends.0)]},{"t":60,"s":[\#(ends.1)]}]}"# }
    return #""d":[{"n":"d","v":\#(moving(dash))},{"n":"g","v":\#(moving(gap))},{"n":"o","v":{"k":0}}],"#
  }

  /// Dashes and gaps with keyframes of their own, and their lengths at frame 15.
  private static let growing =
    #"{"n":"d","v":{"k":[{"t":0,"s":[5]},{"t":30,"s":[15]}]}},{"n":"g","v":{"k":6}},{"n":"d","v":{"k":[{"t":10,"s":[2]},{"t":20,"s":[6],"h":1},{"t":40,"s":[9]}]}},{"n":"g","v":{"k":[{"t":0,"s":[8]},{"t":60,"s":[4]}]}}"#
  private static let grown =
    #"{"n":"d","v":{"k":10}},{"n":"g","v":{"k":6}},{"n":"d","v":{"k":4}},{"n":"g","v":{"k":7}}"#

  /// A composition in which a square moves.
  private static let moving: String = {
    let move = #""ks":{"p":{"k":[{"t":0,"s":[10,20,0]},{"t":60,"s":[80,50,0]}]}},"#
    return #"{"id":"a","layers":[\#(D.shapes("\(D.rectangle(0, 0, 12, 12)),\(D.red)", move))]}"#
  }()

  private static let big = #"{"id":"a","layers":[\#(D.solid("ff0000"))]}"#

  private static func inner(_ more: String) -> String {
    #"{"ty":0,"refId":"a","w":100,"h":80,"ip":0,"op":60,\#(more)"nm":"inner"}"#
  }

  /// A red and a blue square that overlap, each so far behind the plane. The blue one is listed first, and so in front.
  private static func spaces(_ red: Double, _ blue: Double) -> String {
    let order = red < blue ? ["blue", "red"] : ["red", "blue"]
    let layers = [
      "red": D.shapes(
        "\(D.rectangle(45, 40, 30, 30)),\(D.red)", #""ddd":1,"ks":{"p":{"k":[0,0,\#(red)]}},"#),
      "blue": D.shapes(
        "\(D.rectangle(55, 45, 30, 30)),\(D.blue)", #""ddd":1,"ks":{"p":{"k":[0,0,\#(blue)]}},"#),
    ]
    return order.compactMap { layers[$0] }.joined(separator: ",")
  }

  /// Colour, opacity of 255, direction from above, distance, softness: the style's values in the effect's units.
  private static let shadowEffect: String = {
    let values = ["[0,0,1,1]", "127.5", "90", "8", "10"].map { #"{"v":{"k":\#($0)}}"# }.joined(separator: ",")
    return #"{"ty":25,"en":1,"ef":[\#(values)]}"#
  }()

  private static let text =
    #"{"ty":5,"ip":0,"op":60,"st":0,"ks":{"p":{"k":[10,40]}},"t":{"d":{"k":[{"t":0,"s":{"t":"xx","f":"F","s":10,"fc":[1,0,0],"j":0,"tr":0,"lh":12}}]}}}"#

  /// A square of a font's size, on the baseline, of twice its width.
  private static let glyph: String = {
    let path = D.bezier([(0, 0), (100, 0), (100, -100), (0, -100)])
    return
      #"{"ch":"x","fFamily":"F","style":"R","size":10,"w":200,"data":{"shapes":[{"ty":"gr","it":[{"ty":"sh","ks":{"k":\#(path)}}]}]}}"#
  }()
}
