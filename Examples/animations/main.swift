// Every class of animation. Each row is one animation, each column one time: the layers of a column hang in a
// layer whose time stands still, `speed = 0`, at its `timeOffset`, so that one picture shows all times.
//
//   swift run example-animations animations.png

import Foundation
import QuartzCore

func color(_ hex: Int, _ alpha: CGFloat = 1) -> CGColor {
  CGColor(
    srgbRed: CGFloat(hex >> 16 & 255) / 255, green: CGFloat(hex >> 8 & 255) / 255, blue: CGFloat(hex & 255) / 255,
    alpha: alpha)
}

func basic(_ keyPath: String, from: Any? = nil, to: Any, _ curve: CAMediaTimingFunctionName = .linear)
  -> CABasicAnimation
{
  let animation = CABasicAnimation(keyPath: keyPath)
  animation.fromValue = from
  animation.toValue = to
  animation.timingFunction = CAMediaTimingFunction(name: curve)
  return animation
}

func spring(bounce: CGFloat) -> CASpringAnimation {
  let animation = CASpringAnimation(perceptualDuration: 0.6, bounce: bounce)
  animation.keyPath = "position.y"
  animation.fromValue = 12
  animation.toValue = 30
  return animation
}

func keyframes(_ mode: CAAnimationCalculationMode) -> CAKeyframeAnimation {
  let animation = CAKeyframeAnimation(keyPath: "position.y")
  animation.values = [44, 16, 44, 30]
  animation.calculationMode = mode
  return animation
}

func around() -> CAKeyframeAnimation {
  let animation = CAKeyframeAnimation(keyPath: "position")
  animation.path = CGPath(ellipseIn: CGRect(x: 14, y: 18, width: 32, height: 24), transform: nil)
  animation.calculationMode = .paced
  animation.rotationMode = .rotateAuto
  return animation
}

func wholeTurn() -> CABasicAnimation {
  let animation = basic("transform", from: 0, to: 2 * Double.pi)
  animation.valueFunction = CAValueFunction(name: .rotateZ)
  return animation
}

func group() -> CAAnimationGroup {
  let animation = CAAnimationGroup()
  animation.animations = [
    basic("transform.rotation.z", to: Double.pi), basic("transform.scale", to: 0.5, .easeIn),
    basic("backgroundColor", to: color(0xE63946)), basic("cornerRadius", to: 12),
  ]
  return animation
}

func steps() -> CABasicAnimation {
  let animation = basic("position.x", from: -18, to: -12)
  animation.isAdditive = true
  animation.isCumulative = true
  animation.duration = 1.0 / 6
  animation.repeatCount = 6
  return animation
}

func back() -> CABasicAnimation {
  let animation = basic("position.y", from: 16, to: 44, .easeInEaseOut)
  animation.duration = 0.5
  animation.autoreverses = true
  return animation
}

let rows: [(name: String, animation: CAAnimation)] = [
  ("linear", basic("position.y", from: 16, to: 44)),
  ("ease in, ease out", basic("position.y", from: 16, to: 44, .easeInEaseOut)),
  ("and back", back()), ("spring, bounce 0.5", spring(bounce: 0.5)), ("spring, bounce 0", spring(bounce: 0)),
  ("keyframes", keyframes(.linear)), ("discrete", keyframes(.discrete)), ("cubic", keyframes(.cubic)),
  ("along a path", around()), ("value function", wholeTurn()), ("group", group()), ("additive, cumulative", steps()),
]

let columns = 13
let cell: CGFloat = 60
let label: CGFloat = 150

/// A square with a mark on one side, so that it can be seen to turn.
func makeSquare() -> CALayer {
  let square = CALayer()
  square.frame = CGRect(x: 18, y: 18, width: 24, height: 24)
  square.backgroundColor = color(0x457B9D)
  square.cornerRadius = 4
  let mark = CALayer()
  mark.frame = CGRect(x: 16, y: 9, width: 6, height: 6)
  mark.backgroundColor = color(0xF1FAEE)
  square.addSublayer(mark)
  return square
}

let root = CALayer()
root.bounds = CGRect(x: 0, y: 0, width: label + cell * CGFloat(columns) + 10, height: cell * CGFloat(rows.count))
root.backgroundColor = color(0xF1FAEE)

for (index, row) in rows.enumerated() {
  let title = CATextLayer()
  title.frame = CGRect(x: 12, y: cell * CGFloat(index) + 21, width: label - 12, height: 20)
  title.string = row.name
  title.fontSize = 14
  title.foregroundColor = color(0x1D3557)
  root.addSublayer(title)
  for column in 0..<columns {
    let moment = CALayer()
    moment.frame = CGRect(x: label + cell * CGFloat(column), y: cell * CGFloat(index), width: cell, height: cell)
    moment.backgroundColor = (index + column) % 2 == 0 ? color(0x000000, 0.04) : nil
    moment.speed = 0
    let square = makeSquare()
    if row.animation.duration == 0 { row.animation.duration = 1 }
    row.animation.fillMode = .both
    moment.addSublayer(square)
    square.add(row.animation, forKey: "animation")
    moment.timeOffset = Double(column) / Double(columns - 1)
    root.addSublayer(moment)
  }
}

let path = CommandLine.arguments.count > 1 ? CommandLine.arguments[1] : "animations.png"
let result = try Renderer(.cpu(threads: nil)).render(root)
for diagnostic in result.diagnostics { print(diagnostic) }
try PNGEncoder().write(result.image, to: path)
