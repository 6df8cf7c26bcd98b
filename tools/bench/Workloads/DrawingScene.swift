// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Scenes for the figures about shapes and text in docs/benchmarks.md.

import Foundation
import Lamina

/// The benchmark's own shapes and texts.
enum DrawingScene {
  /// The property that changes from frame to frame.
  enum Change {
    case nothing, transform, color, strokeEnd, path
  }

  /// Shapes of 100 segments with a stroke, 100 points wide, in a grid, and a function that changes them for a frame.
  static func makeShapes(count: Int, changing change: Change) -> (root: CALayer, change: (Int) -> Void) {
    let root = CardsScene.makeBackground()
    let columns = 18
    let shapes = (0..<count).map { index in
      let shape = CAShapeLayer()
      shape.bounds = CGRect(x: 0, y: 0, width: 100, height: 100)
      shape.position = CGPoint(x: 60 + 105 * (index % columns), y: 60 + 105 * (index / columns % 10))
      shape.path = star(index, phase: 0)
      shape.fillColor = CGColor(straight: [0.2, 0.5, 0.9, 1])
      shape.strokeColor = CGColor(straight: [0.1, 0.1, 0.3, 1])
      shape.lineWidth = 2
      root.addSublayer(shape)
      return shape
    }
    return (
      root,
      { frame in
        for (index, shape) in shapes.enumerated() {
          switch change {
          case .nothing: break
          case .transform: shape.transform = CATransform3DMakeRotation(0.01 + 0.013 * CGFloat(frame), 0, 0, 1)
          case .color: shape.fillColor = CGColor(straight: [Float(frame % 97) / 97, 0.5, 0.9, 1])
          case .strokeEnd: shape.strokeEnd = CGFloat(frame % 997 + 1) / 1000
          case .path: shape.path = star(index, phase: 0.01 * Double(frame + 1))
          }
        }
      }
    )
  }

  /// A closed line of 100 segments, different for every index.
  private static func star(_ index: Int, phase: Double) -> CGPath {
    let path = CGMutablePath()
    path.addLines(
      between: (0..<100).map { corner in
        let angle = Double(corner) * .pi / 50
        let radius = 38 + 8 * sin(angle * Double(5 + index % 7) + phase) + Double(index % 13) / 13
        return CGPoint(x: 50 + radius * cos(angle), y: 50 + radius * sin(angle))
      })
    path.closeSubpath()
    return path
  }

  /// Shapes with different paths that do not change, with the positions and sizes of ``makeBoxes(count:)``.
  static func makePlainShapes(count: Int) -> CALayer {
    let root = makeBoxes(count: count)
    let boxes = root.sublayers ?? []
    root.sublayers = boxes.enumerated().map { index, box in
      let shape = CAShapeLayer()
      shape.bounds = box.bounds
      shape.position = box.position
      let path = CGMutablePath()
      let (width, height) = (box.bounds.width, box.bounds.height)
      let cut = CGFloat(6 + index % 12)
      // A rectangle with slanted corners: similar to the rounded one in area, but not a rounded rectangle.
      path.addLines(between: [
        CGPoint(x: cut, y: 0), CGPoint(x: width - cut, y: 0), CGPoint(x: width, y: cut),
        CGPoint(x: width, y: height - cut), CGPoint(x: width - cut, y: height), CGPoint(x: cut, y: height),
        CGPoint(x: 0, y: height - cut), CGPoint(x: 0, y: cut),
      ])
      path.closeSubpath()
      shape.path = path
      shape.fillColor = box.backgroundColor
      return shape
    }
    return root
  }

  /// Rounded rectangles of 60-160 x 40-120 points, not rotated.
  static func makeBoxes(count: Int) -> CALayer {
    let root = CardsScene.make(count: count, pictures: [CGImage?](repeating: nil, count: 1))
    for box in root.sublayers ?? [] {
      box.transform = CATransform3DIdentity
      box.bounds.size = CGSize(width: box.bounds.width.rounded(), height: box.bounds.height.rounded())
      box.position = CGPoint(x: box.position.x.rounded(), y: box.position.y.rounded())
    }
    return root
  }

  /// A page of about `count` glyphs in one wrapped text layer.
  static func makePage(count: Int) -> CALayer {
    let root = CardsScene.makeBackground()
    let words = ["layer", "tree", "snapshot", "plan", "picture", "of", "the", "and", "glyphs", "in", "lines", "a"]
    var text = ""
    var index = 0
    while text.count < count {
      text += (text.isEmpty ? "" : " ") + words[index * 7 % words.count]
      index += 1 + index % 3
    }
    let layer = CATextLayer()
    layer.frame = CGRect(x: 40, y: 20, width: 1840, height: 1040)
    layer.string = text
    layer.font = "DejaVu Sans"
    layer.fontSize = 22
    layer.isWrapped = true
    layer.foregroundColor = .black
    root.addSublayer(layer)
    return root
  }
}
