// Who draws a layer's contents, when, and who places its sublayers.
//
//   swift run example-drawing drawing.png

import Foundation
import QuartzCore

func color(_ hex: Int, alpha: CGFloat = 1) -> CGColor {
  CGColor(
    srgbRed: CGFloat(hex >> 16 & 255) / 255, green: CGFloat(hex >> 8 & 255) / 255, blue: CGFloat(hex & 255) / 255,
    alpha: alpha)
}

/// A line of text in Lamina's pictures.
func caption(_ text: String, x: CGFloat, y: CGFloat) -> CATextLayer {
  let layer = CATextLayer()
  layer.frame = CGRect(x: x, y: y, width: 150, height: 16)
  layer.string = text
  layer.font = "DejaVu Sans"
  layer.fontSize = 9
  layer.foregroundColor = color(0x3B4252)
  layer.alignmentMode = .center
  return layer
}

/// A leaf, in a box of 100 x 100.
func leaf(in context: CGContext, size: CGSize) {
  context.scaleBy(x: size.width / 100, y: size.height / 100)
  let outline = CGMutablePath()
  outline.move(to: CGPoint(x: 10, y: 90))
  outline.addCurve(to: CGPoint(x: 90, y: 10), control1: CGPoint(x: 5, y: 35), control2: CGPoint(x: 40, y: 5))
  outline.addCurve(to: CGPoint(x: 10, y: 90), control1: CGPoint(x: 95, y: 60), control2: CGPoint(x: 65, y: 95))
  outline.closeSubpath()
  context.saveGState()
  context.addPath(outline)
  context.clip()
  let colors = [color(0xA3BE3C), color(0x2E7D4F)]
  if let gradient = CGGradient(colorsSpace: nil, colors: colors, locations: nil) {
    context.drawLinearGradient(
      gradient, start: CGPoint(x: 80, y: 10), end: CGPoint(x: 20, y: 90),
      options: [.drawsBeforeStartLocation, .drawsAfterEndLocation])
  }
  context.restoreGState()
  context.setStrokeColor(color(0xF4F8E8))
  context.setLineWidth(3)
  context.setLineCap(.round)
  context.move(to: CGPoint(x: 14, y: 86))
  context.addLine(to: CGPoint(x: 74, y: 26))
  for (x, y) in [(34.0, 66.0), (50, 50), (64, 36)] {
    context.move(to: CGPoint(x: x, y: y))
    context.addLine(to: CGPoint(x: x, y: y - 16))
    context.move(to: CGPoint(x: x, y: y))
    context.addLine(to: CGPoint(x: x + 16, y: y))
  }
  context.strokePath()
}

/// A delegate that draws what a layer asks for.
final class Painter: CALayerDelegate {
  func draw(_ layer: CALayer, in context: CGContext) {
    leaf(in: context, size: layer.bounds.size)
  }
}

/// A layer that draws itself.
final class LeafLayer: CALayer {
  override func draw(in context: CGContext) {
    leaf(in: context, size: bounds.size)
  }
}

/// A layer that places its sublayers in rows, as many in each as fit.
final class FlowLayer: CALayer {
  override func layoutSublayers() {
    var place = CGPoint(x: 6, y: 6)
    for layer in sublayers ?? [] {
      if place.x + layer.bounds.width > bounds.width - 6 { place = CGPoint(x: 6, y: place.y + 24) }
      layer.frame.origin = place
      place.x += layer.bounds.width + 6
    }
  }
}

/// The core of a view: an object that owns a layer, draws into it and places its sublayers.
final class GaugeView: CALayerDelegate {
  let layer = CALayer()
  private let needle = CAShapeLayer()
  /// 0...1.
  var value: CGFloat = 0 {
    didSet { layer.setNeedsLayout() }
  }

  init(frame: CGRect) {
    layer.frame = frame
    layer.delegate = self
    layer.setNeedsDisplay()
    needle.fillColor = color(0xBF3B3B)
    layer.addSublayer(needle)
  }

  func draw(_ layer: CALayer, in context: CGContext) {
    let center = CGPoint(x: layer.bounds.midX, y: layer.bounds.maxY - 16)
    context.setLineWidth(14)
    for (index, hex) in [0x4C9F70, 0xE2B93B, 0xD9683C].enumerated() {
      let start = CGFloat.pi * (1 + CGFloat(index) / 3)
      context.setStrokeColor(color(hex))
      context.addArc(
        center: center, radius: 52, startAngle: start + 0.02, endAngle: start + .pi / 3 - 0.02, clockwise: false)
      context.strokePath()
    }
  }

  func layoutSublayers(of layer: CALayer) {
    let length: CGFloat = 50
    let path = CGMutablePath()
    path.addLines(between: [CGPoint(x: 0, y: -5), CGPoint(x: length, y: 0), CGPoint(x: 0, y: 5)])
    path.addEllipse(in: CGRect(x: -7, y: -7, width: 14, height: 14))
    needle.path = path
    needle.position = CGPoint(x: layer.bounds.midX, y: layer.bounds.maxY - 16)
    needle.transform = CATransform3DMakeRotation(.pi * (1 + value), 0, 0, 1)
  }
}

let root = CALayer()
root.bounds = CGRect(x: 0, y: 0, width: 510, height: 350)
root.backgroundColor = color(0xECEFF4)

/// A card for one panel.
@MainActor func panel(_ column: Int, _ row: Int, _ text: String) -> CALayer {
  let origin = CGPoint(x: 15 + 165 * column, y: 15 + 165 * row)
  let card = CALayer()
  card.frame = CGRect(x: origin.x, y: origin.y, width: 150, height: 130)
  card.backgroundColor = color(0xFFFFFF)
  card.cornerRadius = 10
  root.addSublayer(card)
  root.addSublayer(caption(text, x: origin.x, y: origin.y + 136))
  return card
}

// A delegate draws; the layer on the right is opaque, so that its contents begin black.
let painter = Painter()
let drawn = panel(0, 0, "draw(_:in:), right: opaque")
for index in 0..<2 {
  let layer = CALayer()
  layer.frame = CGRect(x: 12 + 68 * CGFloat(index), y: 34, width: 58, height: 58)
  layer.contentsScale = 2
  layer.isOpaque = index == 1
  layer.delegate = painter
  layer.setNeedsDisplay()
  drawn.addSublayer(layer)
}

// Drawn at 40 x 40, then made larger: redrawn, or as its gravity says.
for (column, text) in ["needsDisplayOnBoundsChange", "resized without display"].enumerated() {
  let card = panel(1 + column, 0, text)
  for index in 0..<2 {
    let layer = LeafLayer()
    layer.bounds = CGRect(x: 0, y: 0, width: 40, height: 40)
    layer.needsDisplayOnBoundsChange = column == 0
    layer.contentsGravity = index == 0 ? .resize : .center
    layer.contentsScale = 2
    layer.borderWidth = 1
    layer.borderColor = color(0xC4CAD6)
    layer.setNeedsDisplay()
    layer.displayIfNeeded()
    layer.frame = CGRect(x: 10 + 67 * CGFloat(index), y: 15, width: 62, height: 100)
    card.addSublayer(layer)
  }
}

// The same tags in two widths.
for (column, width) in [138.0, 90].enumerated() {
  let card = panel(column, 1, column == 0 ? "layoutSublayers" : "laid out again when narrower")
  let flow = FlowLayer()
  flow.frame = CGRect(x: 6, y: 6, width: 138, height: 118)
  flow.backgroundColor = color(0xE5E9F0)
  flow.cornerRadius = 6
  for (index, tag) in [30.0, 44, 24, 36, 50, 28, 40].enumerated() {
    let layer = CALayer()
    layer.bounds = CGRect(x: 0, y: 0, width: tag, height: 18)
    layer.cornerRadius = 9
    layer.backgroundColor = color([0x5E81AC, 0x88A0C0, 0xB48EAD][index % 3])
    flow.addSublayer(layer)
  }
  flow.layoutIfNeeded()
  flow.frame.size.width = width
  card.addSublayer(flow)
}

let gauge = GaugeView(frame: CGRect(x: 5, y: 25, width: 140, height: 90))
gauge.layer.contentsScale = 2
gauge.value = 0.62
panel(2, 1, "a view that owns its layers").addSublayer(gauge.layer)

let path = CommandLine.arguments.count > 1 ? CommandLine.arguments[1] : "drawing.png"
var options = RenderOptions()
options.scale = 2
let result = try Renderer(.cpu(threads: nil)).render(root, options: options)
for diagnostic in result.diagnostics { print(diagnostic) }
try PNGEncoder().write(result.image, to: path)
