// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaLayers
import Testing

/// When animations are active and how far they are: TIME-1, TIME-2, TIME-3.
@Suite struct TimingTests {
  /// One row of TIME-2: from 0 to 1 in 1 s, linear, model value 0.5.
  struct Row: Sendable, CustomTestStringConvertible {
    var name: String
    var set: @Sendable (CAAnimation) -> Void
    /// At t = 0, .2, .5, .9, 1, 1.2, 1.5, 1.9, 2.1, 2.5, 3, 4.5.
    var values: [Float]
    var testDescription: String { name }
  }

  static let times: [Double] = [0, 0.2, 0.5, 0.9, 1, 1.2, 1.5, 1.9, 2.1, 2.5, 3, 4.5]

  static let rows: [Row] = [
    Row(name: "plain", set: { _ in }, values: [0, 0.2, 0.5, 0.9, 1, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5]),
    Row(
      name: "autoreverses", set: { $0.autoreverses = true },
      values: [0, 0.2, 0.5, 0.9, 1, 0.8, 0.5, 0.1, 0.5, 0.5, 0.5, 0.5]),
    Row(
      name: "repeatCount 2.5", set: { $0.repeatCount = 2.5 },
      values: [0, 0.2, 0.5, 0.9, 0, 0.2, 0.5, 0.9, 0.1, 0.5, 0.5, 0.5]),
    Row(name: "speed 2", set: { $0.speed = 2 }, values: [0, 0.4, 1, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5]),
    Row(
      name: "timeOffset 0.3", set: { $0.timeOffset = 0.3 },
      values: [0.3, 0.5, 0.8, 0.2, 0.3, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5]),
    Row(name: "speed -1", set: { $0.speed = -1 }, values: [0, 0.8, 0.5, 0.1, 0, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5]),
    Row(
      name: "autoreverses, repeatCount 2",
      set: {
        $0.autoreverses = true
        $0.repeatCount = 2
      }, values: [0, 0.2, 0.5, 0.9, 1, 0.8, 0.5, 0.1, 0.1, 0.5, 1, 0.5]),
    Row(
      name: "fill both, begins at 0.5",
      set: {
        $0.fillMode = .both
        $0.beginTime = 0.5
      }, values: [0, 0, 0, 0.4, 0.5, 0.7, 1, 1, 1, 1, 1, 1]),
    Row(
      name: "fill backwards, begins at 0.5",
      set: {
        $0.fillMode = .backwards
        $0.beginTime = 0.5
      }, values: [0, 0, 0, 0.4, 0.5, 0.7, 1, 0.5, 0.5, 0.5, 0.5, 0.5]),
    Row(
      name: "fill forwards, begins at 0.5",
      set: {
        $0.fillMode = .forwards
        $0.beginTime = 0.5
      }, values: [0.5, 0.5, 0, 0.4, 0.5, 0.7, 1, 1, 1, 1, 1, 1]),
    Row(
      name: "repeatDuration 1.25", set: { $0.repeatDuration = 1.25 },
      values: [0, 0.2, 0.5, 0.9, 0, 0.2, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5]),
    Row(
      name: "repeats for ever", set: { $0.repeatCount = .infinity },
      values: [0, 0.2, 0.5, 0.9, 0, 0.2, 0.5, 0.9, 0.1, 0.5, 0, 0.5]),
  ]

  static func animation() -> CABasicAnimation {
    let animation = CABasicAnimation(keyPath: "opacity")
    animation.fromValue = 0
    animation.toValue = 1
    animation.duration = 1
    return animation
  }

  @Test("the measured rows", arguments: rows)
  func measured(_ row: Row) {
    let layer = CALayer()
    layer.opacity = 0.5
    let animation = Self.animation()
    row.set(animation)
    layer.add(animation, forKey: nil)
    for (time, value) in zip(Self.times, row.values) {
      let shown = TreeSnapshot(of: layer, at: time).nodes[0].properties.opacity
      #expect(abs(shown - value) < 1e-6, "at \(time): \(shown), not \(value)")
    }
    #expect(layer.opacity == 0.5)
  }

  @Test("a later beginning and a later time give the same", arguments: rows, [0.1, 3, 1000.7])
  func shifted(_ row: Row, by shift: Double) {
    let (layer, later) = (CALayer(), CALayer())
    let animation = Self.animation()
    row.set(animation)
    if animation.beginTime == 0 { animation.beginTime = 1e-100 }
    layer.add(animation, forKey: nil)
    animation.beginTime += shift
    later.add(animation, forKey: nil)
    for time in Self.times {
      let one = TreeSnapshot(of: layer, at: time).nodes[0].properties.opacity
      let other = TreeSnapshot(of: later, at: time + shift).nodes[0].properties.opacity
      #expect(abs(one - other) < 1e-6, "at \(time)")
    }
  }

  @Test("durations and times that mean nothing count as not set, and are reported")
  func bad() {
    let cases: [(String, (CAAnimation) -> Void, reports: Bool)] = [
      ("duration 0", { $0.duration = 0 }, false), ("duration -1", { $0.duration = -1 }, true),
      ("duration NaN", { $0.duration = .nan }, true), ("duration infinite", { $0.duration = .infinity }, false),
      ("beginTime NaN", { $0.beginTime = .nan }, true), ("speed NaN", { $0.speed = .nan }, true),
      ("speed infinite", { $0.speed = .infinity }, true), ("timeOffset infinite", { $0.timeOffset = .infinity }, true),
      ("repeatCount NaN", { $0.repeatCount = .nan }, true), ("repeatCount -3", { $0.repeatCount = -3 }, false),
      ("repeatDuration -3", { $0.repeatDuration = -3 }, false), ("tiny duration", { $0.duration = 1e-300 }, false),
      ("huge repeatCount", { $0.repeatCount = .greatestFiniteMagnitude }, false),
    ]
    for (name, set, reports) in cases {
      let layer = CALayer()
      let animation = Self.animation()
      set(animation)
      layer.add(animation, forKey: nil)
      for time in [0, 0.1, 0.25, 1, 1e9, -1e9, .infinity, .nan] {
        let snapshot = TreeSnapshot(of: layer, at: time)
        let shown = snapshot.nodes[0].properties.opacity
        #expect(shown >= 0 && shown <= 1, "\(name) at \(time): \(shown)")
        #expect(snapshot.problems.isEmpty == !reports, "\(name): \(snapshot.problems)")
      }
    }
    let layer = CALayer()
    let animation = Self.animation()
    animation.duration = 0
    layer.add(animation, forKey: nil)
    #expect(TreeSnapshot(of: layer, at: 0.125).nodes[0].properties.opacity == 0.5)
  }

  @Test("time runs through the tree")
  func tree() {
    let (root, middle, leaf) = (CALayer(), CALayer(), CALayer())
    root.addSublayer(middle)
    middle.addSublayer(leaf)
    let animation = Self.animation()
    animation.beginTime = 1e-100
    animation.fillMode = .both
    leaf.add(animation, forKey: nil)
    func shown(_ time: Double) -> Float { TreeSnapshot(of: root, at: time).nodes[2].properties.opacity }
    #expect(shown(0.25) == 0.25)
    middle.speed = 2
    #expect(shown(0.25) == 0.5)
    middle.beginTime = 0.125
    #expect(shown(0.25) == 0.25)
    leaf.timeOffset = 0.5
    #expect(shown(0.25) == 0.75)
    root.speed = 0
    root.timeOffset = 0.25
    for time in [0, 1, 7.5] { #expect(shown(time) == 0.75) }
  }

  @Test("named curves against their closed forms")
  func curves() {
    let names: [(CAMediaTimingFunctionName, SIMD4<Double>)] = [
      (.linear, [0, 0, 1, 1]), (.easeIn, [0.42, 0, 1, 1]), (.easeOut, [0, 0, 0.58, 1]),
      (.easeInEaseOut, [0.42, 0, 0.58, 1]), (.default, [0.25, 0.1, 0.25, 1]),
    ]
    for (name, points) in names { check(CAMediaTimingFunction(name: name).curve, points) }
    for points in [SIMD4<Double>(0, 1, 0, 1), [1, 0, 0, 1], [0, 0, 0, 0], [1, 1, 1, 1], [0.125, 0, 0.125, 0]] {
      check(TimingCurve(points.x, points.y, points.z, points.w), points)
    }
    let curve = TimingCurve(.nan, .infinity, 7, -.nan)
    for time in [-1, 0, 0.3, 1, 2] { #expect(curve(time).isFinite) }
  }

  /// Compares with the curve's own points: B(s) by its definition.
  private func check(_ curve: TimingCurve, _ points: SIMD4<Double>) {
    for step in 0...200 {
      let s = Double(step) / 200
      let rest = 1 - s
      let x = 3 * rest * rest * s * points.x + 3 * rest * s * s * points.z + s * s * s
      let y = 3 * rest * rest * s * points.y + 3 * rest * s * s * points.w + s * s * s
      // Where the curve stands upright, y at x is any of many.
      let slope = abs(curve(min(x + 1e-9, 1)) - curve(max(x - 1e-9, 0)))
      #expect(abs(curve(x) - y) < 1e-6 + slope, "\(points) at \(x)")
    }
    #expect(curve(0) == 0 && curve(1) == 1)
  }

  @Test("timing is set through the protocol, in a constant too: what has it is an object")
  func protocolMembers() {
    let timed: [any CAMediaTiming] = [CALayer(), CABasicAnimation(), CAEmitterCell()]
    for object in timed {
      object.speed = 2
      object.timeOffset = 0.5
      object.fillMode = .both
      #expect((object.speed, object.timeOffset) == (2, 0.5) && object.fillMode == .both)
    }
  }
}
