// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaLayers
import Testing

/// Springs: TIME-8.
@Suite struct SpringTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var mass = 1.0
    var stiffness = 100.0
    var damping = 10.0
    var velocity = 0.0
    var settling: Double
    var testDescription: String { "m \(mass) k \(stiffness) c \(damping) v \(velocity)" }
  }

  /// By hand from TIME-8's formula.
  static let rows: [Row] = [
    Row(settling: 1.4727003346780927),
    Row(mass: 2, stiffness: 300, damping: 50, settling: 0.8),
    Row(damping: 5, settling: 2.854974609888761),
    Row(damping: 20, settling: 1.0),
    Row(damping: 200, settling: 1.0),
    Row(velocity: 20, settling: 1.5825615635449037),
    Row(mass: 1, stiffness: 81, damping: 10000, settling: 1.1),
  ]

  @Test("settling durations", arguments: rows)
  func settling(_ row: Row) {
    let spring = CASpringAnimation(keyPath: "opacity")
    spring.mass = row.mass
    spring.stiffness = row.stiffness
    spring.damping = row.damping
    spring.initialVelocity = row.velocity
    let (w, z) = ((row.stiffness / row.mass).squareRoot(), row.damping / (2 * (row.stiffness * row.mass).squareRoot()))
    if z < 1 {
      let damped = w * (1 - z * z).squareRoot()
      let expected = (log(1000) + log(1 + abs((row.velocity - z * w) / damped))) / (z * w)
      #expect(abs(spring.settlingDuration - expected) < 1e-9)
    } else {
      #expect(abs(spring.settlingDuration * 10 - (spring.settlingDuration * 10).rounded()) < 1e-9)
      #expect(abs(spring.motion.position(at: spring.settlingDuration) - 1) < 0.001)
      #expect(abs(spring.motion.position(at: spring.settlingDuration - 0.1) - 1) >= 0.001)
    }
    #expect(abs(spring.settlingDuration - row.settling) < 1e-6)
  }

  @Test("the movement solves the equation of a damped spring", arguments: rows)
  func equation(_ row: Row) {
    let motion = SpringMotion(
      mass: row.mass, stiffness: row.stiffness, damping: row.damping, initialVelocity: row.velocity,
      allowsOverdamping: true)
    let step = 1e-4
    for index in 1...20 {
      let time = Double(index) * 0.05
      let (before, here, after) =
        (motion.position(at: time - step), motion.position(at: time), motion.position(at: time + step))
      let speed = (after - before) / (2 * step)
      let acceleration = (after - 2 * here + before) / (step * step)
      let force = row.mass * acceleration + row.damping * speed + row.stiffness * (here - 1)
      #expect(abs(force) < 1e-2 * row.stiffness, "at \(time)")
    }
    #expect(motion.position(at: 0) == 0)
    #expect(abs(motion.position(at: 1e-7) / 1e-7 - row.velocity) < 0.1)
  }

  @Test("the perceptual form")
  func perceptual() {
    let smooth = CASpringAnimation(perceptualDuration: 0.5, bounce: 0)
    #expect(abs(smooth.stiffness - pow(4 * Double.pi, 2)) < 1e-9)
    #expect(abs(smooth.damping - 8 * Double.pi) < 1e-9)
    let bouncy = CASpringAnimation(perceptualDuration: 0.5, bounce: 0.3)
    #expect(abs(bouncy.motion.ratio - 0.7) < 1e-12)
    #expect(abs(bouncy.bounce - 0.3) < 1e-12 && abs(bouncy.perceptualDuration - 0.5) < 1e-12)
    let flat = CASpringAnimation(perceptualDuration: 0.5, bounce: -0.5)
    #expect(abs(flat.motion.ratio - 2) < 1e-12)
    #expect(abs(flat.bounce + 0.5) < 1e-12)
    for (duration, bounce) in [(-1, 0.5), (.nan, .nan), (.infinity, 7), (1e-300, -1), (0.5, -1)] {
      let spring = CASpringAnimation(perceptualDuration: duration, bounce: bounce)
      #expect(!spring.motion.position(at: 1).isNaN)
      #expect(!spring.settlingDuration.isNaN)
    }
  }

  @Test("numbers that mean nothing")
  func bad() {
    for number in [-1, 0, .nan, .infinity, 1e-300, 1e300] {
      for path in [\CASpringAnimation.mass, \.stiffness, \.damping, \.initialVelocity] {
        let spring = CASpringAnimation(keyPath: "position.x")
        spring[keyPath: path] = CGFloat(number)
        spring.toValue = 10
        spring.duration = 1
        let layer = CALayer()
        layer.add(spring, forKey: nil)
        _ = spring.settlingDuration
        let isWrong = number.isNaN || number.isInfinite || (path != \.initialVelocity && number < 0)
        if isWrong { #expect(TreeSnapshot(of: layer).problems.map(\.problem.code) == ["invalid-spring"]) }
        for time in [0, 0.1, 1] {
          let x = TreeSnapshot(of: layer, at: time).nodes[0].properties.position.x
          #expect(!x.isNaN, "\(number) at \(time)")
        }
      }
    }
  }
}
