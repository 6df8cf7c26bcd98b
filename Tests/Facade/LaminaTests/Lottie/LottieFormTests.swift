// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaTestSupport
import Testing

/// Small Lottie documents, compared with closed forms.
@Suite struct LottieFormTests {
  typealias D = LottieDocuments

  /// Two masks over a red solid: the left one from x = 10 to 60, the right one from 40 to 90.
  struct Masks: Sendable, CustomTestStringConvertible {
    var first: (mode: String, opacity: Double)
    var second: (mode: String, opacity: Double)
    /// Alpha at x = 5, 25, 50 and 75: in none, the first, both, the second.
    var alphas: [Double]
    var inverted = false
    var testDescription: String { "\(first) \(second)\(inverted ? " inverted" : "")" }
  }

  static let masks: [Masks] = [
    Masks(first: ("a", 100), second: ("a", 100), alphas: [0, 1, 1, 1]),
    Masks(first: ("a", 100), second: ("a", 50), alphas: [0, 1, 1, 0.5]),
    Masks(first: ("a", 50), second: ("a", 50), alphas: [0, 0.5, 0.75, 0.5]),
    Masks(first: ("a", 100), second: ("s", 100), alphas: [0, 1, 0, 0]),
    Masks(first: ("a", 100), second: ("s", 40), alphas: [0, 1, 0.6, 0]),
    Masks(first: ("s", 100), second: ("s", 100), alphas: [1, 0, 0, 0]),
    Masks(first: ("a", 100), second: ("i", 100), alphas: [0, 0, 1, 0]),
    Masks(first: ("a", 80), second: ("i", 50), alphas: [0, 0, 0.4, 0]),
    Masks(first: ("a", 50), second: ("l", 80), alphas: [0, 0.5, 0.8, 0.8]),
    Masks(first: ("a", 50), second: ("d", 80), alphas: [0, 0, 0.5, 0]),
    Masks(first: ("a", 100), second: ("f", 100), alphas: [0, 1, 0, 1]),
    Masks(first: ("a", 100), second: ("a", 100), alphas: [1, 1, 1, 0], inverted: true),
    Masks(first: ("a", 100), second: ("n", 100), alphas: [0, 1, 1, 0]),
  ]

  @Test("modes of masks", arguments: masks)
  func modes(_ row: Masks) throws {
    let inverted = row.inverted ? #""inv":true,"# : ""
    let list = [
      D.mask(row.first.mode, 10, -10, 60, 90, opacity: row.first.opacity),
      D.mask(row.second.mode, 40, -10, 90, 90, opacity: row.second.opacity, more: inverted),
    ]
    let text = D.composition(D.solid("ff0000", #""masksProperties":[\#(list.joined(separator: ","))],"#))
    for backEnd in SharedRenderers.available {
      let image = try D.draw(text, on: backEnd)
      for (x, alpha) in zip([5, 25, 50, 75], row.alphas) {
        #expect(abs(Double(image.pixel(x, 40)[3]) - 255 * alpha) <= 2, "\(backEnd) x = \(x)")
      }
    }
  }

  @Test("a mask is moved outwards and inwards")
  func expansion() throws {
    for (expansion, edge) in [(6.0, 14), (-6, 26)] {
      let mask = D.mask("a", 20, 20, 80, 60, more: #""x":{"k":\#(expansion)},"#)
      let text = D.composition(D.solid("ff0000", #""masksProperties":[\#(mask)],"#))
      for backEnd in SharedRenderers.available {
        let image = try D.draw(text, on: backEnd)
        #expect(image.pixel(edge - 1, 40)[3] == 0 && image.pixel(edge, 40)[3] == 255, "\(backEnd) \(expansion)")
        #expect(image.pixel(50, 40)[3] == 255)
      }
    }
  }

  @Test("mattes by alpha and by luminance, and their inverses", arguments: [1, 2, 3, 4])
  func mattes(_ kind: Int) throws {
    // Green at half over the left half: luminance 0.7152 / 2.
    let matte = D.shapes(
      "\(D.rectangle(25, 40, 50, 80)),\(D.red.replacing("[1,0,0]", with: "[0,1,0]"))", #""td":1,"ks":{"o":{"k":50}},"#)
    let text = D.composition("\(matte),\(D.solid("ff0000", "\"tt\":\(kind),"))")
    let alphas: [(left: Double, right: Double)] = [(0.5, 0), (0.5, 1), (0.3576, 0), (0.6424, 1)]
    for backEnd in SharedRenderers.available {
      let image = try D.draw(text, on: backEnd)
      #expect(abs(Double(image.pixel(25, 40)[3]) - 255 * alphas[kind - 1].left) <= 2, "\(backEnd)")
      #expect(abs(Double(image.pixel(75, 40)[3]) - 255 * alphas[kind - 1].right) <= 2, "\(backEnd)")
    }
  }

  @Test("blend modes work on what is behind")
  func blending() throws {
    let back = D.solid("8040c0")
    let rows: [(mode: Int, levels: [Double])] = [(1, [64, 64, 0]), (2, [192, 255, 192]), (4, [128, 64, 0])]
    for (mode, levels) in rows {
      let front = D.solid("80ff00", #""bm":\#(mode),"#)
      for backEnd in SharedRenderers.available {
        let pixel = try D.draw(D.composition("\(front),\(back)"), on: backEnd).pixel(50, 40)
        for (actual, expected) in zip(pixel, levels) {
          #expect(abs(Double(actual) - expected) <= 2, "\(backEnd) mode \(mode) \(pixel)")
        }
      }
    }
  }

  @Test("a gradient's alphas have stops of their own, and fade twice with its opacity, as in players")
  func gradients() throws {
    func text(opacity: Int) -> String {
      let gradient =
        #"{"ty":"gf","o":{"k":\#(opacity)},"t":1,"s":{"k":[0,0]},"e":{"k":[100,0]},"g":{"p":2,"k":{"k":[0,1,0,0,1,1,0,0,0,1,0.5,0.5,1,0]}}}"#
      return D.composition(D.shapes("\(D.rectangle(50, 40, 100, 80)),\(gradient)"))
    }
    for backEnd in SharedRenderers.available {
      let whole = try D.draw(text(opacity: 100), on: backEnd)
      let faded = try D.draw(text(opacity: 50), on: backEnd)
      for x in [10, 40, 60, 90] {
        let alpha = 255 * (1 - (Double(x) + 0.5) / 100)
        #expect(abs(Double(whole.pixel(x, 40)[3]) - alpha) <= 2, "\(backEnd) \(x)")
        #expect(abs(Double(faded.pixel(x, 40)[3]) - alpha / 4) <= 2, "\(backEnd) \(x)")
      }
    }
  }

  @Test("a radial gradient's circles, and a gradient along a stroke")
  func gradientForms() throws {
    let radial =
      #"{"ty":"gf","o":{"k":100},"t":2,"s":{"k":[50,40]},"e":{"k":[80,40]},"g":{"p":2,"k":{"k":[0,1,1,1,1,0,0,0]}}}"#
    let stroke = radial.replacing(#""ty":"gf""#, with: #""ty":"gs","w":{"k":8},"lc":1"#)
    for backEnd in SharedRenderers.available {
      let image = try D.draw(D.composition(D.shapes("\(D.rectangle(50, 40, 100, 80)),\(radial)")), on: backEnd)
      let level = image.pixel(65, 40)[0]
      for (x, y) in [(34, 40), (49, 55), (49, 24)] { #expect(abs(Int(image.pixel(x, y)[0]) - Int(level)) <= 6) }
      #expect(image.pixel(95, 40) == [0, 0, 0, 255])
      let line = try D.draw(
        D.composition(D.shapes("\(D.path([(0, 40), (100, 40)], closed: false)),\(stroke)")), on: backEnd)
      #expect(line.pixel(65, 37) != [0, 0, 0, 0] && line.pixel(65, 33) == [0, 0, 0, 0])
      #expect(abs(Int(line.pixel(65, 40)[0]) - Int(level)) <= 3)
    }
  }

  @Test("embedded pictures, whether or not they say so, stretched to the asset's size", arguments: [#""e":1,"#, ""])
  func pictures(_ flag: String) throws {
    let image = try #require(CGImage.filled(width: 2, height: 2, premultiplied: [0, 128, 255, 255]))
    let data = Data(try PNGEncoder().encode(image)).base64EncodedString()
    let text = D.composition(
      #"{"ty":2,"refId":"a","ip":0,"op":60,"st":0,"ks":{"p":{"k":[20,10]}}}"#,
      assets: #"{"id":"a","w":40,"h":30,\#(flag)"u":"","p":"data:image/png;base64,\#(data)"}"#)
    for backEnd in SharedRenderers.available {
      let drawn = try D.draw(text, on: backEnd)
      #expect(drawn.pixel(21, 11) == [0, 128, 255, 255] && drawn.pixel(58, 38) == [0, 128, 255, 255])
      #expect(drawn.pixel(19, 20)[3] == 0 && drawn.pixel(61, 20)[3] == 0)
    }
  }

  @Test("text without outlines is set in a font")
  func fonts() throws {
    let text = D.composition(
      #"{"ty":5,"ip":0,"op":60,"st":0,"ks":{"p":{"k":[10,60]}},"t":{"d":{"k":[{"t":0,"s":{"t":"HI","f":"S","s":40,"fc":[1,0,0],"j":0,"tr":0,"lh":48}}]}}}"#,
      more: #""fonts":{"list":[{"fName":"S","fFamily":"DejaVu Sans","fStyle":"Book"}]},"#)
    let image = try D.draw(text, on: .cpu)
    let inked = (0..<80).filter { y in (0..<100).contains { image.pixel($0, y)[3] > 200 } }
    // On the baseline at 60, as high as capitals of 40 points.
    #expect(abs((inked.last ?? 0) - 59) <= 1 && (25...33).contains(inked.first ?? 0), "\(inked)")
    #expect((0..<80).allSatisfy { image.pixel(5, $0)[3] == 0 })
  }

  @Test("a tree whose speed is 0 is scrubbed by its time offset, as players do")
  func scrubbing() throws {
    let scene = try LottieReader().read(PackageFolder.file("Examples/sunrise.json").path)
    for time in [0.0, 0.5, 2.9, 4] {
      scene.root.speed = 1
      scene.root.timeOffset = 0
      let played = try SharedRenderers.draw(scene.root, at: time, on: .cpu).image
      scene.root.speed = 0
      scene.root.timeOffset = time
      let scrubbed = try SharedRenderers.draw(scene.root, at: 17, on: .cpu).image
      #expect(played.premultipliedRGBA == scrubbed.premultipliedRGBA, "\(time)")
    }
  }

  @Test(
    "hostile numbers draw, or draw nothing",
    arguments: [
      #"{"ty":"rc","p":{"k":[1e300,-1e308]},"s":{"k":[1e308,1e308]},"r":{"k":1e308}}"#,
      #"{"ty":"sr","sy":1,"p":{"k":[50,40]},"pt":{"k":1e9},"r":{"k":0},"or":{"k":1e12},"ir":{"k":-1e9},"os":{"k":1e9},"is":{"k":0}}"#,
      #"{"ty":"el","p":{"k":[50,40]},"s":{"k":[1e-300,9]}},{"ty":"rp","c":{"k":1e6},"tr":{"s":{"k":[1e9,-1e9]}}}"#,
      #"{"ty":"rc","p":{"k":[50,40]},"s":{"k":[-20,20]},"r":{"k":-5}},{"ty":"tm","s":{"k":-1e9},"e":{"k":1e9},"o":{"k":1e12}}"#,
      #"{"ty":"rc","p":{"k":[50,40]},"s":{"k":[{"t":1e9,"s":[1,1]},{"t":-1e9,"s":[1e30,1]}]},"r":{"k":0}}"#,
    ])
  func hostile(_ path: String) throws {
    for style in [D.red, D.stroke(1e6), D.stroke(-3, #""d":[{"n":"d","v":{"k":1e-12}}],"#)] {
      for frame in [0.0, 30, 1e9] {
        _ = try D.draw(D.composition(D.shapes("\(path),\(style)")), frame: frame, on: .cpu)
      }
    }
  }

  @Test("what is not drawn as asked is said, with the layer's path")
  func diagnostics() throws {
    let text = D.composition(D.shapes(#"\#(D.rectangle(40, 40, 30, 30)),{"ty":"zz"},\#(D.stroke(2))"#))
    #expect(try D.codes(text) == ["unsupported-shape"])
    let scene = try LottieReader().read(Array(text.utf8), named: "t.json")
    #expect(scene.diagnostics.first?.message.hasPrefix("layers[0]") == true)
  }
}
