// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// swift-format-ignore-file: NeverForceUnwrap
import Foundation
import LaminaGeometry
import LaminaGraphics
import LaminaLayers
import LaminaLottie
import LaminaScene
import Testing

/// The trees that documents become.
@Suite struct LottieTreeTests {
  @Test("A composition is a layer of its size that cuts at its edges, with its frames as timeline")
  func composition() throws {
    let scene = try read(LaminaLottieTests.composition("", #""markers":[{"tm":15,"cm":"half","dr":3}],"#))
    #expect(scene.root.bounds == CGRect(x: 0, y: 0, width: 100, height: 80))
    #expect(scene.root.masksToBounds && !scene.hostIsFlipped)
    let timeline = try #require(scene.timeline)
    #expect(timeline.duration == 2 && timeline.frameRate == 30)
    #expect(timeline.time(ofMarker: "half") == 0.5 && timeline.time(ofMarker: "none") == nil)
    #expect(timeline.time(atProgress: 0.25) == 0.5)
  }

  @Test("A stroke over its fill shares one shape layer; under it, or with another opacity, it does not")
  func styles() throws {
    func count(_ styles: String) throws -> Int {
      let path = #"{"ty":"el","p":{"k":[0,0]},"s":{"k":[9,9]}}"#
      return try read(LaminaLottieTests.composition(shapeLayer(path + "," + styles))).root.all(CAShapeLayer.self).count
    }
    let fill = #"{"ty":"fl","c":{"k":[1,0,0]},"o":{"k":100}}"#
    let stroke = #"{"ty":"st","c":{"k":[1,0,0]},"o":{"k":100},"w":{"k":2}}"#
    #expect(try count("\(stroke),\(fill)") == 1)
    #expect(try count("\(fill),\(stroke)") == 2)
    #expect(try count(stroke.replacing("100", with: "50") + "," + fill) == 2)
  }

  @Test("Keyframes keep their times and curves")
  func keyframes() throws {
    let scene = try read(
      LaminaLottieTests.composition(
        shapeLayer(
          square,
          #""ks":{"o":{"k":[{"t":15,"s":[0],"o":{"x":[0.4],"y":[0]},"i":{"x":[0.6],"y":[1]}},{"t":45,"s":[100]}]}},"#)))
    let layer = try #require(scene.root.sublayers?.first)
    let animation = try #require(layer.animation(forKey: "opacity") as? CAKeyframeAnimation)
    #expect(animation.beginTime == 0.5 && animation.duration == 1)
    #expect(animation.keyTimes == [0, 1])
    #expect(animation.timingFunctions?.count == 1)
    let snapshot = TreeSnapshot(of: scene.root, at: 1)
    #expect(abs(snapshot.nodes[1].properties.opacity - 0.5) < 1e-5)
    #expect(TreeSnapshot(of: scene.root, at: 0).nodes[1].properties.opacity == 0)
    #expect(TreeSnapshot(of: scene.root, at: 2).nodes[1].properties.opacity == 1)
  }

  @Test("Held keyframes jump at the next one's time")
  func hold() throws {
    let scene = try read(
      LaminaLottieTests.composition(
        shapeLayer(square, #""ks":{"o":{"k":[{"t":0,"s":[10],"h":1},{"t":30,"s":[90]},{"t":60,"s":[10]}]}},"#)))
    func opacity(_ time: Double) -> Float { TreeSnapshot(of: scene.root, at: time).nodes[1].properties.opacity }
    #expect(opacity(0.5) == 0.1 && abs(opacity(0.999) - 0.1) < 1e-3)
    #expect(abs(opacity(1) - 0.9) < 1e-5 && abs(opacity(1.5) - 0.5) < 1e-5)
  }

  @Test("A layer shows from its first frame to the one before its last")
  func visibility() throws {
    let text = LaminaLottieTests.composition(
      #"{"ty":4,"ip":15,"op":30,"st":0,"shapes":[\#(square)]},{"ty":4,"ip":30,"op":60,"st":0,"shapes":[\#(square)]}"#)
    let scene = try read(text)
    func hidden(_ frame: Double) -> [Bool] {
      let snapshot = TreeSnapshot(of: scene.root, at: frame / 30)
      return snapshot.nodes.filter { $0.parent == 0 }.map { $0.properties.flags.contains(.hidden) }
    }
    // Back to front.
    #expect(hidden(14) == [true, true] && hidden(15) == [true, false])
    #expect(hidden(29) == [true, false] && hidden(30) == [false, true])
    #expect(hidden(60) == [false, true])
  }

  @Test("Time in a composition begins at its start and is stretched; remapped time is looked up")
  func time() throws {
    let inner =
      #""assets":[{"id":"a","layers":[\#(shapeLayer(square, #""ks":{"o":{"k":[{"t":0,"s":[0]},{"t":20,"s":[100]}]}},"#))]}],"#
    func opacity(_ more: String, _ frame: Double) throws -> Float {
      let layer = #"{"ty":0,"refId":"a","w":100,"h":80,"ip":0,"op":60,\#(more)"nm":"holder"}"#
      let scene = try read(LaminaLottieTests.composition(layer, inner))
      return TreeSnapshot(of: scene.root, at: frame / 30).nodes[2].properties.opacity
    }
    #expect(abs(try opacity(#""st":10,"#, 20) - 0.5) < 1e-5)
    #expect(abs(try opacity(#""st":10,"sr":2,"#, 30) - 0.5) < 1e-5)
    #expect(abs(try opacity(#""st":0,"tm":{"k":[{"t":0,"s":[0.5]},{"t":30,"s":[0]}]},"#, 15) - 0.375) < 1e-4)
  }

  @Test("The anchor, scale and turn of a layer, fixed and animated, place it alike")
  func transforms() throws {
    func place(_ scale: String, _ rotation: String) throws -> SIMD2<Double> {
      let ks = #""ks":{"a":{"k":[10,20]},"p":{"k":[50,40]},"s":\#(scale),"r":\#(rotation)},"#
      let scene = try read(LaminaLottieTests.composition(shapeLayer(square, ks)))
      let node = TreeSnapshot(of: scene.root, at: 1).nodes[1]
      let map = try #require(node.properties.superlayerFromLayer())
      return map.apply(SIMD2(11, 20))
    }
    let fixed = try place(#"{"k":[-200,100]}"#, #"{"k":90}"#)
    #expect(abs(fixed.x - 50) < 1e-6 && abs(fixed.y - 38) < 1e-6)
    let turning = try place(#"{"k":[-200,100]}"#, #"{"k":[{"t":0,"s":[0]},{"t":60,"s":[180]}]}"#)
    #expect(abs(turning.x - fixed.x) < 1e-6 && abs(turning.y - fixed.y) < 1e-6)
    let growing = try place(#"{"k":[{"t":0,"s":[-100,100]},{"t":60,"s":[-300,100]}]}"#, #"{"k":90}"#)
    #expect(abs(growing.x - fixed.x) < 1e-6 && abs(growing.y - fixed.y) < 1e-6)
  }

  @Test("A trim is the shape layer's own; one that goes around the end takes a second turn of the path")
  func trims() throws {
    func shape(_ trim: String) throws -> CAShapeLayer {
      let shapes = #"{"ty":"el","p":{"k":[0,0]},"s":{"k":[9,9]}},\#(trim),{"ty":"st","c":{"k":[1,0,0]},"w":{"k":2}}"#
      return try #require(try read(LaminaLottieTests.composition(shapeLayer(shapes))).root.all(CAShapeLayer.self).first)
    }
    let plain = try shape(#"{"ty":"tm","s":{"k":25},"e":{"k":75},"o":{"k":0}}"#)
    #expect(plain.strokeStart == 0.25 && plain.strokeEnd == 0.75)
    let around = try shape(#"{"ty":"tm","s":{"k":25},"e":{"k":75},"o":{"k":180}}"#)
    #expect(around.strokeStart == 0.375 && around.strokeEnd == 0.625)
  }

  @Test("Mattes and masks are mask trees, and what shows through one is in a layer of its own")
  func mattes() throws {
    let matte = shapeLayer(square, #""td":1,"#)
    let shown = #"{"ty":1,"sc":"00ff00","sw":100,"sh":80,"ip":0,"op":60,"st":0,"tt":2}"#
    let scene = try read(LaminaLottieTests.composition("\(matte),\(shown)"))
    let holder = try #require(scene.root.sublayers?.first)
    #expect(scene.root.sublayers?.count == 1 && holder.mask != nil && holder.sublayers?.count == 1)
    let mask =
      #"{"mode":"s","pt":{"k":{"c":true,"v":[[0,0],[9,0],[9,9]],"i":[[0,0],[0,0],[0,0]],"o":[[0,0],[0,0],[0,0]]}},"o":{"k":100}}"#
    let masked = try read(LaminaLottieTests.composition(shapeLayer(square, #""masksProperties":[\#(mask)],"#)))
    #expect(masked.root.sublayers?.first?.mask is CAShapeLayer)
  }

  @Test("Colours are opaque, whatever their fourth number says")
  func colors() throws {
    let fill = square.replacing("[1,0,0,1]", with: "[1,0,0,0.25]")
    let layer = try #require(
      try read(LaminaLottieTests.composition(shapeLayer(fill))).root.all(CAShapeLayer.self).first)
    #expect(layer.fillColor == CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1))
  }

  @Test("Two stops of a gradient's alpha are woven into its colours")
  func gradients() throws {
    let shapes =
      #"{"ty":"rc","p":{"k":[50,40]},"s":{"k":[20,20]},"r":{"k":0}},{"ty":"gf","o":{"k":100},"t":1,"s":{"k":[40,40]},"e":{"k":[60,40]},"g":{"p":2,"k":{"k":[0,1,0,0,1,0,0,1,0.5,1,1,0]}}}"#
    let layer = try #require(
      try read(LaminaLottieTests.composition(shapeLayer(shapes))).root.all(CAGradientLayer.self).first)
    #expect(layer.locations == [0, 0.5, 1])
    let colors = (layer.colors ?? []).compactMap { $0 as? CGColor }
    #expect(colors.map(\.straight.w) == [1, 1, 0])
    #expect(colors[1].straight.x == 0.5 && layer.mask is CAShapeLayer)
  }
}
