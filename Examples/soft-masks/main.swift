// Masks of other shapes than rectangles. A star, soft edges by gradients, an ellipse whose outer ring lets
// half through, drawn in a context, and a path whose stroke shows a part of its length.
//
//   swift run example-soft-masks soft-masks.png

import Foundation
import QuartzCore

func color(_ hex: Int, alpha: CGFloat = 1) -> CGColor {
  CGColor(
    srgbRed: CGFloat(hex >> 16 & 255) / 255, green: CGFloat(hex >> 8 & 255) / 255, blue: CGFloat(hex & 255) / 255,
    alpha: alpha)
}

/// A landscape, drawn: hills under a sun.
func makeLandscape(side: CGFloat, scale: CGFloat) -> CGImage? {
  let pixels = Int(side * scale)
  guard let context = CGContext(width: pixels, height: pixels) else { return nil }
  context.scaleBy(x: side * scale / 100, y: side * scale / 100)
  let sky = [color(0xF9A65A), color(0xF6D68A), color(0x8FD0D6)]
  if let gradient = CGGradient(colorsSpace: nil, colors: sky, locations: nil) {
    context.drawLinearGradient(
      gradient, start: CGPoint(x: 0, y: 70), end: CGPoint(x: 0, y: 0), options: [.drawsBeforeStartLocation])
  }
  context.setFillColor(color(0xFFF3C4))
  context.fillEllipse(in: CGRect(x: 56, y: 14, width: 24, height: 24))
  for (index, hex) in [0x7FA99B, 0x4F8A77, 0x2F5D50].enumerated() {
    let base = 58 + 14 * CGFloat(index)
    context.beginPath()
    context.move(to: CGPoint(x: 0, y: 100))
    context.addLine(to: CGPoint(x: 0, y: base))
    context.addCurve(
      to: CGPoint(x: 100, y: base + 4), control1: CGPoint(x: 30 + 10 * CGFloat(index), y: base - 24),
      control2: CGPoint(x: 60, y: base + 22))
    context.addLine(to: CGPoint(x: 100, y: 100))
    context.closePath()
    context.setFillColor(color(hex))
    context.fillPath()
  }
  return context.makeImage()
}

/// A picture for a mask of a size: an ellipse, opaque inside, half in its outer ring.
func makeMask(size: CGSize, scale: CGFloat) -> CGImage? {
  guard let context = CGContext(width: Int(size.width * scale), height: Int(size.height * scale)) else { return nil }
  context.scaleBy(x: scale, y: scale)
  let box = CGRect(origin: .zero, size: size)
  context.setFillColor(CGColor(gray: 0, alpha: 0.5))
  context.fillEllipse(in: box)
  context.setBlendMode(.copy)
  context.setFillColor(CGColor(gray: 0, alpha: 1))
  context.fillEllipse(in: box.insetBy(dx: 16, dy: 16))
  return context.makeImage()
}

let side: CGFloat = 120

func makeStar() -> CALayer {
  let mask = CAShapeLayer()
  let path = CGMutablePath()
  for corner in 0..<10 {
    let radius: CGFloat = corner.isMultiple(of: 2) ? 60 : 27
    let angle = CGFloat(corner) * .pi / 5 - .pi / 2
    let point = CGPoint(x: 60 + radius * cos(angle), y: 62 + radius * sin(angle))
    if corner == 0 { path.move(to: point) } else { path.addLine(to: point) }
  }
  path.closeSubpath()
  mask.path = path
  return mask
}

func makeVignette() -> CALayer {
  let mask = CAGradientLayer()
  mask.type = .radial
  mask.startPoint = CGPoint(x: 0.5, y: 0.5)
  mask.endPoint = CGPoint(x: 1, y: 1)
  mask.colors = [CGColor.black, CGColor.black, CGColor.clear]
  mask.locations = [0, 0.55, 1]
  return mask
}

func makeFade() -> CALayer {
  let mask = CAGradientLayer()
  mask.colors = [CGColor.black, CGColor.black, CGColor.clear]
  mask.locations = [0, 0.35, 0.95]
  return mask
}

func makeEllipse() -> CALayer {
  let mask = CALayer()
  mask.contents = makeMask(size: CGSize(width: side, height: side), scale: 2)
  return mask
}

/// A ring of which three quarters are drawn.
func makeSweep() -> CALayer {
  let mask = CAShapeLayer()
  mask.path = CGPath(ellipseIn: CGRect(x: 26, y: 26, width: 68, height: 68), transform: nil)
  mask.fillColor = nil
  mask.strokeColor = .black
  mask.lineWidth = 48
  mask.strokeEnd = 0.75
  return mask
}

/// All but two circles: even and odd.
func makeHoles() -> CALayer {
  let mask = CAShapeLayer()
  let path = CGMutablePath()
  path.addRect(CGRect(x: 0, y: 0, width: side, height: side))
  path.addEllipse(in: CGRect(x: 18, y: 22, width: 44, height: 44))
  path.addEllipse(in: CGRect(x: 58, y: 56, width: 40, height: 40))
  mask.path = path
  mask.fillRule = .evenOdd
  return mask
}

let root = CALayer()
root.bounds = CGRect(x: 0, y: 0, width: 440, height: 300)
root.backgroundColor = color(0x2E3440)
let landscape = makeLandscape(side: side, scale: 2)
for (index, mask) in [
  makeStar(), makeVignette(), makeFade(), makeEllipse(), makeSweep(), makeHoles(),
].enumerated() {
  let layer = CALayer()
  layer.frame = CGRect(
    x: 20 + 140 * CGFloat(index % 3), y: 20 + 140 * CGFloat(index / 3), width: side, height: side)
  layer.contents = landscape
  mask.frame = layer.bounds
  layer.mask = mask
  root.addSublayer(layer)
}

let path = CommandLine.arguments.count > 1 ? CommandLine.arguments[1] : "soft-masks.png"
var options = RenderOptions()
options.scale = 2
let result = try Renderer(.cpu(threads: nil)).render(root, options: options)
for diagnostic in result.diagnostics { print(diagnostic) }
try PNGEncoder().write(result.image, to: path)
