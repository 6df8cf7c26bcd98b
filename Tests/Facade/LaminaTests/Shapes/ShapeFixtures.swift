// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina

/// Paths that tests draw, in a box of 80 x 80 points.
enum ShapeFixtures {
  static func star(points: Int = 5, inner: CGFloat = 0.45) -> CGPath {
    let path = CGMutablePath()
    for index in 0..<2 * points {
      let radius = index.isMultiple(of: 2) ? 38 : 38 * inner
      let angle = CGFloat(index) * .pi / CGFloat(points) - .pi / 2
      let point = CGPoint(x: 40 + radius * cos(angle), y: 40 + radius * sin(angle))
      if index == 0 { path.move(to: point) } else { path.addLine(to: point) }
    }
    path.closeSubpath()
    return path
  }

  static let loop: CGPath = {
    let path = CGMutablePath()
    path.move(to: CGPoint(x: 8, y: 70))
    path.addCurve(
      to: CGPoint(x: 72, y: 70), control1: CGPoint(x: 110, y: -10), control2: CGPoint(x: -30, y: -10))
    return path
  }()

  static let ring: CGPath = {
    let path = CGMutablePath()
    path.addEllipse(in: CGRect(x: 5, y: 5, width: 70, height: 70))
    path.addEllipse(in: CGRect(x: 20, y: 22, width: 36, height: 32))
    return path
  }()

  static let triangle: CGPath = {
    let path = CGMutablePath()
    path.addLines(between: [CGPoint(x: 10, y: 8), CGPoint(x: 74, y: 20), CGPoint(x: 30, y: 72)])
    path.closeSubpath()
    return path
  }()

  static func layer(_ path: CGPath?) -> CAShapeLayer {
    let layer = CAShapeLayer()
    layer.bounds = CGRect(x: 0, y: 0, width: 80, height: 80)
    layer.path = path
    return layer
  }

  static func root(_ width: CGFloat, _ height: CGFloat, _ sublayers: CALayer...) -> CALayer {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: width, height: height)
    for layer in sublayers { root.addSublayer(layer) }
    return root
  }

  static func plan(_ root: CALayer, scale: Double = 1) throws -> RenderPlan { try made(root, scale: scale).plan }

  static func made(_ root: CALayer, scale: Double = 1) throws -> ReportedPlan {
    var options = PlanOptions()
    options.scale = scale
    return try Planner(options: options).plan(TreeSnapshot(of: root), keeping: nil)
  }
}

extension CGColor {
  static let red = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
  static let green = CGColor(srgbRed: 0, green: 1, blue: 0, alpha: 1)
  static let blue = CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1)
}

extension CGImage {
  /// Red, green, blue and alpha of one pixel.
  func levels(_ x: Int, _ y: Int) -> [Int] {
    (0..<4).map { Int(premultipliedRGBA[4 * (y * width + x) + $0]) }
  }
}
