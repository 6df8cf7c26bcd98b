// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaTestSupport
import Testing

/// Options of Lottie files that few files have: each shows what its plain twin shows, or what its definition says.
@Suite struct LottieOptionTests {
  typealias D = LottieDocuments

  private func expectTwins(_ one: String, _ two: String, unlike other: String, frames: [Double] = [0]) throws {
    for backEnd in SharedRenderers.available {
      for frame in frames {
        let picture = try D.draw(one, frame: frame, on: backEnd).premultipliedRGBA
        #expect(try D.draw(two, frame: frame, on: backEnd).premultipliedRGBA == picture, "\(backEnd) frame \(frame)")
      }
      let last = frames.last ?? 0
      #expect(
        try D.draw(other, frame: last, on: backEnd).premultipliedRGBA
          != D.draw(one, frame: last, on: backEnd).premultipliedRGBA, "\(backEnd)")
    }
    #expect(try D.codes(one) == [] && D.codes(two) == [])
  }

  @Test("ml2 is the miter limit, whatever ml says")
  func miterLimit() throws {
    func text(_ limits: String) -> String {
      let line = D.path([(20, 70), (50, 10), (60, 70)], closed: false)
      return D.composition(
        D.shapes(#"\#(line),{"ty":"st","c":{"k":[1,0,0]},"o":{"k":100},"w":{"k":6},"lc":1,"lj":1,\#(limits)}"#))
    }
    try expectTwins(text(#""ml":10,"ml2":{"k":1}"#), text(#""ml":1"#), unlike: text(#""ml":10"#))
    // From 1 to 19 in 60 frames: 10 in the middle, where the corner is no longer cut off.
    let moving = text(#""ml":1,"ml2":{"k":[{"t":0,"s":[1]},{"t":60,"s":[19]}]}"#)
    try expectTwins(
      moving.replacing(#"{"t":0,"s":[1]},{"t":60,"s":[19]}"#, with: #"{"t":0,"s":[10]},{"t":60,"s":[10]}"#),
      text(#""ml":10"#), unlike: text(#""ml":1"#))
    for backEnd in SharedRenderers.available {
      let pictures = try [0.0, 30].map { try D.draw(moving, frame: $0, on: backEnd).premultipliedRGBA }
      #expect(try pictures[0] == D.draw(text(#""ml":1"#), on: backEnd).premultipliedRGBA)
      #expect(try pictures[1] == D.draw(text(#""ml":10"#), on: backEnd).premultipliedRGBA)
    }
  }

  @Test("a conic gradient begins on the way from start to end and goes around clockwise")
  func conic() throws {
    let gradient =
      #"{"ty":"gf","o":{"k":100},"t":3,"s":{"k":[50,40]},"e":{"k":[60,50]},"g":{"p":4,"k":{"k":[0,1,0,0,0.25,1,0,0,0.25,0,0,1,1,0,0,1]}}}"#
    let text = D.composition(D.shapes(D.rectangle(50, 40, 90, 70) + "," + gradient))
    for backEnd in SharedRenderers.available {
      let image = try D.draw(text, on: backEnd)
      // The start lies at 45 degrees below x; a quarter turn from there is red, the rest is blue.
      for degrees in stride(from: 3.0, to: 360, by: 14) {
        let turn = (degrees - 45 + 360).truncatingRemainder(dividingBy: 360)
        guard min(abs(turn - 90), turn, 360 - turn) > 6 else { continue }
        let (x, y) = (50 + 28 * cos(degrees * .pi / 180), 40 + 28 * sin(degrees * .pi / 180))
        let pixel = image.pixel(Int(x), Int(y))
        #expect(
          (pixel[0] > 128) == (turn < 90) && (pixel[2] > 128) == (turn > 90), "\(backEnd) at \(degrees): \(pixel)")
      }
    }
    #expect(try D.codes(text) == [])
  }

  @Test("a layer turns along its path, whether its place is whole or split")
  func split() throws {
    func text(_ position: String, _ orientation: Int = 1) -> String {
      D.composition(
        #"{"ty":1,"sc":"ff0000","sw":30,"sh":10,"ip":0,"op":60,"st":0,"ao":\#(orientation),"ks":{"a":{"k":[15,5]},"p":\#(position)}}"#
      )
    }
    let whole = text(#"{"k":[{"t":0,"s":[20,20]},{"t":60,"s":[80,60]}]}"#)
    let parts =
      #"{"s":true,"x":{"k":[{"t":0,"s":[20]},{"t":60,"s":[80]}]},"y":{"k":[{"t":0,"s":[20]},{"t":60,"s":[60]}]}}"#
    for backEnd in SharedRenderers.available {
      for frame in [0.0, 15, 45] {
        let pictures = try [whole, text(parts)].map { try D.draw($0, frame: frame, on: backEnd).premultipliedRGBA }
        let difference = zip(pictures[0], pictures[1]).map { abs(Int($0) - Int($1)) }.max() ?? 0
        #expect(difference <= 2, "\(backEnd) frame \(frame)")
        #expect(try D.draw(text(parts, 0), frame: frame, on: backEnd).premultipliedRGBA != pictures[1])
      }
    }
  }

  @Test("capitals are the letters of a text in capitals")
  func capitals() throws {
    func letter(_ name: String, _ tip: Double) -> String {
      #"{"ch":"\#(name)","fFamily":"F","style":"Regular","w":60,"data":{"shapes":[{"ty":"gr","it":[\#(D.path([(0, 0), (tip, -70), (50, 0)]))]}]}}"#
    }
    func text(_ document: String, _ letters: [String]) -> String {
      D.composition(
        #"{"ty":5,"ip":0,"op":60,"ks":{"p":{"k":[10,60]}},"t":{"d":{"k":[{"t":0,"s":{"f":"F","s":30,"fc":[1,0,0],\#(document)}}]}}}"#,
        more:
          #""fonts":{"list":[{"fName":"F","fFamily":"F","fStyle":"Regular"}]},"chars":[\#(letters.joined(separator: ","))],"#
      )
    }
    let both = [letter("a", 5), letter("A", 45)]
    try expectTwins(
      text(#""t":"aA","ca":1"#, both), text(#""t":"AA""#, both), unlike: text(#""t":"aA""#, both))
    // Without outlines of capitals, those that are there are shown, and this is said.
    let few = [letter("a", 5)]
    for backEnd in SharedRenderers.available {
      #expect(
        try D.draw(text(#""t":"aa","ca":1"#, few), on: backEnd).premultipliedRGBA
          == D.draw(text(#""t":"aa""#, few), on: backEnd).premultipliedRGBA)
    }
    #expect(try D.codes(text(#""t":"aa","ca":1"#, few)) == ["unsupported-text"])
  }

  @Test("a layer without refId is left out, and its children stay where they are")
  func withoutReference() throws {
    for type in [0, 2, 9] {
      let layer = #"{"ty":\#(type),"ind":1,"ip":0,"op":60,"st":0,"ks":{"p":{"k":[20,10]}}}"#
      let child = #"{"ty":1,"parent":1,"sc":"ff0000","sw":30,"sh":20,"ip":0,"op":60,"st":0,"ks":{}}"#
      let null = layer.replacing(#""ty":\#(type)"#, with: #""ty":3"#)
      for backEnd in SharedRenderers.available {
        #expect(
          try D.draw(D.composition(layer + "," + child), on: backEnd).premultipliedRGBA
            == D.draw(D.composition(null + "," + child), on: backEnd).premultipliedRGBA)
      }
      #expect(try D.codes(D.composition(layer + "," + child)) == ["missing-asset"])
    }
  }
}
