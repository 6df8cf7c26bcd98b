// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// swift-format-ignore-file: NeverForceUnwrap
import Foundation
import Lamina
import LaminaExport
import LaminaTestSupport

/// Small scenes and what a film of them must hold.
enum Films {
  /// Whether there is an `ffmpeg` to make films with.
  static let hasEncoder = (try? LaminaTool.shell("command -v ffmpeg"))?.status == 0

  /// Three cards on a ground, which a program moves, and a translucent one.
  static func moving() -> FrameSource {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 64, height: 36)
    root.backgroundColor = CGColor(srgbRed: 0.9, green: 0.9, blue: 1, alpha: 1)
    let cards = (0..<3).map { index in
      let card = CALayer()
      card.bounds = CGRect(x: 0, y: 0, width: 20, height: 12)
      card.cornerRadius = 3
      card.backgroundColor = CGColor(
        srgbRed: index == 0 ? 1 : 0.2, green: index == 1 ? 0.8 : 0.1, blue: 0.5, alpha: 0.7)
      root.addSublayer(card)
      return card
    }
    return FrameSource(root) { frame, time in
      for (index, card) in cards.enumerated() {
        card.position = CGPoint(x: 10 + 20 * Double(index) + 3 * time, y: 10 + Double(frame % 16))
      }
    }
  }

  /// Turned groups of bars, kept as pictures of changing sizes.
  static func turned() -> FrameSource {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 640, height: 480)
    root.backgroundColor = CGColor(srgbRed: 0.9, green: 0.93, blue: 0.91, alpha: 1)
    for place in 0..<4 {
      let group = CALayer()
      group.bounds = CGRect(x: 0, y: 0, width: 200, height: 140)
      group.position = CGPoint(x: 160 + place % 2 * 320, y: 120 + place / 2 * 240)
      (group.shouldRasterize, group.rasterizationScale) = (true, 1.37 + 0.21 * CGFloat(place))
      group.transform = CATransform3DMakeRotation(0.2 + 0.3 * CGFloat(place), 0, 0, 1)
      for index in 0...14 {
        let bar = CALayer()
        bar.bounds = CGRect(x: 0, y: 0, width: 9 + index, height: 120)
        bar.position = CGPoint(x: 10 + 14 * index, y: 70)
        bar.backgroundColor = CGColor(
          srgbRed: CGFloat(index * 37 % 100) / 100, green: CGFloat(index * 61 % 100) / 100, blue: 0.3, alpha: 1)
        // The last one changes the size of the group.
        if index == 14 {
          let out = CABasicAnimation(keyPath: "position.x")
          (out.fromValue, out.toValue, out.duration) = (200.0, 330.0, 0.083 + 0.017 * Double(place))
          (out.autoreverses, out.repeatCount) = (true, .infinity)
          bar.add(out, forKey: nil)
        }
        group.addSublayer(bar)
      }
      root.addSublayer(group)
    }
    return FrameSource(root)
  }

  /// A tree that only an emitter moves, without a ground: pixels between the sparks are clear.
  static func sparks() -> FrameSource {
    let emitter = CAEmitterLayer()
    emitter.bounds = CGRect(x: 0, y: 0, width: 48, height: 32)
    emitter.emitterPosition = CGPoint(x: 24, y: 16)
    let cell = CAEmitterCell()
    cell.contents = CGImage(width: 6, height: 6) { x, y in x == 0 || y == 0 ? [0, 0, 0, 0] : [200, 120, 40, 200] }
    cell.birthRate = 40
    cell.lifetime = 2
    cell.beginTime = -2
    cell.velocity = 20
    cell.emissionRange = 2 * .pi
    emitter.emitterCells = [cell]
    return FrameSource(emitter)
  }

  /// A bar that a class of a program's own fills by drawing for an animated key of its own.
  private final class Bar: CALayer {
    override class func needsDisplay(forKey key: String) -> Bool { key == "level" }
    override func draw(in ctx: CGContext) {
      let level = value(forKey: "level") as? CGFloat ?? 0
      ctx.setFillColor(CGColor(srgbRed: 1, green: level, blue: 0, alpha: 1))
      ctx.fill(CGRect(x: 0, y: 0, width: 40 * level, height: 30))
    }
  }

  /// Such a bar that fills in half a second, again and again.
  static func filling() -> FrameSource {
    let bar = Bar()
    bar.bounds = CGRect(x: 0, y: 0, width: 40, height: 30)
    let rise = CABasicAnimation(keyPath: "level")
    (rise.fromValue, rise.toValue, rise.duration, rise.repeatCount) = (CGFloat(0), CGFloat(1), 0.5, .infinity)
    bar.add(rise, forKey: nil)
    return FrameSource(bar)
  }

  /// A tree that never changes.
  static func still() -> FrameSource {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 40, height: 30)
    root.backgroundColor = CGColor(srgbRed: 0.1, green: 0.6, blue: 0.3, alpha: 1)
    return FrameSource(root)
  }

  static func timing(_ frames: Range<Int>, fps: Int = 60) throws -> FrameTiming {
    try FrameTiming(rate: FrameRate(fps)!, frames: frames)
  }

  /// The frames of a film, each drawn by itself.
  static func pictures(_ source: FrameSource, _ timing: FrameTiming, _ options: RenderOptions = RenderOptions()) throws
    -> [CGImage]
  {
    let renderer = try Renderer(.cpu(threads: 1))
    return try timing.frames.map { number in
      let time = timing.time(of: number)
      source.prepare?(number, time)
      return try renderer.render(source.scene, at: time, options: options).image
    }
  }

  static func cpu() throws -> Renderer { try Renderer(.cpu(threads: 2)) }
}
