// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGPU
import Testing

/// Rings between convex polygons are cut into pieces that cover them once.
@Suite struct ConvexRingTests {
  /// Corners on an ellipse, in order, at random angles.
  private func polygon(_ count: Int, _ size: SIMD2<Float>, _ dice: inout Dice, isReversed: Bool) -> [SIMD2<Float>] {
    let corners = (0..<count).map { index in
      let angle = Float(2 * Double.pi * (Double(index) + dice.roll(0...0.8)) / Double(count))
      return SIMD2(500 + size.x * cos(angle), 400 + size.y * sin(angle))
    }
    return isReversed ? corners.reversed() : corners
  }

  /// Twice the area; above 0 where the corners run from +x to +y.
  private func doubleArea(_ corners: [SIMD2<Float>]) -> Float {
    zip(corners, corners.dropFirst() + [corners[0]]).reduce(0) { $0 + $1.0.x * $1.1.y - $1.0.y * $1.1.x }
  }

  /// Whether a point lies in a convex polygon; `nil` right beside a side.
  private func contains(_ corners: [SIMD2<Float>], _ point: SIMD2<Float>, margin: Float) -> Bool? {
    let direction: Float = doubleArea(corners) < 0 ? -1 : 1
    var least = Float.infinity
    for (start, end) in zip(corners, corners.dropFirst() + [corners[0]]) {
      let (side, spoke) = (end - start, point - start)
      let length = (side * side).sum().squareRoot()
      guard length > 0.001 else { continue }
      least = min(least, direction * (side.x * spoke.y - side.y * spoke.x) / length)
    }
    return abs(least) < margin ? nil : least > 0
  }

  @Test(
    "every point between the polygons lies in one piece, and no point farther inside or outside in any",
    arguments: 1...40 as ClosedRange<UInt64>)
  func pieces(_ seed: UInt64) throws {
    var dice = Dice(seed)
    let size = SIMD2(Float(dice.roll(120...400)), Float(dice.roll(40...300)))
    let outer = polygon(4 + dice.pick(12), size, &dice, isReversed: dice.pick(2) == 0)
    // Inside the other one even where its sides cut off most: at an angle of 1.8 quarters of a turn the chord passes at
    // .16 of the size.
    let share = Float(dice.roll(0.08...0.15)) + (outer.count > 7 ? 0.4 : 0)
    let hole = polygon(5 + dice.pick(11), size * share, &dice, isReversed: dice.pick(2) == 0)
    guard let ring = ConvexRing(outer: outer, around: hole, longestSide: Float(dice.roll(20...200))) else {
      // Too small to be worth it.
      #expect(abs(doubleArea(hole)) / 2 < 2_500 || outer.count < 6)
      return
    }
    let direction: Float = doubleArea(outer) < 0 ? -1 : 1
    for piece in ring.pieces { #expect(doubleArea(piece) * direction > -0.5) }
    for _ in 0..<300 {
      let point = SIMD2(Float(dice.roll(90...910)), Float(dice.roll(90...710)))
      let places = ring.pieces.map { contains($0, point, margin: 0.01) }
      guard !places.contains(nil), let isAround = contains(outer, point, margin: 0.01) else { continue }
      let count = places.count { $0 == true }
      if !isAround {
        #expect(count == 0, "outside")
      } else if contains(hole, point, margin: 0.01) == false {
        #expect(count == 1, "between")
      } else {
        #expect(count <= 1, "the hole is simplified and narrower")
      }
    }
  }

  @Test("a hole that is small, or that sticks out, leaves no ring")
  func none() {
    let square: [SIMD2<Float>] = [[0, 0], [100, 0], [100, 100], [0, 100]]
    #expect(ConvexRing(outer: square, around: [[40, 40], [60, 40], [60, 60], [40, 60]], longestSide: 96) == nil)
    #expect(ConvexRing(outer: square, around: [[40, 10], [160, 10], [160, 90], [40, 90]], longestSide: 96) == nil)
    #expect(ConvexRing(outer: square, around: square.map { $0 + 200 }, longestSide: 96) == nil)
    #expect(ConvexRing(outer: [], around: square, longestSide: 96) == nil)
    #expect(ConvexRing(outer: square, around: [], longestSide: 96) == nil)
  }

  @Test("the sides of the hole are half a pixel farther in")
  func area() throws {
    let square: [SIMD2<Float>] = [[0, 0], [200, 0], [200, 200], [0, 200]]
    let ring = try #require(
      ConvexRing(outer: square, around: [[20, 20], [180, 20], [180, 180], [20, 180]], longestSide: 50))
    let side: Float = 159
    let area = ring.pieces.reduce(0) { $0 + doubleArea($1) / 2 }
    #expect(abs(area - (200 * 200 - side * side)) < 1)
    #expect(ring.pieces.count == 16, "sides of 159 pixels, in pieces of at most 50")
  }

  @Test("a long thin hole is narrower along its long sides too", arguments: [Float(0), 0.3, 1.1])
  func thin(_ angle: Float) throws {
    func bar(_ width: Float, _ height: Float) -> [SIMD2<Float>] {
      [[-width, -height], [width, -height], [width, height], [-width, height]].map { (corner: SIMD2<Float>) in
        SIMD2(1000 + corner.x * cos(angle) - corner.y * sin(angle), 900 + corner.x * sin(angle) + corner.y * cos(angle))
      }
    }
    let ring = try #require(ConvexRing(outer: bar(960, 6), around: bar(950, 2), longestSide: 96))
    let area = ring.pieces.reduce(0) { $0 + abs(doubleArea($1)) / 2 }
    #expect(abs(area - (1920 * 12 - 1899 * 3)) < 4)
    #expect(
      ConvexRing(outer: bar(960, 6), around: bar(950, 0.45), longestSide: 96) == nil, "nothing would be left of it")
  }
}
