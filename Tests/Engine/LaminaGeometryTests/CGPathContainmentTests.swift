// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import Testing

@Suite struct CGPathContainmentTests {
  static let ring: CGPath = {
    let path = CGMutablePath()
    path.addEllipse(in: CGRect(x: 0, y: 0, width: 100, height: 100))
    path.addEllipse(in: CGRect(x: 25, y: 25, width: 50, height: 50))
    return path
  }()

  @Test("rules differ where windings add up") func rules() {
    let center = CGPoint(x: 50, y: 50)
    #expect(Self.ring.contains(center))
    #expect(!Self.ring.contains(center, using: .evenOdd))
    #expect(Self.ring.contains(CGPoint(x: 10, y: 50), using: .evenOdd))
    #expect(!Self.ring.contains(CGPoint(x: 2, y: 2)))
  }

  @Test("curves are exact, not flattened") func exact() {
    let path = CGMutablePath()
    path.move(to: .zero)
    path.addQuadCurve(to: CGPoint(x: 2e6, y: 0), control: CGPoint(x: 1e6, y: 2e6))
    // y = 2x - x^2 / 1e6.
    for x in stride(from: 1000.0, to: 2e6, by: 99_991) {
      let y = 2 * x - x * x / 1e6
      #expect(path.contains(CGPoint(x: x, y: y - 1e-6)))
      #expect(!path.contains(CGPoint(x: x, y: y + 1e-6)))
    }
  }

  @Test("a corner on the ray counts once") func corners() {
    let diamond = CGMutablePath()
    diamond.addLines(
      between: [CGPoint(x: 0, y: 5), CGPoint(x: 5, y: 0), CGPoint(x: 10, y: 5), CGPoint(x: 5, y: 10)])
    #expect(diamond.contains(CGPoint(x: 5, y: 5)))
    #expect(!diamond.contains(CGPoint(x: -1, y: 5)))
    #expect(!diamond.contains(CGPoint(x: -1, y: 0)))
    #expect(!diamond.contains(CGPoint(x: -1, y: 10)))
  }

  @Test("the transform is applied to the path first") func transform() {
    let square = CGPath(rect: CGRect(x: 0, y: 0, width: 1, height: 1), transform: nil)
    #expect(square.contains(CGPoint(x: 15, y: 5), transform: CGAffineTransform(scaleX: 20, y: 10)))
    #expect(!square.contains(CGPoint(x: 15, y: 5), transform: CGAffineTransform(scaleX: 10, y: 20)))
  }

  @Test("points and paths that are not finite") func notFinite() {
    #expect(!Self.ring.contains(CGPoint(x: CGFloat.nan, y: 1)))
    #expect(!Self.ring.contains(CGPoint(x: CGFloat.infinity, y: 50)))
    let path = CGMutablePath()
    path.move(to: CGPoint(x: CGFloat.nan, y: 0))
    path.addLine(to: CGPoint(x: 10, y: 10))
    path.addLine(to: CGPoint(x: 0, y: 10))
    #expect(!path.contains(CGPoint(x: 3, y: 9)))
  }

  @Test("isRect") func isRect() {
    var rect = CGRect.zero
    #expect(CGPath(rect: CGRect(x: 1, y: 2, width: 3, height: 4), transform: nil).isRect(&rect))
    #expect(rect == CGRect(x: 1, y: 2, width: 3, height: 4))
    var turn = CGAffineTransform(rotationAngle: 0.1)
    #expect(!CGPath(rect: CGRect(x: 1, y: 2, width: 3, height: 4), transform: &turn).isRect(nil))
    #expect(!Self.ring.isRect(nil))
    #expect(!CGMutablePath().isRect(nil))
  }

  @Test("flattening stays within its tolerance", arguments: [1.0, 0.1, 0.001])
  func flattening(_ threshold: CGFloat) {
    let radius = 50.0
    let circle = CGPath(ellipseIn: CGRect(x: -50, y: -50, width: 100, height: 100), transform: nil)
    for line in circle.flattened(threshold: threshold).elements.subpaths() {
      for segment in line.segments {
        let middle = segment.point(at: 0.5)
        let sagitta = radius - (middle * middle).sum().squareRoot()
        #expect(sagitta < Double(threshold) + 1e-3 * radius)
        #expect(sagitta > -3e-4 * radius)
      }
    }
  }

  @Test("a huge path is flattened into a bounded number of points") func bounded() {
    let path = CGMutablePath()
    path.move(to: .zero)
    for index in 0..<1000 {
      path.addCurve(
        to: CGPoint(x: 1e12, y: Double(index)), control1: CGPoint(x: -1e12, y: 1e12),
        control2: CGPoint(x: 1e12, y: -1e12))
    }
    #expect(path.flattened(threshold: 1e-6).elements.types.count < 5_000_000)
  }
}
