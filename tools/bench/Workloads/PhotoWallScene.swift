// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina

/// `photo-wall`: photographs of 512 x 384 pixels with a white border, minified by trilinear filtering, slightly
/// rotated.
enum PhotoWallScene {
  /// A grid of `count` photographs that fills the canvas.
  static func make(count: Int, pictures: [CGImage]) -> CALayer {
    var random = SplitMix64(state: 5)
    let root = CardsScene.makeBackground()
    root.backgroundColor = CGColor(straight: [0.16, 0.17, 0.2, 1])
    let columns = max(1, Int(clamping: (Double(count) * 1920 / 1080 * 3 / 4).squareRoot().rounded(.up)))
    let width = CardsScene.size.width / CGFloat(columns)
    let height = width * 3 / 4
    for index in 0..<count {
      let photo = CALayer()
      photo.bounds = CGRect(x: 0, y: 0, width: 0.94 * width, height: 0.94 * height)
      photo.position = CGPoint(
        x: (CGFloat(index % columns) + 0.5) * width, y: (CGFloat(index / columns) + 0.5) * height)
      photo.transform = CATransform3DMakeRotation(CGFloat(random.number(in: -0.08...0.08)), 0, 0, 1)
      photo.contents = pictures[index % pictures.count]
      photo.minificationFilter = .trilinear
      photo.borderColor = CGColor(straight: [1, 1, 1, 1])
      photo.borderWidth = max(1, 0.02 * width)
      root.addSublayer(photo)
    }
    return root
  }

  /// Different photographs.
  static func makePhotographs(count: Int, width: Int = 512, height: Int = 384) -> [CGImage] {
    (0..<count).compactMap { photograph(UInt64($0), width: width, height: height) }
  }

  /// A picture with texture at all scales: hills of three frequencies, a sky, grain.
  private static func photograph(_ seed: UInt64, width: Int, height: Int) -> CGImage? {
    var random = SplitMix64(state: 77 &+ seed)
    let tint = (0..<3).map { _ in random.number(in: 0.5...1) }
    let waves = (0..<3).map { index in
      (frequency: random.number(in: 2...5) * pow(3, Double(index)), phase: random.number(in: 0...6))
    }
    var bytes = [UInt8](repeating: 255, count: 4 * width * height)
    for x in 0..<width {
      let place = Double(x) / Double(width)
      let ridge = zip([0.12, 0.05, 0.02], waves).reduce(0.55) { sum, wave in
        sum + wave.0 * sin(wave.1.frequency * place + wave.1.phase)
      }
      for y in 0..<height {
        let depth = Double(y) / Double(height)
        let grain = Double(random.next() >> 59) - 16
        let light = depth < ridge ? 235 - 120 * depth : 110 - 60 * (depth - ridge) + 1.5 * grain
        let pixel = 4 * (y * width + x)
        for part in 0..<3 {
          let level = light * (depth < ridge ? 0.5 + 0.5 * tint[part] : tint[(part + 1) % 3]) + 0.3 * grain
          bytes[pixel + part] = UInt8(clamping: max(0, min(255, level)))
        }
      }
    }
    return CGImage(width: width, height: height, premultipliedRGBA: bytes)
  }
}
