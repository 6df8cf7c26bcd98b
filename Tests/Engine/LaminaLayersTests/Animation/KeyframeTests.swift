// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaLayers
import Testing

/// Keyframes: TIME-5.
@Suite struct KeyframeTests {
  private func x(_ animation: CAKeyframeAnimation, at time: Double) -> Double {
    let layer = CALayer()
    layer.add(animation, forKey: nil)
    return Double(TreeSnapshot(of: layer, at: time).nodes[0].properties.position.x)
  }

  private func animation(_ values: [Any], _ mode: CAAnimationCalculationMode = .linear, times: [NSNumber]? = nil)
    -> CAKeyframeAnimation
  {
    let animation = CAKeyframeAnimation(keyPath: "position.x")
    (animation.values, animation.calculationMode, animation.keyTimes, animation.duration) = (values, mode, times, 1)
    animation.fillMode = .both
    return animation
  }

  @Test("linear, spaced evenly and by times")
  func linear() {
    let even = animation([0, 10, 30])
    for (time, wanted) in [(0.0, 0.0), (0.25, 5), (0.5, 10), (0.75, 20), (1, 30)] {
      #expect(x(even, at: time) == wanted)
    }
    let timed = animation([0, 10, 30], times: [0, 0.25, 1])
    for (time, wanted) in [(0.125, 5.0), (0.25, 10), (0.625, 20)] { #expect(x(timed, at: time) == wanted) }
  }

  @Test("discrete values hold until the next")
  func discrete() {
    let even = animation([1, 2, 3, 4], .discrete)
    for (time, wanted) in [(0.0, 1.0), (0.2, 1), (0.25, 2), (0.74, 3), (0.75, 4), (1, 4)] {
      #expect(x(even, at: time) == wanted, "at \(time)")
    }
    let timed = animation([1, 2], .discrete, times: [0, 0.75, 1])
    for (time, wanted) in [(0.0, 1.0), (0.7, 1), (0.75, 2), (1, 2)] { #expect(x(timed, at: time) == wanted) }
  }

  @Test("a function for each segment")
  func functions() {
    let animation = animation([0, 100, 200])
    animation.timingFunctions = [CAMediaTimingFunction(name: .easeIn)]
    let half = TimingCurve(0.42, 0, 1, 1)(0.5)
    #expect(abs(x(animation, at: 0.25) - 100 * half) < 1e-9)
    #expect(x(animation, at: 0.75) == 150)
  }

  @Test("paced values move evenly, whatever the times")
  func paced() {
    let animation = animation([0, 10, 110, 100], .paced, times: [0, 0.9, 0.95, 1])
    for step in 0...11 {
      #expect(abs(x(animation, at: Double(step) / 12) - Double(step) * 10) < 1e-9, "step \(step)")
    }
    #expect(x(self.animation([5, 5, 5], .paced), at: 0.3) == 5)
  }

  @Test("cubic values pass through all values, smoothly; tension 1 stands still there")
  func cubic() {
    let animation = animation([0, 10, 40, 40], .cubic)
    for (time, wanted) in [(0.0, 0.0), (1.0 / 3, 10), (2.0 / 3, 40), (1, 40)] {
      #expect(abs(x(animation, at: time) - wanted) < 1e-9)
    }
    // Catmull and Rom: the slope at a value is half the way between its neighbours.
    let slope = (x(animation, at: 1.0 / 3 + 1e-5) - x(animation, at: 1.0 / 3 - 1e-5)) / 2e-5
    #expect(abs(slope - 20 * 3) < 1e-2)
    animation.tensionValues = [1, 1, 1, 1]
    #expect(abs((x(animation, at: 1.0 / 3 + 1e-5) - 10) / 1e-5) < 1e-2)
    let line = self.animation([0, 10, 20, 30], .cubicPaced)
    for step in 0...10 { #expect(abs(x(line, at: Double(step) / 10) - 3 * Double(step)) < 1e-9) }
  }

  @Test("whatever the counts and times, nothing is out of range")
  func badTimes() {
    let lists: [[NSNumber]?] = [
      nil, [], [0], [1], [0, 1], [0.5], [0, 0.5], [0.2, 0.4, 0.6], [1, 0.5, 0], [0, 2, 3], [0, 0.5, 1, 1.5, 2, 2.5],
      [.init(value: Double.nan), 0.5, 1], [-1, 0, 1], [0, 0, 0], [1, 1, 1], [.init(value: Double.infinity)],
    ]
    for mode in [CAAnimationCalculationMode.linear, .discrete, .paced, .cubic, .cubicPaced, .init(rawValue: "odd")] {
      for times in lists {
        for count in [1, 2, 3, 7] {
          let animation = animation((0..<count).map { $0 }, mode, times: times)
          animation.timingFunctions = Array(repeating: CAMediaTimingFunction(controlPoints: 0, -2, 1, 3), count: 2)
          for step in -1...11 {
            let value = x(animation, at: Double(step) / 10)
            #expect(value.isFinite, "\(mode.rawValue) \(String(describing: times)) \(count)")
          }
        }
      }
    }
  }

  @Test("times beyond 1 of discrete values are never reached; times that do not fit are reported")
  func realFiles() {
    // Shapes of real documents: as many times as values with a last one below 1; three more, running beyond 1.
    let short = animation(Array(0..<52), .discrete, times: (0..<52).map { NSNumber(value: Double($0) / 60) })
    #expect(x(short, at: 1) == 51)
    let beyond = animation(Array(0..<60), .discrete, times: (0..<63).map { NSNumber(value: Double($0) * 0.025) })
    #expect(x(beyond, at: 1) == 40 && x(beyond, at: 0.5) == 20)
    for (values, times, mode) in [
      ([0, 1, 2], [0.0, 1], CAAnimationCalculationMode.linear), ([0, 1], [1, 0], .linear),
      ([0, 1, 2], [0, 0.7, 0.4], .linear),
      ([0, 1, 2], [0], .discrete), ([0, 1], [0.5, 0.1], .discrete),
    ] {
      let layer = CALayer()
      layer.add(animation(values, mode, times: times.map { NSNumber(value: $0) }), forKey: nil)
      #expect(TreeSnapshot(of: layer).problems.map(\.problem.code) == ["invalid-key-times"], "\(times)")
    }
  }

  @Test("times that begin late, end early or lie outside are taken as they are, without a word")
  func timesAsGiven() {
    func shown(_ values: [Any], _ times: [NSNumber], _ moments: [Double]) -> [Double] {
      let animation = animation(values, times: times)
      let layer = CALayer()
      layer.add(animation, forKey: nil)
      #expect(TreeSnapshot(of: layer).problems.isEmpty, "\(times)")
      return moments.map { x(animation, at: $0) }
    }
    #expect(shown([10, 20, 30], [0.25, 0.5, 0.75], [0, 0.25, 0.375, 0.75, 0.9, 1]) == [10, 10, 15, 30, 30, 30])
    // A second of a longer animation, cut out of it.
    #expect(shown([0, 100], [-0.5, 1.5], [0, 0.5, 1]) == [25, 50, 75])
    // The same as players write it, with 0 and 1 put before and behind.
    #expect(shown([0, 0, 100, 100], [0, -0.5, 1.5, 1], [0.25, 0.5, 0.75]) == [37.5, 50, 62.5])
    #expect(shown([0, 7, 9, 1], [0, -2, -1, 1], [0, 0.5]) == [5, 3])
  }

  @Test("an animation of one value shows nothing, in every mode, and is reported")
  func oneValue() {
    for mode in [CAAnimationCalculationMode.linear, .discrete, .paced, .cubic] {
      let layer = CALayer()
      layer.position.x = 3
      layer.add(animation([100], mode, times: [0, 1]), forKey: nil)
      let snapshot = TreeSnapshot(of: layer, at: 0.5)
      #expect(snapshot.nodes[0].properties.position.x == 3)
      #expect(snapshot.problems.map(\.problem.code) == ["invalid-animation-value"])
    }
  }

  @Test("every line and curve of a path is a keyframe, those of no length too; surplus times and points do not show")
  func timesOfPaths() {
    let path = CGMutablePath()
    path.move(to: CGPoint(x: 10, y: 0))
    path.addLine(to: CGPoint(x: 10, y: 0))
    path.addLine(to: CGPoint(x: 50, y: 0))
    path.closeSubpath()
    let animation = CAKeyframeAnimation(keyPath: "transform.translation")
    (animation.path, animation.duration, animation.fillMode) = (path, 1, .both)
    let layer = CALayer()
    func x(_ times: [NSNumber], at time: Double) -> Double {
      animation.keyTimes = times
      layer.add(animation, forKey: "a")
      let snapshot = TreeSnapshot(of: layer, at: time)
      #expect(snapshot.problems.isEmpty, "\(times)")
      return Double(snapshot.nodes[0].properties.transform.m41)
    }
    // It rests, moves, and stays: the line that closes the path has no time.
    for (time, wanted) in [(0.25, 10.0), (0.5, 10), (0.625, 20), (1, 50)] {
      #expect(x([0, 0.5, 1], at: time) == wanted)
    }
    for (time, wanted) in [(0.4, 10.0), (0.5, 50), (1, 50)] { #expect(x([0, 0.4, 0.5], at: time) == wanted) }
    // With one, it goes back along it; a fifth time has no point.
    #expect(x([0, 0, 0.5, 1], at: 0.75) == 30 && x([0, 0, 0.5, 1, 1], at: 0.75) == 30)
  }

  @Test("a path is followed, evenly where paced, and turned along")
  func path() {
    let path = CGMutablePath()
    path.move(to: CGPoint(x: 0, y: 0))
    path.addLine(to: CGPoint(x: 100, y: 0))
    path.addLine(to: CGPoint(x: 100, y: 300))
    let animation = CAKeyframeAnimation(keyPath: "position")
    (animation.path, animation.duration) = (path, 1)
    let layer = CALayer()
    layer.add(animation, forKey: "a")
    func shown(_ time: Double) -> LayerProperties { TreeSnapshot(of: layer, at: time).nodes[0].properties }
    #expect(shown(0.25).position == CGPoint(x: 50, y: 0) && shown(0.75).position == CGPoint(x: 100, y: 150))
    #expect(shown(1).position == CGPoint(x: 100, y: 300))
    animation.calculationMode = .paced
    animation.rotationMode = .rotateAuto
    layer.add(animation, forKey: "a")
    #expect(shown(0.125).position == CGPoint(x: 50, y: 0) && shown(0.625).position == CGPoint(x: 100, y: 150))
    #expect(shown(0.125).transform.m11 == 1 && abs(shown(0.625).transform.m12 - 1) < 1e-9)
    animation.rotationMode = .rotateAutoReverse
    layer.add(animation, forKey: "a")
    #expect(abs(shown(0.125).transform.m11 + 1) < 1e-9)

    animation.path = CGPath(ellipseIn: CGRect(x: -50, y: -50, width: 100, height: 100), transform: nil)
    animation.rotationMode = .rotateAuto
    layer.add(animation, forKey: "a")
    for step in 0..<16 {
      let angle = Double(step) / 16 * 2 * .pi
      let properties = shown(Double(step) / 16)
      #expect(
        abs(properties.position.x - 50 * cos(angle)) < 0.03 && abs(properties.position.y - 50 * sin(angle)) < 0.03)
      #expect(abs(properties.transform.m11 + sin(angle)) < 0.01)
    }
  }

  @Test("a curve is followed by its parameter, in the paced modes along its length")
  func curve() {
    // Both control points on the start: at half the parameter an eighth of the way.
    let path = CGMutablePath()
    path.move(to: CGPoint(x: 0, y: 0))
    path.addCurve(to: CGPoint(x: 80, y: 0), control1: CGPoint(x: 0, y: 0), control2: CGPoint(x: 0, y: 0))
    let animation = CAKeyframeAnimation(keyPath: "position")
    (animation.path, animation.duration) = (path, 1)
    let layer = CALayer()
    func x(_ mode: CAAnimationCalculationMode) -> CGFloat {
      animation.calculationMode = mode
      layer.add(animation, forKey: "a")
      return TreeSnapshot(of: layer, at: 0.5).nodes[0].properties.position.x
    }
    #expect(abs(x(.linear) - 10) < 1e-9)
    #expect(abs(x(.paced) - 40) < 0.1)
    // A curve of time that overshoots takes it on along the cubic: x = 80 t³.
    animation.timingFunctions = [CAMediaTimingFunction(controlPoints: 0.5, 1.5, 0.5, 1.5)]
    let beyond = x(.linear)
    let way = 3 * 1.5 * 0.25 + 0.125
    #expect(beyond > 80 && abs(Double(beyond) - 80 * way * way * way) < 1e-3)
  }

  @Test("paths without points, or of a property that is no point, are reported")
  func badPaths() {
    let layer = CALayer()
    let animation = CAKeyframeAnimation(keyPath: "position")
    animation.path = CGMutablePath()
    layer.add(animation, forKey: "a")
    #expect(TreeSnapshot(of: layer).problems.count == 2)
    animation.keyPath = "opacity"
    animation.path = CGPath(rect: CGRect(x: 0, y: 0, width: 1, height: 1), transform: nil)
    animation.values = [0, 1]
    animation.duration = 1
    layer.add(animation, forKey: "a")
    let snapshot = TreeSnapshot(of: layer, at: 0.5)
    #expect(snapshot.problems.count == 1 && snapshot.nodes[0].properties.opacity == 0.5)
  }
}
