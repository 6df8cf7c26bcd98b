// A compass of special layers. A gradient is the sky, a path the ring, four texts the letters, each on an
// anchor far outside of it, so that all have the same position; the arrow is drawn by a delegate, casts a shadow, and
// is masked by an ellipse whose outer ring lets half through.
//
//   swift run example-drawn-compass drawn-compass.png

import Foundation
import QuartzCore

func color(_ hex: Int, alpha: CGFloat = 1) -> CGColor {
  CGColor(
    srgbRed: CGFloat(hex >> 16 & 255) / 255, green: CGFloat(hex >> 8 & 255) / 255, blue: CGFloat(hex & 255) / 255,
    alpha: alpha)
}

/// Draws the arrow: a needle, light on one side, dark on the other, red towards north.
final class ArrowPainter: CALayerDelegate {
  func draw(_ layer: CALayer, in context: CGContext) {
    let (middle, top, bottom) = (layer.bounds.midX, layer.bounds.minY + 6, layer.bounds.maxY - 6)
    let center = layer.bounds.midY
    for (tip, light, dark) in [(top, 0xE4572E, 0xA63A1C), (bottom, 0xF6F3EA, 0xC9C3B1)] {
      for (side, hex) in [(middle - 22, light), (middle + 22, dark)] {
        context.beginPath()
        context.move(to: CGPoint(x: middle, y: tip))
        context.addLine(to: CGPoint(x: side, y: center))
        context.addLine(to: CGPoint(x: middle, y: center))
        context.closePath()
        context.setFillColor(color(hex))
        context.fillPath()
      }
    }
    context.setFillColor(color(0xD8A93A))
    context.fillEllipse(in: CGRect(x: middle - 9, y: center - 9, width: 18, height: 18))
  }
}

/// A picture for a mask: an ellipse that shows all inside, and half in its outer ring.
func makeMask(size: CGSize, scale: CGFloat) -> CGImage? {
  guard let context = CGContext(width: Int(size.width * scale), height: Int(size.height * scale)) else { return nil }
  context.scaleBy(x: scale, y: scale)
  let box = CGRect(origin: .zero, size: size)
  context.setFillColor(CGColor(gray: 0, alpha: 0.5))
  context.fillEllipse(in: box)
  context.setBlendMode(.copy)
  context.setFillColor(CGColor(gray: 0, alpha: 1))
  context.fillEllipse(in: box.insetBy(dx: size.width * 0.12, dy: size.height * 0.12))
  return context.makeImage()
}

let root = CALayer()
root.bounds = CGRect(x: 0, y: 0, width: 320, height: 320)

let sky = CAGradientLayer()
sky.frame = root.bounds
sky.colors = [color(0x0F3057), color(0x00587A), color(0xE7E7DE)]
sky.locations = [0, 0.55, 1]
root.addSublayer(sky)

let center = CGPoint(x: 160, y: 160)
let ring = CAShapeLayer()
ring.bounds = CGRect(x: 0, y: 0, width: 280, height: 280)
ring.position = center
ring.path = CGPath(ellipseIn: CGRect(x: 8, y: 8, width: 264, height: 264), transform: nil)
ring.fillColor = color(0xF6F3EA, alpha: 0.92)
ring.strokeColor = color(0xD8A93A)
ring.lineWidth = 8
root.addSublayer(ring)

// Marks all around: one circle, dashed. The pattern goes into its length a whole number of times.
let marks = CAShapeLayer()
marks.frame = ring.frame
marks.path = CGPath(ellipseIn: CGRect(x: 22, y: 22, width: 236, height: 236), transform: nil)
marks.fillColor = nil
marks.strokeColor = color(0x0F3057, alpha: 0.7)
marks.lineWidth = 8
let turn = CGFloat.pi * 236
marks.lineDashPattern = [2, NSNumber(value: Double(turn / 72 - 2))]
marks.lineDashPhase = 1
root.addSublayer(marks)

// A letter of 40 x 40 reaches from -anchor to 1 - anchor of its size around the position.
for (letter, anchor) in [
  ("N", CGPoint(x: 0.5, y: 2.75)), ("E", CGPoint(x: -1.75, y: 0.42)), ("S", CGPoint(x: 0.5, y: -1.9)),
  ("W", CGPoint(x: 2.75, y: 0.42)),
] {
  let text = CATextLayer()
  text.bounds = CGRect(x: 0, y: 0, width: 40, height: 40)
  text.anchorPoint = anchor
  text.position = center
  text.string = letter
  text.font = "DejaVu Serif Bold"
  text.fontSize = 28
  text.alignmentMode = .center
  text.foregroundColor = letter == "N" ? color(0xA63A1C) : color(0x0F3057)
  root.addSublayer(text)
}

let painter = ArrowPainter()
let arrow = CALayer()
arrow.bounds = CGRect(x: 0, y: 0, width: 64, height: 176)
arrow.contentsScale = 2
arrow.delegate = painter
arrow.setNeedsDisplay()
let mask = CALayer()
mask.frame = arrow.bounds
mask.contents = makeMask(size: mask.bounds.size, scale: 2)
arrow.mask = mask

// A mask cuts the shadow too, so the layer around it casts.
let caster = CALayer()
caster.bounds = arrow.bounds
caster.position = center
caster.transform = CATransform3DMakeRotation(.pi / 8, 0, 0, 1)
caster.shadowOpacity = 0.6
caster.shadowOffset = CGSize(width: 0, height: 5)
caster.shadowRadius = 5
arrow.position = CGPoint(x: caster.bounds.midX, y: caster.bounds.midY)
caster.addSublayer(arrow)
root.addSublayer(caster)

let path = CommandLine.arguments.count > 1 ? CommandLine.arguments[1] : "drawn-compass.png"
var options = RenderOptions()
options.scale = 2
let result = try Renderer(.cpu(threads: nil)).render(root, options: options)
for diagnostic in result.diagnostics { print(diagnostic) }
try PNGEncoder().write(result.image, to: path)
