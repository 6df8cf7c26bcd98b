// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// `cards`: rotated rounded rectangles with a picture each, in painter's order, 1920 x 1080: the scene of most figures
// in docs/benchmarks.md. Every number comes from one generator, so the scene is the same everywhere.

import Foundation
import Lamina

/// The benchmark's own scenes.
enum CardsScene {
  /// The size of the canvas, in points.
  static let size = CGSize(width: 1920, height: 1080)

  /// One opaque layer that covers the canvas.
  static func makeBackground() -> CALayer {
    let root = CALayer()
    root.bounds = CGRect(origin: .zero, size: size)
    root.backgroundColor = CGColor(straight: [0.93, 0.93, 0.95, 1])
    return root
  }

  /// The background and `count` cards: 60-160 x 40-120 points, rotated by up to 0.3 radians, with corners of 12 points,
  /// a background colour and a picture of 128 x 128 pixels, masked to their bounds.
  static func make(count: Int, pictures: [CGImage?]) -> CALayer {
    var random = SplitMix64(state: 1)
    let root = makeBackground()
    for index in 0..<count {
      let card = CALayer()
      card.bounds = CGRect(
        x: 0, y: 0, width: random.number(in: 60...160), height: random.number(in: 40...120))
      card.position = CGPoint(x: random.number(in: 0...size.width), y: random.number(in: 0...size.height))
      card.transform = CATransform3DMakeRotation(random.number(in: -0.3...0.3), 0, 0, 1)
      card.backgroundColor = CGColor(
        straight: [
          Float(random.number(in: 0...1)), Float(random.number(in: 0...1)), Float(random.number(in: 0...1)), 1,
        ])
      card.contents = pictures[index % pictures.count]
      card.cornerRadius = 12
      card.masksToBounds = true
      root.addSublayer(card)
    }
    return root
  }

  /// The cards with a common size.
  static func makeAlike(count: Int, pictures: [CGImage?]) -> CALayer {
    let root = make(count: count, pictures: pictures)
    for card in root.sublayers ?? [] { card.bounds = CGRect(x: 0, y: 0, width: 110, height: 80) }
    return root
  }

  /// The cards with one picture, and a function that moves and rotates all of them for a frame.
  static func makeMoving(count: Int) -> (root: CALayer, change: (Int) -> Void) {
    let root = make(count: count, pictures: makePictures(count: 1))
    let cards = (root.sublayers ?? []).map { (layer: $0, position: $0.position) }
    return (
      root,
      { frame in
        for (index, card) in cards.enumerated() {
          let phase = 0.031 * Double(frame) + Double(index)
          card.layer.position = CGPoint(
            x: card.position.x + 60 * CGFloat(sin(phase)), y: card.position.y + 40 * CGFloat(cos(1.3 * phase)))
          card.layer.transform = CATransform3DMakeRotation(CGFloat(0.3 * sin(0.7 * phase)), 0, 0, 1)
        }
      }
    )
  }

  /// Different opaque pictures of 128 x 128 pixels.
  static func makePictures(count: Int) -> [CGImage] {
    (0..<count).compactMap { picture(hue: Double($0) / Double(count)) }
  }

  /// Two gradients and a tint.
  private static func picture(hue: Double) -> CGImage? {
    let side = 128
    var bytes = [UInt8](repeating: 255, count: 4 * side * side)
    for y in 0..<side {
      for x in 0..<side {
        let pixel = 4 * (y * side + x)
        bytes[pixel] = UInt8(2 * x)
        bytes[pixel + 1] = UInt8(2 * y)
        bytes[pixel + 2] = UInt8(clamping: 255 * hue)
      }
    }
    return CGImage(width: side, height: side, premultipliedRGBA: bytes)
  }
}

/// Random numbers that are the same on every machine (Steele, Lea and Flood 2014).
struct SplitMix64 {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  mutating func number(in range: ClosedRange<Double>) -> Double {
    range.lowerBound + (range.upperBound - range.lowerBound) * Double(next() >> 11) / Double(1 << 53)
  }
}
