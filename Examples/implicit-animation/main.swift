// Implicit animation. Nothing here makes an animation: properties are set inside transactions, and change over
// time. The program moves the clock itself, sets new targets when a completion block tells it that the ball is there,
// and draws a frame every tenth of a second.
//
//   swift run example-implicit-animation implicit-animation.png

import Foundation
import QuartzCore

func color(_ hex: Int) -> CGColor {
  CGColor(
    srgbRed: CGFloat(hex >> 16 & 255) / 255, green: CGFloat(hex >> 8 & 255) / 255, blue: CGFloat(hex & 255) / 255,
    alpha: 1)
}

/// A ball that goes from target to target.
final class Court {
  let layer = CALayer()
  private let ball = CALayer()
  private var targets: [(CGPoint, CGFloat, Int)] = [
    (CGPoint(x: 96, y: 24), 6, 0x2B9348), (CGPoint(x: 60, y: 68), 11, 0x3A86FF), (CGPoint(x: 24, y: 24), 3, 0xEF233C),
  ]

  init() {
    layer.bounds = CGRect(x: 0, y: 0, width: 120, height: 90)
    layer.backgroundColor = color(0xEDF2F4)
    ball.frame = CGRect(x: 10, y: 10, width: 22, height: 22)
    ball.cornerRadius = 11
    ball.backgroundColor = color(0xEF233C)
    layer.addSublayer(ball)
    // From here on changes animate.
    CATransaction.flush()
  }

  /// Sends the ball to the next target, and asks to be called when it is there.
  func move() {
    guard !targets.isEmpty else { return }
    let (point, radius, hex) = targets.removeFirst()
    CATransaction.begin()
    CATransaction.setAnimationDuration(0.5)
    CATransaction.setCompletionBlock { self.move() }
    ball.position = point
    ball.cornerRadius = radius
    ball.backgroundColor = color(hex)
    CATransaction.commit()
  }
}

let court = Court()
court.move()

let (columns, rows) = (4, 4)
let strip = CALayer()
strip.bounds = CGRect(x: 0, y: 0, width: 4 + 124 * CGFloat(columns), height: 4 + 94 * CGFloat(rows))
strip.backgroundColor = color(0x2B2D42)
let renderer = try Renderer(.cpu(threads: nil))
var options = RenderOptions()
options.scale = 2
for frame in 0..<(columns * rows) {
  let time = Double(frame) / 10
  // Animations that end until then end now, in order, and the next ones begin where they ended.
  MediaClock.time = time
  let cell = CALayer()
  cell.frame = CGRect(x: 4 + 124 * (frame % columns), y: 4 + 94 * (frame / columns), width: 120, height: 90)
  CATransaction.setDisableActions(true)
  cell.contents = try renderer.render(court.layer, at: time, options: options).image
  strip.addSublayer(cell)
}

let path = CommandLine.arguments.count > 1 ? CommandLine.arguments[1] : "implicit-animation.png"
let result = try renderer.render(strip, at: MediaClock.time, options: options)
for diagnostic in result.diagnostics { print(diagnostic) }
try PNGEncoder().write(result.image, to: path)
