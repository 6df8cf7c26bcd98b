// Building and changing a tree of layers. Each panel applies one change more than the panel before.
//
//   swift run example-hierarchy hierarchy.png

import Foundation
import QuartzCore

/// A picture from the folder of this program.
func picture(_ name: String) throws -> CGImage {
  let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  return try ImageDecoder().decode(contentsOf: folder.appendingPathComponent("assets/\(name).png").path).image
}

func color(_ hex: Int) -> CGColor {
  CGColor(
    srgbRed: CGFloat(hex >> 16 & 255) / 255, green: CGFloat(hex >> 8 & 255) / 255, blue: CGFloat(hex & 255) / 255,
    alpha: 1)
}

/// A sheet of paper with lines on it.
func sheet(_ hex: Int, x: CGFloat, y: CGFloat) -> CALayer {
  let layer = CALayer()
  layer.frame = CGRect(x: x, y: y, width: 58, height: 66)
  layer.backgroundColor = color(hex)
  layer.cornerRadius = 9
  layer.borderWidth = 2
  layer.borderColor = color(0xFFFFFF)
  for (index, width) in [30.0, 38, 22].enumerated() {
    let line = CALayer()
    line.frame = CGRect(x: 10, y: 12 + 9 * Double(index), width: width, height: 4)
    line.cornerRadius = 2
    line.backgroundColor = CGColor(gray: 1, alpha: 0.75)
    layer.addSublayer(line)
  }
  return layer
}

/// A stack of sheets, and the changes that are made to it.
struct Desk {
  let stack = CALayer()
  let red = sheet(0xF2785C, x: 16, y: 14)
  let gold = sheet(0xF2B632, x: 34, y: 30)
  let teal = sheet(0x3FA7A3, x: 52, y: 46)
  let violet = sheet(0x8E7CC3, x: 46, y: 8)
  let green = sheet(0x5FA35F, x: 10, y: 44)
  let blue = sheet(0x4A7FD6, x: 58, y: 22)

  /// Applies the changes up to the one with an index.
  func apply(through last: Int) {
    let changes: [() -> Void] = [
      { for layer in [red, gold, teal] { stack.addSublayer(layer) } },
      { stack.insertSublayer(violet, at: 0) },
      { stack.insertSublayer(green, below: gold) },
      { stack.insertSublayer(blue, above: gold) },
      { stack.replaceSublayer(red, with: sheet(0x2F3B55, x: 16, y: 14)) },
      { gold.removeFromSuperlayer() },
      { teal.isHidden = true },
      { stack.sublayers = stack.sublayers?.reversed() },
    ]
    for change in changes.prefix(last + 1) { change() }
  }
}

let root = CALayer()
root.bounds = CGRect(x: 0, y: 0, width: 584, height: 344)
root.backgroundColor = color(0xE8EBF2)

for (index, name) in ["add", "insert", "below", "above", "replace", "remove", "hide", "reverse"].enumerated() {
  let panel = CALayer()
  panel.frame = CGRect(x: 20 + 138 * (index % 4), y: 20 + 156 * (index / 4), width: 130, height: 148)
  panel.backgroundColor = color(0xFFFFFF)
  panel.cornerRadius = 16
  panel.cornerCurve = .continuous
  root.addSublayer(panel)

  let desk = Desk()
  desk.apply(through: index)
  desk.stack.frame = CGRect(x: 2, y: 4, width: 126, height: 116)
  panel.addSublayer(desk.stack)

  let label = CALayer()
  label.frame = CGRect(x: 0, y: 122, width: 130, height: 20)
  label.contents = try picture(name)
  label.contentsScale = 2
  label.contentsGravity = .center
  panel.addSublayer(label)
}

var options = RenderOptions()
options.scale = 2
let result = try Renderer(.cpu(threads: nil)).render(root, options: options)
let path = CommandLine.arguments.count > 1 ? CommandLine.arguments[1] : "hierarchy.png"
try PNGEncoder().write(result.image, to: path)
