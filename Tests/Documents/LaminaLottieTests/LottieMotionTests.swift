// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaLayers
import LaminaLottie
import LaminaScene
import Testing

/// Motion along spatial curves, by length and as Core Animation moves.
@Suite struct LottieMotionTests {
  /// A quarter of a circle of 40 points around (0, 0), nearly: from (40, 0) to (0, 40), with the curve's parameter
  /// running ahead of its length where a control point lies far away.
  static let quarter = Curve(from: [40, 0], out: [0, 22.0914], into: [22.0914, 0], to: [0, 40])
  /// Slow at the start, fast at the end.
  static let uneven = Curve(from: [0, 0], out: [0, 5], into: [0, -70], to: [60, 10])
  /// Comes back to where it began.
  static let loop = Curve(from: [10, 10], out: [60, 0], into: [0, 60], to: [10, 10])
  /// Turns back at a cusp in the middle.
  static let cusp = Curve(from: [0, 0], out: [60, 30], into: [-60, 30], to: [60, 0])
  static let curves = ["quarter": quarter, "uneven": uneven, "loop": loop, "cusp": cusp]

  /// A cubic, measured by many straight pieces.
  struct Curve {
    var from: SIMD2<Double>, out: SIMD2<Double>, into: SIMD2<Double>, to: SIMD2<Double>

    func point(_ t: Double) -> SIMD2<Double> {
      let u = 1 - t
      let start = from * (u * u * u) + (from + out) * (3 * u * u * t)
      return start + (to + into) * (3 * u * t * t) + to * (t * t * t)
    }

    /// The place before which a part of the length lies.
    func place(_ part: Double) -> SIMD2<Double> {
      let points = (0...40_000).map { point(Double($0) / 40_000) }
      let lengths = zip(points, points.dropFirst()).map { (($1 - $0) * ($1 - $0)).sum().squareRoot() }
      var rest = part * lengths.reduce(0, +)
      for (index, length) in lengths.enumerated() {
        if rest <= length { return points[index] + (points[index + 1] - points[index]) * (rest / max(length, 1e-12)) }
        rest -= length
      }
      return to
    }

    /// The keyframes of a property that moves along it for 30 frames.
    func keyframes(_ more: String = "") -> String {
      func list(_ point: SIMD2<Double>) -> String { "[\(point.x),\(point.y),0]" }
      return #"[{"t":0,"s":\#(list(from)),"to":\#(list(out)),"ti":\#(list(into))\#(more)},{"t":30,"s":\#(list(to))}]"#
    }
  }

  private func read(_ text: String, _ motion: LottieMotion = .length) throws -> Scene {
    try LottieReader(motion: motion).read(Array(text.utf8), named: "test.json")
  }

  /// Where the first layer's anchor point is at a frame.
  private func position(_ scene: Scene, _ frame: Double) -> SIMD2<Double> {
    let place = TreeSnapshot(of: scene.root, at: frame / 30).nodes[1].properties.position
    return SIMD2(Double(place.x), Double(place.y))
  }

  private func moving(_ keyframes: String) -> String {
    composition(shapeLayer(square, #""ks":{"p":{"k":\#(keyframes)}},"#))
  }

  @Test("the eased progress is the part of the length that lies behind, at any time", arguments: curves.keys.sorted())
  func byLength(_ name: String) throws {
    let curve = try #require(Self.curves[name])
    let scene = try read(moving(curve.keyframes()))
    for frame in [0, 1.0 / 3, 4, 7.77, 15, 20.2, 29, 29.9, 30, 45] {
      let off = position(scene, frame) - curve.place(min(frame / 30, 1))
      #expect((off * off).sum().squareRoot() < 0.03, "at frame \(frame): \(off)")
    }
  }

  @Test("as Core Animation moves, progress is the curve's parameter")
  func byParameter() throws {
    let scene = try read(moving(Self.uneven.keyframes()), .coreAnimation)
    for frame in [0.0, 7.5, 15, 29] {
      let off = position(scene, frame) - Self.uneven.point(frame / 30)
      #expect((off * off).sum().squareRoot() < 1e-3)
    }
    // The two are not the same thing.
    let off = Self.uneven.place(0.5) - Self.uneven.point(0.5)
    #expect((off * off).sum().squareRoot() > 5)
  }

  @Test("timing curves ease the length; past its ends a curve is not left")
  func easing() throws {
    let scene = try read(moving(Self.uneven.keyframes(#","o":{"x":[0.5],"y":[-0.5]},"i":{"x":[0.5],"y":[1.5]}"#)))
    // y = 3(-0.5)u²s + 3(1.5)us² + s³ at x = 1/2, which is s = 1/2.
    var off = position(scene, 15) - Self.uneven.place(0.5)
    #expect((off * off).sum().squareRoot() < 0.03)
    off = position(scene, 2) - Self.uneven.from
    #expect((off * off).sum().squareRoot() < 0.03)
    off = position(scene, 28) - Self.uneven.to
    #expect((off * off).sum().squareRoot() < 0.03)
  }

  @Test("a straight line keeps its keyframes and its curve, and may be passed")
  func straight() throws {
    let scene = try read(
      moving(
        #"[{"t":0,"s":[0,0,0],"to":[10,20,0],"ti":[-1,-2,0],"o":{"x":[0.5],"y":[0]},"i":{"x":[0.5],"y":[2]}},"#
          + #"{"t":30,"s":[30,60,0]}]"#))
    let animation = try #require(scene.root.sublayers?.first?.animation(forKey: "position") as? CAKeyframeAnimation)
    #expect(animation.values?.count == 2 && animation.timingFunctions?.count == 1)
    #expect(position(scene, 25).x > 30)
  }

  @Test("a held keyframe stays, whatever tangents it has")
  func hold() throws {
    let scene = try read(moving(Self.quarter.keyframes(#","h":1"#)))
    #expect(position(scene, 29) == SIMD2(40, 0) && position(scene, 30) == SIMD2(0, 40))
  }

  @Test(
    "curves without a length, or without an end, move straight",
    arguments: ["[0,0,0]", "[1e308,0,0]", "[1e200,1e200,0]"])
  func degenerate(_ tangent: String) throws {
    let scene = try read(
      moving(#"[{"t":0,"s":[5,5,0],"to":\#(tangent),"ti":\#(tangent)},{"t":30,"s":[5,5,0]}]"#))
    #expect(position(scene, 0) == SIMD2(5, 5) && position(scene, 30) == SIMD2(5, 5))
    let animation = scene.root.sublayers?.first?.animation(forKey: "position") as? CAKeyframeAnimation
    #expect((animation?.values?.count ?? 0) <= 4097)
  }

  @Test("the anchor point follows its curve")
  func anchor() throws {
    let text = composition(shapeLayer(square, #""ks":{"a":{"k":\#(Self.uneven.keyframes())}},"#))
    let place = TreeSnapshot(of: try read(text).root, at: 0.5).nodes[1].properties.anchorPoint
    let off = SIMD2(Double(place.x) * 100, Double(place.y) * 80) - Self.uneven.place(0.5)
    #expect((off * off).sum().squareRoot() < 0.03)
  }

  /// Layers moving along ``uneven``, each with the box of the path that it draws at frame 15, relative to that place.
  static let shapes = [
    "rectangle": #"{"ty":"rc","s":{"k":[8,8]},"r":{"k":0},"p":"#, "ellipse": #"{"ty":"el","s":{"k":[8,8]},"p":"#,
    "star": #"{"ty":"sr","sy":2,"pt":{"k":4},"or":{"k":4},"os":{"k":0},"r":{"k":0},"p":"#,
  ]

  @Test("shapes follow the curves of their places", arguments: shapes.keys.sorted())
  func shape(_ name: String) throws {
    let start = try #require(Self.shapes[name])
    let text = composition(shapeLayer(#"\#(start){"k":\#(Self.uneven.keyframes())}},{"ty":"fl","c":{"k":[1,0,0]}}"#))
    let scene = try read(text)
    let layer = try #require(scene.root.all(CAShapeLayer.self).first)
    let animation = try #require(layer.animation(forKey: "path") as? CAKeyframeAnimation)
    let path = try #require(animation.values?[15] as? CGPath)
    let box = path.boundingBoxOfPath
    let off = SIMD2(Double(box.midX), Double(box.midY)) - Self.uneven.place(0.5)
    #expect((off * off).sum().squareRoot() < 0.03)
  }

  @Test("groups, and layers that turn along their way, follow curves")
  func groups() throws {
    let group = #"{"ty":"gr","it":[\#(square),{"ty":"tr","p":{"k":\#(Self.uneven.keyframes())}}]}"#
    let scene = try read(composition(shapeLayer(group)))
    let node = try #require(TreeSnapshot(of: scene.root, at: 0.5).nodes.dropFirst(2).first)
    let off = SIMD2(Double(node.properties.position.x), Double(node.properties.position.y)) - Self.uneven.place(0.5)
    #expect((off * off).sum().squareRoot() < 0.03)
    let turning = composition(shapeLayer(square, #""ao":1,"ks":{"p":{"k":\#(Self.quarter.keyframes())}},"#))
    // Half way along a quarter of a circle the way leads at 135 degrees.
    let transform = TreeSnapshot(of: try read(turning).root, at: 0.5).nodes[1].properties.transform
    #expect(abs(atan2(Double(transform.m12), Double(transform.m11)) - 0.75 * .pi) < 1e-3)
  }

  @Test("where time is remapped, places are on the curve at every frame")
  func remapped() throws {
    let inner = shapeLayer(square, #""ks":{"p":{"k":\#(Self.uneven.keyframes())}},"#)
    let scene = try read(
      composition(
        #"{"ty":0,"refId":"c","w":100,"h":80,"ip":0,"op":60,"st":0,"tm":{"k":[{"t":0,"s":[1]},{"t":30,"s":[0]}]}}"#,
        #""assets":[{"id":"c","layers":[\#(inner)]}],"#))
    let node = TreeSnapshot(of: scene.root, at: 20.0 / 30).nodes[2].properties.position
    let off = SIMD2(Double(node.x), Double(node.y)) - Self.uneven.place(10.0 / 30)
    #expect((off * off).sum().squareRoot() < 0.05)
  }

  @Test("depth follows the curve too")
  func depth() throws {
    let keyframes =
      #"[{"t":0,"s":[0,0,0],"to":[0,0,70],"ti":[0,0,-5]},{"t":30,"s":[60,0,10]}]"#
    func layer(_ position: String) -> String {
      shapeLayer(square, #""ddd":1,"ks":{"p":{"k":\#(position)}},"#)
    }
    let scene = try read(composition(layer(keyframes) + "," + layer("[0,0,1000]")))
    let snapshot = TreeSnapshot(of: scene.root, at: 0.5)
    let moving = try #require(snapshot.nodes.first { $0.properties.zPosition > -900 && $0.properties.zPosition < 0 })
    let curve = Curve(from: [0, 0], out: [0, 70], into: [0, -5], to: [60, 10])
    #expect(abs(Double(moving.properties.zPosition) + curve.place(0.5).y) < 0.05)
    #expect(abs(Double(moving.properties.position.x) - curve.place(0.5).x) < 0.05)
  }
}
