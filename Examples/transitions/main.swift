// Transitions. The layer is changed after the transition was added; until it ends, both show. Rows are the
// types, columns are times; below, a picture that fades into another, and an animated mask.
//
//   swift run example-transitions transitions.png

import Foundation
import QuartzCore

func color(_ hex: Int, _ alpha: CGFloat = 1) -> CGColor {
  CGColor(
    srgbRed: CGFloat(hex >> 16 & 255) / 255, green: CGFloat(hex >> 8 & 255) / 255, blue: CGFloat(hex & 255) / 255,
    alpha: alpha)
}

let size = CGSize(width: 96, height: 64)

/// The content of a card: two colours and a word.
func dress(_ card: CALayer, _ word: String, _ ground: Int, _ ink: Int) {
  card.backgroundColor = color(ground)
  card.sublayers = nil
  let disc = CALayer()
  disc.frame = CGRect(x: 60, y: 8, width: 28, height: 28)
  disc.cornerRadius = 14
  disc.backgroundColor = color(ink)
  card.addSublayer(disc)
  let text = CATextLayer()
  text.frame = CGRect(x: 8, y: 36, width: 80, height: 24)
  text.string = word
  text.fontSize = 18
  text.foregroundColor = color(ink)
  card.addSublayer(text)
}

/// A window whose time stands still.
func makeWindow(column: Int, row: Int, time: Double) -> CALayer {
  let window = CALayer()
  window.frame = CGRect(
    x: 12 + (size.width + 12) * CGFloat(column), y: 12 + (size.height + 12) * CGFloat(row), width: size.width,
    height: size.height)
  window.masksToBounds = true
  window.cornerRadius = 8
  window.backgroundColor = color(0x1F2430)
  window.speed = 0
  window.timeOffset = time
  return window
}

/// A picture of one hue.
func makePicture(_ hue: SIMD3<Double>) -> CGImage? {
  CGImage(width: 96, height: 64) { x, y in
    let shade = 0.4 + 0.6 * Double((x / 8 + y / 8) % 2)
    return SIMD4(SIMD4(hue * shade, 1) * 255, rounding: .towardZero)
  }
}

let kinds: [(CATransitionType, CATransitionSubtype)] = [
  (.fade, .fromLeft), (.moveIn, .fromRight), (.push, .fromLeft), (.reveal, .fromTop),
]
let times = [0, 0.2, 0.4, 0.6, 0.8, 1]
let root = CALayer()
root.bounds = CGRect(
  x: 0, y: 0, width: 12 + (size.width + 12) * CGFloat(times.count),
  height: 12 + (size.height + 12) * CGFloat(kinds.count + 2))
root.backgroundColor = color(0xE9ECF2)

for (column, time) in times.enumerated() {
  for (row, kind) in kinds.enumerated() {
    let window = makeWindow(column: column, row: row, time: time)
    let card = CALayer()
    card.frame = CGRect(origin: .zero, size: size)
    window.addSublayer(card)
    dress(card, "before", 0xF4A261, 0x264653)
    let transition = CATransition()
    (transition.type, transition.subtype) = kind
    transition.duration = 1
    transition.beginTime = 1e-100
    transition.fillMode = .both
    card.add(transition, forKey: nil)
    dress(card, "after", 0x2A9D8F, 0xF1FAEE)
    root.addSublayer(window)
  }

  let pictures = makeWindow(column: column, row: kinds.count, time: time)
  let fade = CABasicAnimation(keyPath: "contents")
  fade.fromValue = makePicture([1, 0.6, 0.2])
  fade.toValue = makePicture([0.2, 0.5, 1])
  (fade.duration, fade.beginTime, fade.fillMode) = (1, 1e-100, .both)
  pictures.add(fade, forKey: "contents")
  root.addSublayer(pictures)

  let masked = makeWindow(column: column, row: kinds.count + 1, time: time)
  masked.contents = makePicture([0.9, 0.3, 0.5])
  let hole = CAShapeLayer()
  hole.frame = CGRect(origin: .zero, size: size)
  hole.path = CGPath(ellipseIn: CGRect(x: 46, y: 30, width: 4, height: 4), transform: nil)
  let grow = CABasicAnimation(keyPath: "path")
  grow.toValue = CGPath(ellipseIn: CGRect(x: -16, y: -32, width: 128, height: 128), transform: nil)
  (grow.duration, grow.beginTime, grow.fillMode) = (1, 1e-100, .both)
  hole.add(grow, forKey: "path")
  masked.mask = hole
  root.addSublayer(masked)
}

let path = CommandLine.arguments.count > 1 ? CommandLine.arguments[1] : "transitions.png"
var options = RenderOptions()
options.scale = 2
let result = try Renderer(.cpu(threads: nil)).render(root, options: options)
for diagnostic in result.diagnostics { print(diagnostic) }
try PNGEncoder().write(result.image, to: path)
