// Key-value coding. Every tile is the same tree; one value of each is changed by its key path.
//
//   swift run example-key-paths key-paths.png

import Foundation
import QuartzCore

func color(_ hex: Int, _ alpha: CGFloat = 1) -> CGColor {
  CGColor(
    srgbRed: CGFloat(hex >> 16 & 255) / 255, green: CGFloat(hex >> 8 & 255) / 255, blue: CGFloat(hex & 255) / 255,
    alpha: alpha)
}

/// A card with a sun on it.
func makeCard() -> CALayer {
  let card = CALayer()
  card.bounds = CGRect(x: 0, y: 0, width: 84, height: 60)
  card.backgroundColor = color(0x3F6EC7)
  card.cornerRadius = 12
  card.borderColor = color(0xFFFFFF)
  card.borderWidth = 3
  let sun = CALayer()
  sun.frame = CGRect(x: 48, y: 12, width: 22, height: 22)
  sun.cornerRadius = 11
  sun.backgroundColor = color(0xFFD166)
  card.addSublayer(sun)
  return card
}

let changes: [(keyPath: String, value: Any)] = [
  ("cornerRadius", 28), ("borderWidth", 9), ("opacity", 0.4), ("backgroundColor", color(0xB5446E)),
  ("position.x", 92), ("bounds.size.height", 84), ("transform.rotation.z", 0.5), ("transform.scale.x", 0.6),
  ("transform.rotation.y", 0.9), ("shadowOpacity", 0.8), ("masksToBounds", true), ("hidden", true),
]

let root = CALayer()
root.bounds = CGRect(x: 0, y: 0, width: 624, height: 432)
root.backgroundColor = color(0xE8EBF2)

for (index, change) in changes.enumerated() {
  let panel = CALayer()
  panel.frame = CGRect(x: 16 + 150 * (index % 4), y: 16 + 136 * (index / 4), width: 142, height: 128)
  panel.backgroundColor = color(0xFFFFFF)
  panel.cornerRadius = 14
  root.addSublayer(panel)

  let card = makeCard()
  card.position = CGPoint(x: 71, y: 54)
  card.setValue(change.value, forKeyPath: change.keyPath)
  panel.addSublayer(card)

  let label = CATextLayer()
  label.frame = CGRect(x: 4, y: 106, width: 134, height: 16)
  label.string = change.keyPath
  label.fontSize = 11
  label.foregroundColor = color(0x39415A)
  label.alignmentMode = .center
  label.contentsScale = 2
  panel.addSublayer(label)
}

var options = RenderOptions()
options.scale = 2
let result = try Renderer(.cpu(threads: nil)).render(root, options: options)
let path = CommandLine.arguments.count > 1 ? CommandLine.arguments[1] : "key-paths.png"
try PNGEncoder().write(result.image, to: path)
