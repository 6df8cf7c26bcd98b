// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina

/// `chart`: lines that change all their points, bars that grow, axes and labels.
enum ChartScene {
  /// The number of points of a line.
  private static let points = 100

  /// A chart of `count` lines and bars.
  static func make(count: Int) -> CALayer {
    var random = SplitMix64(state: 11)
    let root = CardsScene.makeBackground()
    addAxes(to: root)
    for index in 0..<count {
      let hue = Double(index) / Double(count)
      let color = CGColor(
        straight: [Float(0.5 + 0.5 * sin(6.28 * hue)), Float(0.5 + 0.5 * sin(6.28 * hue + 2)), Float(hue), 1])
      root.addSublayer(makeBar(index, of: count, color, &random))
    }
    for index in 0..<count {
      let line = CAShapeLayer()
      line.frame = CGRect(x: 100, y: 60, width: 1_720, height: 900)
      line.fillColor = nil
      line.lineWidth = 3
      line.lineJoin = .round
      line.strokeColor = CGColor(straight: [Float(index % 5) / 5, 0.3, Float(index % 3) / 3, 1])
      let (from, to) = (course(index, &random), course(index, &random))
      line.path = from
      let morph = CABasicAnimation(keyPath: "path")
      (morph.fromValue, morph.toValue) = (from, to)
      (morph.duration, morph.autoreverses, morph.repeatCount) = (3, true, .infinity)
      morph.timingFunction = CAMediaTimingFunction(name: .easeInEaseOut)
      line.add(morph, forKey: "morph")
      root.addSublayer(line)
    }
    return root
  }

  /// A random line.
  private static func course(_ index: Int, _ random: inout SplitMix64) -> CGPath {
    let path = CGMutablePath()
    var height = random.number(in: 200...700)
    path.addLines(
      between: (0..<points).map { point in
        height = min(880, max(20, height + random.number(in: -45...45)))
        return CGPoint(x: 1_720 * Double(point) / Double(points - 1), y: height)
      })
    return path
  }

  private static func makeBar(_ index: Int, of count: Int, _ color: CGColor, _ random: inout SplitMix64) -> CALayer {
    let bar = CALayer()
    let step = 1_720 / CGFloat(count)
    let height = CGFloat(random.number(in: 80...500))
    bar.anchorPoint = CGPoint(x: 0.5, y: 1)
    bar.position = CGPoint(x: 100 + (CGFloat(index) + 0.5) * step, y: 960)
    bar.bounds = CGRect(x: 0, y: 0, width: 0.7 * step, height: height)
    bar.backgroundColor = color
    bar.opacity = 0.6
    bar.cornerRadius = min(8, 0.2 * step)
    let grow = CABasicAnimation(keyPath: "bounds.size.height")
    (grow.fromValue, grow.toValue) = (height, 0.4 * height)
    (grow.duration, grow.autoreverses, grow.repeatCount) = (2, true, .infinity)
    bar.add(grow, forKey: "grow")
    return bar
  }

  private static func addAxes(to root: CALayer) {
    for index in 0...9 {
      let rule = CALayer()
      rule.frame = CGRect(x: 100, y: 60 + 100 * index, width: 1_720, height: 1)
      rule.backgroundColor = CGColor(straight: [0.7, 0.7, 0.75, 1])
      root.addSublayer(rule)
      let label = CATextLayer()
      label.frame = CGRect(x: 30, y: 50 + 100 * index, width: 60, height: 22)
      label.font = "DejaVu Sans"
      label.fontSize = 15
      label.string = "\(900 - 100 * index)"
      label.alignmentMode = .right
      label.foregroundColor = CGColor(straight: [0.3, 0.3, 0.35, 1])
      root.addSublayer(label)
    }
  }
}
