// Points and rectangles convert between the spaces of any two layers, through rotation and perspective.
//
// Two pictures hang on a wall that stands in perspective. The marks are given in each picture's own points;
// `convert` says where that is on the canvas, where a pin, a line and a frame are then placed flat.
//
//   swift run example-convert convert.png

import Foundation
import QuartzCore

/// A picture from the folder of this program.
func picture(_ name: String) throws -> CGImage {
  let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  return try ImageDecoder().decode(contentsOf: folder.appendingPathComponent("assets/\(name).png").path).image
}

func color(_ hex: Int, alpha: CGFloat = 1) -> CGColor {
  CGColor(
    srgbRed: CGFloat(hex >> 16 & 255) / 255, green: CGFloat(hex >> 8 & 255) / 255, blue: CGFloat(hex & 255) / 255,
    alpha: alpha)
}

/// A framed picture of 180 x 120 points, hung at a place and an angle.
func framed(_ name: String, at position: CGPoint, turned angle: CGFloat) throws -> CALayer {
  let layer = CALayer()
  layer.bounds = CGRect(x: 0, y: 0, width: 180, height: 120)
  layer.position = position
  layer.contents = try picture(name)
  layer.cornerRadius = 8
  layer.masksToBounds = true
  layer.borderWidth = 5
  layer.borderColor = color(0xFFFAF2)
  layer.transform = CATransform3DMakeRotation(angle, 0, 0, 1)
  return layer
}

/// A straight line: a thin layer that hangs at its start and is turned towards its end.
func line(from start: CGPoint, to end: CGPoint) -> CALayer {
  let layer = CALayer()
  let (dx, dy) = (end.x - start.x, end.y - start.y)
  layer.anchorPoint = CGPoint(x: 0, y: 0.5)
  layer.bounds = CGRect(x: 0, y: 0, width: (dx * dx + dy * dy).squareRoot(), height: 1.5)
  layer.position = start
  layer.transform = CATransform3DMakeRotation(atan2(dy, dx), 0, 0, 1)
  layer.backgroundColor = color(0xF9C74F, alpha: 0.9)
  return layer
}

/// A ring around a point.
func pin(at point: CGPoint) -> CALayer {
  let layer = CALayer()
  layer.frame = CGRect(x: point.x - 9, y: point.y - 9, width: 18, height: 18)
  layer.cornerRadius = 9
  layer.borderWidth = 2.5
  layer.borderColor = color(0xF9C74F)
  layer.backgroundColor = color(0xF9C74F, alpha: 0.25)
  return layer
}

/// A plate with lettering, its left edge at a place.
func chip(_ name: String, at point: CGPoint) throws -> CALayer {
  let layer = CALayer()
  layer.frame = CGRect(x: point.x, y: point.y - 15, width: 96, height: 30)
  layer.cornerRadius = 15
  layer.backgroundColor = color(0xF9C74F)
  layer.contents = try picture(name)
  layer.contentsScale = 2
  layer.contentsGravity = .center
  return layer
}

let root = CALayer()
root.bounds = CGRect(x: 0, y: 0, width: 520, height: 340)
root.backgroundColor = color(0x1B2440)

let wall = CALayer()
wall.frame = CGRect(x: 40, y: 32, width: 300, height: 276)
wall.backgroundColor = color(0x2D3963)
wall.cornerRadius = 20
var view = CATransform3DIdentity
view.m34 = -1 / 700
wall.transform = CATransform3DRotate(view, -0.6, 0, 1, 0)
root.addSublayer(wall)

let dunes = try framed("dunes", at: CGPoint(x: 140, y: 78), turned: -0.1)
let fjord = try framed("fjord", at: CGPoint(x: 164, y: 202), turned: 0.08)
wall.addSublayer(dunes)
wall.addSublayer(fjord)

// Siblings share one space: a layer that lies flat in it would be cut by the wall. This one stands before all of it.
let overlay = CALayer()
overlay.frame = root.bounds
overlay.zPosition = 1000
root.addSublayer(overlay)

// A rectangle converts to the box around its image.
for hung in [dunes, fjord] {
  let box = CALayer()
  box.frame = overlay.convert(hung.bounds, from: hung)
  box.borderWidth = 1
  box.borderColor = color(0x9FB0E8, alpha: 0.8)
  overlay.addSublayer(box)
}

// Points in the pictures' own spaces, and how far down their plates stand.
let marks: [(name: String, layer: CALayer, point: CGPoint, height: CGFloat)] = [
  ("moon", dunes, CGPoint(x: 140, y: 30), 56),
  ("cactus", dunes, CGPoint(x: 36, y: 74), 132),
  ("sun", fjord, CGPoint(x: 118, y: 62), 208),
  ("shore", fjord, CGPoint(x: 40, y: 104), 284),
]
for mark in marks {
  let point = overlay.convert(mark.point, from: mark.layer)
  let plate = CGPoint(x: 404, y: mark.height)
  overlay.addSublayer(line(from: point, to: plate))
  overlay.addSublayer(pin(at: point))
  overlay.addSublayer(try chip(mark.name, at: plate))
}

var options = RenderOptions()
options.scale = 2
let result = try Renderer(.cpu(threads: nil)).render(root, options: options)
let path = CommandLine.arguments.count > 1 ? CommandLine.arguments[1] : "convert.png"
try PNGEncoder().write(result.image, to: path)
