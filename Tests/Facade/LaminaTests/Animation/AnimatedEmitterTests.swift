// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaTestSupport
import Testing

/// Emitters whose properties are animated: particles keep what they were born with (EMIT-1).
@Suite struct AnimatedEmitterTests {
  private static func make(_ change: (CAEmitterLayer, CAEmitterCell) -> Void = { _, _ in }) -> CAEmitterLayer {
    let emitter = CAEmitterLayer()
    emitter.bounds = CGRect(x: 0, y: 0, width: 100, height: 40)
    emitter.emitterPosition = CGPoint(x: 50, y: 20)
    let cell = CAEmitterCell()
    cell.name = "dot"
    cell.contents = CGImage(width: 2, height: 2) { _, _ in [255, 255, 255, 255] }
    (cell.birthRate, cell.lifetime) = (40, 2)
    emitter.emitterCells = [cell]
    change(emitter, cell)
    return emitter
  }

  private static func basic(
    _ keyPath: String, _ from: Double, _ to: Double, duration: Double = 1, endless: Bool = false
  ) -> CABasicAnimation {
    let animation = CABasicAnimation(keyPath: keyPath)
    (animation.fromValue, animation.toValue, animation.duration, animation.beginTime) = (from, to, duration, 1e-100)
    if endless { animation.repeatCount = .infinity }
    return animation
  }

  /// The columns that particles cover, on every renderer, and how many pixels.
  private static func covered(_ emitter: CAEmitterLayer, at time: Double) throws -> [(columns: [Int], pixels: Int)] {
    try AnimatedPictureTests.draw(emitter, at: time).map { picture in
      let columns = (0..<100).filter { x in (0..<40).contains { y in picture[4 * (y * 100 + x) + 3] > 0 } }
      let pixels = stride(from: 3, to: picture.count, by: 4).filter { picture[$0] > 0 }.count
      return (columns, pixels)
    }
  }

  @Test("a burst that is switched off lives out its life", arguments: ["birthRate", "emitterCells.dot.birthRate"])
  func burst(_ keyPath: String) throws {
    let emitter = Self.make { emitter, cell in
      emitter.emitterShape = .rectangle
      emitter.emitterSize = CGSize(width: 96, height: 36)
      if keyPath == "birthRate" { emitter.birthRate = 0 } else { cell.birthRate = 0 }
    }
    let rate = keyPath == "birthRate" ? 1.0 : 40
    emitter.add(Self.basic(keyPath, rate, rate), forKey: nil)
    func pixels(_ time: Double) throws -> [Int] { try Self.covered(emitter, at: time).map(\.pixels) }
    let (early, full, later, old, gone) =
      (try pixels(0.5), try pixels(1.01), try pixels(1.5), try pixels(2.5), try pixels(3.1))
    for index in full.indices {
      #expect(early[index] > 40 && full[index] > early[index])
      #expect(later[index] == full[index], "\(later[index]) of \(full[index]) are left")
      #expect(old[index] > 0 && old[index] < later[index] && gone[index] == 0)
    }
  }

  @Test("a plume trails behind an emitter that moves, and stays when the animation is over")
  func plume() throws {
    let emitter = Self.make { _, cell in cell.lifetime = 5 }
    emitter.add(Self.basic("emitterPosition.x", 5, 95), forKey: nil)
    for time in [1, 1.3] {
      for shown in try Self.covered(emitter, at: time) {
        #expect((shown.columns.first ?? 99) < 10 && (shown.columns.last ?? 0) > 90, "at \(time): \(shown.columns)")
        #expect(shown.columns.count > 50)
      }
    }
    // From then on they are born where the emitter stands again.
    let late = try Self.covered(emitter, at: 6.5)
    for shown in late { #expect(shown.columns.allSatisfy { (45...55).contains($0) }, "\(shown.columns)") }
  }

  @Test(
    "an animation that changes nothing changes no particle",
    arguments: [("emitterPosition.x", 50), ("birthRate", 1), ("emitterCells.dot.velocity", 10), ("lifetime", 1)])
  func constant(_ keyPath: String, _ value: Double) throws {
    func make() -> CAEmitterLayer {
      Self.make { _, cell in
        (cell.velocity, cell.emissionRange, cell.lifetimeRange) = (10, 2 * .pi, 1)
        cell.spinRange = 3
      }
    }
    let (animated, plain) = (make(), make())
    animated.add(Self.basic(keyPath, value, value, duration: 0.7, endless: true), forKey: nil)
    for time in [0.01, 0.4, 2.5, 40] {
      for (one, other) in zip(
        try AnimatedPictureTests.draw(animated, at: time), try AnimatedPictureTests.draw(plain, at: time))
      {
        let worst = zip(one, other).map { abs(Int($0) - Int($1)) }.max() ?? 0
        // Adding up a rate rounds otherwise than multiplying it.
        #expect(worst <= 4, "\(keyPath) at \(time): \(worst)")
      }
    }
  }

  @Test("values at birth: a cell that turns red makes red particles, and the white ones stay white")
  func values() throws {
    let emitter = Self.make { emitter, cell in
      cell.lifetime = 10
      emitter.emitterShape = .line
      emitter.emitterSize = CGSize(width: 90, height: 0)
    }
    let turn = CABasicAnimation(keyPath: "emitterCells.dot.color")
    (turn.fromValue, turn.toValue) = (
      CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1), CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
    )
    (turn.beginTime, turn.duration) = (1, 10)
    emitter.add(turn, forKey: nil)
    for picture in try AnimatedPictureTests.draw(emitter, at: 2) {
      let pixels = stride(from: 0, to: picture.count, by: 4).filter { picture[$0 + 3] > 200 }
      let red = pixels.filter { picture[$0 + 1] < 60 }.count
      let white = pixels.filter { picture[$0 + 1] > 200 }.count
      #expect(red > 20 && white > 20, "\(red) red, \(white) white")
    }
  }

  @Test("times far away, endless rates and cells of cells are no trouble")
  func extremes() throws {
    let emitter = Self.make { _, cell in
      let inner = CAEmitterCell()
      (inner.name, inner.contents, inner.birthRate, inner.lifetime) = ("inner", cell.contents, 5, 1)
      cell.emitterCells = [inner]
    }
    for keyPath in ["birthRate", "emitterPosition.x", "emitterCells.dot.emitterCells.inner.velocity"] {
      emitter.add(Self.basic(keyPath, 1, 3, endless: true), forKey: keyPath)
    }
    for time in [-5, 0, 1e-9, 3, 5000, 1e8, .infinity] {
      _ = try? AnimatedPictureTests.draw(emitter, at: time, levels: 255)
    }
  }
}
