// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaTestSupport
import Testing

/// Effects, soft edges of masks, mattes that stay visible and slots, by closed forms.
@Suite struct LottieEffectTests {
  typealias D = LottieDocuments

  /// An effect with fixed values, or with JSON for those that are animated.
  static func effect(_ type: Int, _ values: String..., more: String = "") -> String {
    let list = values.map { #"{"v":{"k":\#($0)}}"# }.joined(separator: ",")
    return #"{"ty":\#(type),\#(more)"ef":[\#(list)]}"#
  }

  /// A square of 40 points, from (30, 20) to (70, 60), with effects.
  static func square(_ effects: String..., more: String = "") -> String {
    let list = effects.joined(separator: ",")
    return
      #"{"ty":1,"sc":"ff8000","sw":40,"sh":40,"ip":0,"op":60,"st":0,\#(more)"ks":{"p":{"k":[30,20]}},"ef":[\#(list)]}"#
  }

  struct Row: Sendable, CustomTestStringConvertible {
    var name: String
    var effects: String
    var frame = 0.0
    /// The colour in the middle of the square.
    var pixel: [UInt8]
    var testDescription: String { name }
  }

  private static let red = "[1,0,0,1]"
  private static let green = "[0,1,0,1]"
  private static let blue = "[0,0,1,1]"
  private static let yellow = "[1,1,0,1]"

  // The luminance of the square's colour is 0.2126 + 0.7152 * 128 / 255 = 0.5716; pixels are premultiplied.
  static let rows: [Row] = [
    Row(name: "fill", effects: effect(21, "0", "0", blue, "0", "0", "0", "1"), pixel: [0, 0, 255, 255]),
    Row(
      name: "fill of half opacity", effects: effect(21, "0", "0", blue, "0", "0", "0", "0.5"), pixel: [0, 0, 128, 128]),
    Row(name: "tint", effects: effect(20, blue, yellow, "100"), pixel: [146, 146, 109, 255]),
    Row(name: "tint by half", effects: effect(20, blue, yellow, "50"), pixel: [200, 137, 55, 255]),
    Row(
      name: "tint whose colour and amount move",
      effects:
        effect(
          20, #"[{"t":0,"s":[0,0,0,1]},{"t":40,"s":[0,0,1,1]}]"#, yellow, #"[{"t":0,"s":[0]},{"t":40,"s":[100]}]"#),
      frame: 20, pixel: [200, 137, 27, 255]),
    Row(name: "tritone", effects: effect(23, red, green, blue, "0"), pixel: [37, 218, 0, 255]),
    Row(
      name: "tritone below a half",
      effects: effect(20, "[0,0,0,1]", "[0.4,0.4,0.4,1]", "100") + ","
        + effect(23, red, green, blue, "0"), pixel: [0, 117, 138, 255]),
    Row(name: "tritone with its original", effects: effect(23, red, green, blue, "40"), pixel: [124, 182, 0, 255]),
    Row(
      name: "tritone whose original comes",
      effects: effect(23, red, green, blue, #"[{"t":0,"s":[0]},{"t":40,"s":[80]}]"#), frame: 20,
      pixel: [124, 182, 0, 255]),
    Row(
      name: "fill, then tint",
      effects: effect(21, "0", "0", red, "0", "0", "0", "1") + "," + effect(20, blue, yellow, "100"),
      pixel: [54, 54, 201, 255]),
    Row(
      name: "tint, then fill",
      effects: effect(20, blue, yellow, "100") + "," + effect(21, "0", "0", red, "0", "0", "0", "1"),
      pixel: [255, 0, 0, 255]),
    Row(
      name: "switched off", effects: effect(21, "0", "0", blue, "0", "0", "0", "1", more: #""en":0,"#),
      pixel: [255, 128, 0, 255]),
  ]

  @Test("colours of effects", arguments: rows)
  func colors(_ row: Row) throws {
    for backEnd in SharedRenderers.available {
      let image = try D.draw(D.composition(Self.square(row.effects)), frame: row.frame, on: backEnd)
      let pixel = image.pixel(50, 40)
      for (actual, expected) in zip(pixel, row.pixel) {
        #expect(abs(Int(actual) - Int(expected)) <= 2, "\(backEnd) \(pixel)")
      }
      #expect(image.pixel(20, 10)[3] == 0)
    }
  }

  @Test("a blurred edge is a Gaussian's integral, of 0.3 for each unit of blurriness, also where it moves")
  func blur() throws {
    let moving = #"[{"t":0,"s":[0]},{"t":40,"s":[40]}]"#
    for blurriness in ["20", moving] {
      let text = D.composition(Self.square(Self.effect(29, blurriness, "1", "0")))
      for backEnd in SharedRenderers.available {
        let image = try D.draw(text, frame: 20, on: backEnd)
        for x in [22, 26, 30, 34] {
          let edge = 0.5 * (1 + erf((Double(x) + 0.5 - 30) / (6 * 2.0.squareRoot())))
          #expect(abs(Double(image.pixel(x, 40)[3]) - 255 * edge) <= 6, "\(backEnd) \(blurriness) \(x)")
        }
      }
    }
  }

  @Test("each of three shadows is cast by the layer and by the shadows before it")
  func shadows() throws {
    let text = D.composition(
      Self.square(
        Self.effect(25, Self.red, "255", "90", "15", "0", "0"),
        Self.effect(25, Self.green, "255", "180", "10", "0", "0"),
        Self.effect(25, Self.blue, "255", "270", "20", "0", "0")))
    for backEnd in SharedRenderers.available {
      let image = try D.draw(text, on: backEnd)
      #expect(image.pixel(50, 40) == [255, 128, 0, 255] && image.pixel(78, 40) == [255, 0, 0, 255], "\(backEnd)")
      #expect(image.pixel(50, 65) == [0, 255, 0, 255] && image.pixel(78, 65) == [0, 255, 0, 255], "\(backEnd)")
      #expect(image.pixel(20, 40) == [0, 0, 255, 255] && image.pixel(20, 65) == [0, 0, 255, 255], "\(backEnd)")
      #expect(image.pixel(50, 10)[3] == 0 && image.pixel(90, 40)[3] == 0, "\(backEnd)")
    }
  }

  @Test("a shadow alone is moved and the layer is not drawn; a mask cuts the layer and not its shadow")
  func shadowForms() throws {
    let alone = D.composition(Self.square(Self.effect(25, Self.red, "255", "90", "15", "0", "1")))
    let mask = #""masksProperties":[\#(D.mask("a", 10, 10, 30, 30))],"#
    let masked = D.composition(Self.square(Self.effect(25, Self.red, "255", "90", "15", "0", "0"), more: mask))
    for backEnd in SharedRenderers.available {
      let image = try D.draw(alone, on: backEnd)
      #expect(image.pixel(40, 40)[3] == 0 && image.pixel(50, 40) == [255, 0, 0, 255], "\(backEnd)")
      #expect(image.pixel(80, 40) == [255, 0, 0, 255], "\(backEnd)")
      let cut = try D.draw(masked, on: backEnd)
      #expect(cut.pixel(50, 40) == [255, 128, 0, 255] && cut.pixel(65, 40) == [255, 0, 0, 255], "\(backEnd)")
      #expect(cut.pixel(80, 40)[3] == 0, "\(backEnd)")
    }
  }

  @Test(
    "a feather of 20 points goes from clear to opaque within 10 points on either side of the mask",
    arguments: ["a", "s", "i", "l", "d"])
  func feather(_ mode: String) throws {
    let mask = D.mask(mode, 40, -100, 300, 200, more: #""f":{"k":[20,20]},"#)
    let text = D.composition(D.solid("ff0000", #""masksProperties":[\#(mask)],"#))
    for backEnd in SharedRenderers.available {
      let image = try D.draw(text, on: backEnd)
      for x in [25, 32, 36, 40, 44, 48, 55] {
        let inside = 0.5 * (1 + erf((Double(x) + 0.5 - 40) / (5 * 2.0.squareRoot())))
        let wanted = mode == "s" ? 1 - inside : inside
        #expect(abs(Double(image.pixel(x, 40)[3]) - 255 * wanted) <= 6, "\(backEnd) \(x)")
      }
    }
  }

  @Test("a feather moves, and goes with an expansion and with other masks")
  func feathers() throws {
    let moving = #""f":{"k":[{"t":0,"s":[0,0]},{"t":40,"s":[40,40]}]},"#
    let masks = [
      D.mask("a", 40, -100, 300, 200, more: moving),
      D.mask("a", 50, -100, 300, 200, more: moving + #""x":{"k":10},"#),
      D.mask("a", -100, -100, 300, 200) + "," + D.mask("i", 40, -100, 300, 200, more: moving),
    ]
    for mask in masks {
      let text = D.composition(D.solid("ff0000", #""masksProperties":[\#(mask)],"#))
      for backEnd in SharedRenderers.available {
        let sharp = try D.draw(text, on: backEnd)
        #expect(sharp.pixel(39, 40)[3] <= 2 && sharp.pixel(40, 40)[3] >= 253, "\(backEnd)")
        let soft = try D.draw(text, frame: 20, on: backEnd)
        for x in [32, 36, 40, 44, 48] {
          let wanted = 0.5 * (1 + erf((Double(x) + 0.5 - 40) / (5 * 2.0.squareRoot())))
          #expect(abs(Double(soft.pixel(x, 40)[3]) - 255 * wanted) <= 6, "\(backEnd) \(x)")
        }
      }
    }
  }

  @Test("a matte without 'td' is also drawn itself, at its own place in the order", arguments: [1, 2, 3, 4])
  func visibleMattes(_ kind: Int) throws {
    let shown = D.shapes("\(D.rectangle(40, 40, 60, 60)),\(D.blue)", #""ind":1,"tp":2,"tt":\#(kind),"#)
    let matte = D.shapes("\(D.rectangle(60, 40, 60, 60)),\(D.red)", #""ind":2,"#)
    // The luminance of red is 0.2126. At x = 20: the first alone; 40: both; 80: the matte alone.
    let levels: [[[UInt8]]] = [
      [[0, 0, 0, 0], [0, 0, 255, 255], [255, 0, 0, 255]], [[0, 0, 255, 255], [255, 0, 0, 255], [255, 0, 0, 255]],
      [[0, 0, 0, 0], [201, 0, 54, 255], [255, 0, 0, 255]], [[0, 0, 255, 255], [54, 0, 201, 255], [255, 0, 0, 255]],
    ]
    for backEnd in SharedRenderers.available {
      let image = try D.draw(D.composition("\(shown),\(matte)"), on: backEnd)
      for (x, wanted) in zip([20, 40, 80], levels[kind - 1]) {
        for (actual, expected) in zip(image.pixel(x, 40), wanted) {
          #expect(abs(Int(actual) - Int(expected)) <= 2, "\(backEnd) \(x) \(image.pixel(x, 40))")
        }
      }
    }
  }

  @Test("properties take the values of slots, fixed or with keyframes")
  func slots() throws {
    let fill = #"{"ty":"fl","c":{"k":[1,0,0],"sid":"color"},"o":{"sid":"opacity"}}"#
    let layer = D.shapes("\(D.rectangle(20, 40, 40, 80)),\(fill)", #""ks":{"p":{"k":[0,0],"sid":"place"}},"#)
    let slots =
      #""slots":{"color":{"p":{"k":[0,1,0]}},"opacity":{"p":{"k":50}},"place":{"p":{"k":[{"t":0,"s":[0,0]},{"t":30,"s":[50,0]}]}}},"#
    for backEnd in SharedRenderers.available {
      let first = try D.draw(D.composition(layer, more: slots), on: backEnd)
      #expect(first.pixel(20, 40) == [0, 128, 0, 128] && first.pixel(70, 40)[3] == 0, "\(backEnd)")
      let last = try D.draw(D.composition(layer, more: slots), frame: 30, on: backEnd)
      #expect(last.pixel(20, 40)[3] == 0 && last.pixel(70, 40) == [0, 128, 0, 128], "\(backEnd)")
      let own = try D.draw(D.composition(layer), on: backEnd)
      #expect(own.pixel(20, 40) == [255, 0, 0, 255], "\(backEnd)")
    }
    #expect(try D.codes(D.composition(layer)).contains("missing-slot"))
    #expect(try D.codes(D.composition(layer, more: slots)).isEmpty)
  }
}
