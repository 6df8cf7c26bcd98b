// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaGraphics
import LaminaLayers
import LaminaLottie
import LaminaScene
import Testing

/// Input that is wrong, too large or hostile: errors name the place, nothing crashes or hangs.
@Suite struct LottieBadInputTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var text: String
    /// The text of the error.
    var says: String
    var testDescription: String { name }
  }

  static let refused: [Case] = [
    Case(name: "empty", text: "", says: "cut off"),
    Case(name: "truncated", text: String(composition(shapeLayer(square)).dropLast(20)), says: "cut off"),
    Case(name: "no object", text: "[1, 2]", says: "an object is wanted"),
    Case(name: "trailing text", text: composition("") + "x", says: "follows the document's end"),
    Case(name: "bad number", text: #"{"w": -}"#, says: "1:8: a digit is expected"),
    Case(name: "missing width", text: #"{"fr":30,"ip":0,"op":1,"h":1,"layers":[]}"#, says: "'w' is missing"),
    Case(name: "text for width", text: #"{"fr":30,"ip":0,"op":1,"w":"1","h":1,"layers":[]}"#, says: "w: 'w' is a text"),
    Case(name: "negative size", text: #"{"fr":30,"ip":0,"op":1,"w":-1,"h":1,"layers":[]}"#, says: "-1.0 x 1.0"),
    Case(name: "no frames", text: #"{"fr":30,"ip":5,"op":5,"w":1,"h":1,"layers":[]}"#, says: "nothing between"),
    Case(name: "backwards", text: #"{"fr":30,"ip":5,"op":-5,"w":1,"h":1,"layers":[]}"#, says: "nothing between"),
    Case(name: "no rate", text: #"{"fr":0,"ip":0,"op":5,"w":1,"h":1,"layers":[]}"#, says: "frame rate"),
    Case(name: "huge number", text: #"{"fr":1e999,"ip":0,"op":5,"w":1,"h":1,"layers":[]}"#, says: "frame rate"),
    Case(name: "layers of numbers", text: composition("1, 2"), says: "layers[0]: is a number"),
    Case(name: "layer without type", text: composition("{}"), says: "layers[0]: 'ty' is missing"),
    Case(name: "shapes are missing", text: composition(#"{"ty":4}"#), says: "layers[0]: 'shapes' is missing"),
    Case(
      name: "path without points", text: composition(shapeLayer(#"{"ty":"gr","it":[{"ty":"sh","ks":{"k":3}}]}"#)),
      says: "layers[0].shapes[0].it[0].ks.k: is a number that cannot be read"),
    Case(
      name: "keyframe without time",
      text: composition(shapeLayer(#"{"ty":"fl","c":{"k":[{"t":0,"s":[1,1,1]},{"s":[0,0,0]}]}}"#)),
      says: "layers[0].shapes[0].c.k[1]: is a keyframe without a time"),
    Case(
      name: "gradient with too few numbers",
      text: composition(shapeLayer(#"{"ty":"gf","g":{"p":3,"k":{"k":[0,1,1,1]}}}"#)), says: "fewer than four numbers"),
  ]

  @Test("Refused with the place", arguments: refused)
  func refuses(_ wrong: Case) {
    #expect(refusal(wrong.text).contains(wrong.says), "\(refusal(wrong.text))")
  }

  @Test("Deep nesting is refused, not followed")
  func deep() {
    #expect(refusal(String(repeating: "[", count: 1_000_000)).contains("nested deeper"))
    #expect(refusal(String(repeating: #"{"a":"#, count: 100_000)).contains("nested deeper"))
  }

  @Test("More values than the limit are refused")
  func manyValues() {
    var limits = SceneLimits()
    limits.elements = 10
    let numbers = [String](repeating: "0", count: 1000).joined(separator: ",")
    #expect(refusal(composition("", #""x":[\#(numbers)],"#), limits: limits).contains("more than 200 values"))
  }

  static let reported: [Case] = [
    Case(
      name: "its own parent", text: composition(shapeLayer(square, #""parent":1,"#)), says: "cyclic-parent"),
    Case(
      name: "parents in a ring",
      text: composition(
        shapeLayer(square, #""parent":2,"#) + #",{"ty":3,"ind":2,"parent":3},{"ty":3,"ind":3,"parent":2}"#),
      says: "cyclic-parent"),
    Case(name: "missing parent", text: composition(shapeLayer(square, #""parent":9,"#)), says: "missing-parent"),
    Case(
      name: "composition that holds itself",
      text: composition(
        #"{"ty":0,"refId":"a","w":10,"h":10}"#, #""assets":[{"id":"a","layers":[{"ty":0,"refId":"a","w":9,"h":9}]}],"#),
      says: "cyclic-composition"),
    Case(name: "video without a reference", text: composition(#"{"ty":9}"#), says: "missing-asset"),
    Case(name: "missing composition", text: composition(#"{"ty":0,"refId":"a"}"#), says: "missing-asset"),
    Case(
      name: "a million copies",
      text: composition(shapeLayer(square + #",{"ty":"rp","c":{"k":1000000},"tr":{"p":{"k":[1,0]}}}"#)),
      says: "shape-limit"),
    Case(
      name: "keyframes out of order",
      text: composition(
        shapeLayer(
          square, #""ks":{"o":{"k":[{"t":30,"s":[0]},{"t":10,"s":[100]},{"t":20,"s":[50]}]}},"#)),
      says: "unordered-keyframes"),
    Case(
      name: "picture outside",
      text: composition(
        #"{"ty":2,"refId":"a"}"#, #""assets":[{"id":"a","w":9,"h":9,"u":"../","p":"../../etc/passwd"}],"#),
      says: "refused-file"),
    Case(
      name: "base64 that is not",
      text: composition(
        #"{"ty":2,"refId":"a"}"#, #""assets":[{"id":"a","w":9,"h":9,"p":"data:image/png;base64,%%%"}],"#),
      says: "bad-image"),
    Case(
      name: "expression", text: composition(shapeLayer(square, #""ks":{"r":{"k":5,"x":"var $bm_rt = time"}},"#)),
      says: "unsupported-expression"),
    Case(
      name: "unknown effect", text: composition(shapeLayer(square, #""ef":[{"ty":27,"nm":"Displacement","en":1}],"#)),
      says: "unsupported-effect"),
    Case(
      name: "blur along one axis",
      text: composition(shapeLayer(square, #""ef":[{"ty":29,"ef":[{"v":{"k":9}},{"v":{"k":2}}]}],"#)),
      says: "unsupported-effect"),
    Case(
      name: "endless blur", text: composition(shapeLayer(square, #""ef":[{"ty":29,"ef":[{"v":{"k":1e300}}]}],"#)),
      says: "bad-value"),
    Case(
      name: "a thousand effects",
      text: composition(
        shapeLayer(square, "\"ef\":[" + [String](repeating: #"{"ty":21}"#, count: 1000).joined(separator: ",") + "],")),
      says: "effect-limit"),
    Case(
      name: "thirty effects that each take their layer twice",
      text: composition(
        shapeLayer(
          square,
          "\"ef\":["
            + [String](repeating: #"{"ty":23,"ef":[{},{},{},{"v":{"k":50}}]}"#, count: 30).joined(separator: ",") + "],"
        )),
      says: "effect-limit"),
    Case(
      name: "feather of two widths",
      text: composition(
        shapeLayer(square, #""masksProperties":[{"mode":"a","f":{"k":[9,1]},"pt":{"k":{"v":[],"i":[],"o":[]}}}],"#)),
      says: "unsupported-mask"),
    Case(
      name: "missing slot", text: composition(shapeLayer(square, #""ks":{"r":{"sid":"none","k":5}},"#)),
      says: "missing-slot"),
    Case(
      name: "slot of another type",
      text: composition(shapeLayer(square, #""ks":{"r":{"sid":"a","k":5}},"#), #""slots":{"a":{"p":{"k":[1,2]}}},"#),
      says: "bad-value"),
    Case(
      name: "slot without value",
      text: composition(shapeLayer(square, #""ks":{"r":{"sid":"a","k":5}},"#), #""slots":{"a":{}},"#), says: "bad-value"
    ),
    Case(name: "wrong type", text: composition(shapeLayer(square, #""ks":{"r":{"k":"x"}},"#)), says: "bad-value"),
  ]

  @Test("Reported, and the rest is drawn", arguments: reported)
  func reports(_ wrong: Case) throws {
    let scene = try read(wrong.text)
    #expect(scene.diagnostics.contains { $0.code == wrong.says }, "\(scene.diagnostics)")
  }

  @Test("Compositions that hold two of the next each are cut off")
  func bomb() throws {
    let assets = (0..<40).map { level in
      let inner = #"{"ty":0,"refId":"c\#(level + 1)","w":10,"h":10}"#
      return #"{"id":"c\#(level)","layers":[\#(inner),\#(inner)]}"#
    }
    let last = #"{"id":"c40","layers":[\#(shapeLayer(square))]}"#
    var limits = SceneLimits()
    limits.elements = 5_000
    let scene = try read(
      composition(
        #"{"ty":0,"refId":"c0","w":10,"h":10}"#, #""assets":[\#((assets + [last]).joined(separator: ","))],"#),
      limits: limits)
    #expect(scene.diagnostics.contains { $0.code == "layer-limit" })
  }

  @Test("Points of copies of a star are bounded")
  func manyPoints() throws {
    let star = #"{"ty":"sr","pt":{"k":1e9},"or":{"k":40},"ir":{"k":10}}"#
    let copies = #"{"ty":"rp","c":{"k":1e9},"o":{"k":0},"tr":{"p":{"k":[0.1,0]}}}"#
    let scene = try read(composition(shapeLayer(#"\#(star),\#(copies),{"ty":"fl","c":{"k":[1,0,0]}}"#)))
    let report = scene.diagnostics.first { $0.code == "shape-limit" }
    #expect(report?.message.contains("1000000 points") == true)
    var points = 0
    var open = [scene.root]
    while let layer = open.popLast() {
      points += (layer as? CAShapeLayer)?.path?.elements.points.count ?? 0
      open += layer.sublayers ?? []
    }
    #expect(points > 500_000 && points <= 1_100_000)
  }

  @Test("Huge coordinates are kept and draw nothing wrong")
  func huge() throws {
    let text = composition(
      shapeLayer(
        #"{"ty":"rc","p":{"k":[1e300,-1e308]},"s":{"k":[1e308,1e308]},"r":{"k":1e308}},{"ty":"fl","c":{"k":[1,0,0]}}"#))
    let scene = try read(text)
    #expect(scene.root.all(CAShapeLayer.self).count == 1)
    _ = TreeSnapshot(of: scene.root, at: 1)
  }
}
