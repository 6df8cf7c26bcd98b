// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaGraphics
import LaminaLayers
import LaminaPlan
import LaminaTestSupport
import Testing

/// Strokes that leave most of their box empty, in strips of the pixels that they touch.
@Suite struct StrokeStripTests {
  struct Line: Sendable, CustomTestStringConvertible {
    var name: String
    var path: CGPath
    var style: StrokeStyle
    var testDescription: String { name }
  }

  private static let region = PixelRect(minX: 0, minY: 0, maxX: 840, maxY: 720)

  private static func path(_ build: (CGMutablePath) -> Void) -> CGPath {
    let path = CGMutablePath()
    build(path)
    return path
  }

  /// A line that goes up and down, as in a chart.
  private static func chart(steps: Int, height: Double) -> CGPath {
    path { path in
      path.addLines(
        between: (0...steps).map { step in
          let place = Double(step)
          let up: Double = height * sin(0.5 * place) * cos(0.03 * place)
          return CGPoint(x: 8.3 + 812 * place / Double(steps), y: 360 + up)
        })
    }
  }

  private static let wave = path { path in
    path.move(to: CGPoint(x: 24, y: 600))
    path.addCurve(to: CGPoint(x: 800, y: 80), control1: CGPoint(x: 300, y: -380), control2: CGPoint(x: 520, y: 1_040))
  }

  private static let triangle = path { path in
    path.addLines(between: [CGPoint(x: 40, y: 60), CGPoint(x: 802, y: 310), CGPoint(x: 128, y: 678)])
    path.closeSubpath()
  }

  static let lines: [Line] = [
    Line(name: "chart", path: chart(steps: 24, height: 250), style: StrokeStyle(width: 3, join: .round)),
    Line(name: "steep chart", path: chart(steps: 26, height: 320), style: StrokeStyle(width: 2, join: .miter)),
    Line(name: "bevels", path: chart(steps: 20, height: 210), style: StrokeStyle(width: 5, cap: .square, join: .bevel)),
    Line(name: "wave", path: wave, style: StrokeStyle(width: 8, cap: .round)),
    Line(name: "triangle", path: triangle, style: StrokeStyle(width: 6)),
    Line(name: "round triangle", path: triangle, style: StrokeStyle(width: 9, join: .round)),
    Line(
      name: "dashes", path: wave,
      style: StrokeStyle(width: 4, cap: .butt, dashPhase: 3, dashLengths: [14, 9])),
    Line(
      name: "one line", path: path { $0.addLines(between: [CGPoint(x: 5, y: 700.5), CGPoint(x: 820, y: 9)]) },
      style: StrokeStyle(width: 2, cap: .round)),
    Line(
      name: "apart",
      path: path { path in
        path.addLines(between: [CGPoint(x: 10, y: 20), CGPoint(x: 800, y: 60)])
        path.addLines(between: [CGPoint(x: 10, y: 660.25), CGPoint(x: 800, y: 660.25)])
        path.addEllipse(in: CGRect(x: 300, y: 160, width: 180, height: 240))
      }, style: StrokeStyle(width: 3)),
  ]

  private static func strips(_ line: Line, within region: PixelRect = region) -> [CoverageMask]? {
    PathRasterizer.strips(of: line.path, stroke: line.style, pixelFromPath: .identity, within: region)
  }

  @Test("strips cover the area that the stroke covers", arguments: lines)
  func exact(_ line: Line) throws {
    let strips = try #require(Self.strips(line))
    let reference = AreaReference.stroke(line.path, line.style, .identity, 840, 720)
    var (largest, sum, count) = (0.0, 0.0, 0.0)
    for y in 0..<720 {
      for x in 0..<840 {
        let covered = strips.reduce(0) { $0 + Int($1.coverage(x: x, y: y)) }
        let expected = reference.coverage[y * 840 + x] * 255
        largest = max(largest, abs(Double(covered) - expected))
        guard covered > 0 || expected > 0 else { continue }
        sum += abs(Double(covered) - expected)
        count += 1
      }
    }
    // The reference has sixty heights a pixel, and cuts curves into lines of its own.
    #expect(largest <= 10, "\(largest)")
    #expect(sum / count <= 0.8, "\(sum / count)")
    let area = strips.reduce(0) { $0 + $1.region.area }
    #expect(2 * area <= Self.region.area, "\(area) pixels")
  }

  @Test("no two strips share a pixel, and a part of them is what the whole has there", arguments: lines)
  func parts(_ line: Line) throws {
    let whole = try #require(Self.strips(line))
    for (index, strip) in whole.enumerated() {
      #expect(whole[..<index].allSatisfy { $0.region.intersection(strip.region).isEmpty })
    }
    let part = PixelRect(minX: 201, minY: 180, maxX: 607, maxY: 511)
    let strips = try #require(Self.strips(line, within: part))
    for y in 180..<511 {
      for x in 201..<607 {
        let (all, some) = (
          whole.reduce(0) { $0 + Int($1.coverage(x: x, y: y)) }, strips.reduce(0) { $0 + Int($1.coverage(x: x, y: y)) }
        )
        guard abs(all - some) > 1 else { continue }
        Issue.record("\(all) and \(some) at (\(x), \(y))")
        return
      }
    }
  }

  @Test("what meets itself, is small, thin or fills its box is left to others")
  func others() {
    let cross = Self.path { path in
      path.addLines(between: [CGPoint(x: 10, y: 10), CGPoint(x: 800, y: 690)])
      path.addLines(between: [CGPoint(x: 10, y: 690), CGPoint(x: 800, y: 10)])
    }
    let back = Self.path { path in
      path.addLines(between: [CGPoint(x: 10, y: 10), CGPoint(x: 800, y: 690), CGPoint(x: 12, y: 14)])
    }
    let small = Self.path { $0.addLines(between: [CGPoint(x: 10, y: 10), CGPoint(x: 100, y: 90)]) }
    let dense = Self.path { path in
      path.addLines(between: (0...40).map { CGPoint(x: 20 * Double($0), y: $0.isMultiple(of: 2) ? 5 : 705) })
    }
    let far = Self.path { $0.addLines(between: [CGPoint(x: -1e7, y: 10), CGPoint(x: 1e7, y: 340)]) }
    let odd = Self.path { $0.addLines(between: [CGPoint(x: 0, y: 10), CGPoint(x: CGFloat.nan, y: 340)]) }
    for path in [cross, back, small, dense, far, odd] {
      #expect(Self.strips(Line(name: "", path: path, style: StrokeStyle(width: 3))) == nil)
    }
    #expect(Self.strips(Line(name: "", path: Self.wave, style: StrokeStyle(width: 1))) == nil)
    #expect(Self.strips(Line(name: "", path: Self.wave, style: StrokeStyle(width: 0))) == nil)
  }

  @Test("both renderers draw a chart's line as the area that it covers", arguments: SharedRenderers.available)
  func picture(_ backEnd: BackEnd) throws {
    let line = Self.lines[0]
    let layer = CAShapeLayer()
    layer.bounds = CGRect(x: 0, y: 0, width: 840, height: 720)
    layer.position = CGPoint(x: 420, y: 360)
    (layer.path, layer.fillColor, layer.strokeColor) = (line.path, nil, .white)
    (layer.lineWidth, layer.lineJoin) = (line.style.width, .round)
    let plan = try ShapeFixtures.plan(ShapeFixtures.root(840, 720, layer))
    #expect(plan.images.count > 3)
    let image = try SharedRenderers.draw(plan, on: backEnd).image
    let reference = AreaReference.stroke(line.path, line.style, .identity, 840, 720)
    #expect(reference.difference(from: image).largest <= 7)
  }
}

/// Pictures that several threads draw together.
@Suite struct RasterResolverTests {
  /// Shapes that no other test has.
  private static func tree(_ seed: Int, filled: Int = 12) -> CALayer {
    let root = ShapeFixtures.root(400, 300)
    for index in 0..<filled {
      let layer = ShapeFixtures.layer(ShapeFixtures.star(points: 5 + index, inner: 0.3 + 0.001 * CGFloat(seed)))
      layer.position = CGPoint(x: 40 + 80 * (index % 4), y: 40 + 90 * (index / 4))
      layer.strokeColor = .blue
      root.addSublayer(layer)
    }
    return root
  }

  @Test("a plan is the same, and counts the same, however many threads drew its pictures", arguments: [1, 2, 5])
  func same(threads: Int) throws {
    let snapshot = TreeSnapshot(of: Self.tree(threads))
    var planner = Planner()
    planner.threads = threads
    let made = try planner.plan(snapshot, keeping: nil)
    #expect(made.report.drawnPictures == 24)
    #expect(made.plan.draws.count == 24)
    let again = try Planner().plan(snapshot, keeping: nil)
    #expect(again.report.drawnPictures == 0)
    #expect(again.plan.drawsSame(as: made.plan))
    let once = try planner.plan(snapshot, keeping: nil)
    #expect(once.report.drawnPictures == 0)
    #expect(once.plan.drawsSame(as: made.plan))
  }

  @Test("equal pictures are drawn once, however many threads ask for them", arguments: [1, 2, 5])
  func equal(threads: Int) throws {
    let root = ShapeFixtures.root(400, 300)
    for _ in 0..<41 {
      let layer = ShapeFixtures.layer(ShapeFixtures.star(points: 5, inner: 0.4 + 0.001 * CGFloat(threads)))
      layer.position = CGPoint(x: 40, y: 40)
      layer.strokeColor = .blue
      root.addSublayer(layer)
    }
    var planner = Planner()
    planner.threads = threads
    let made = try planner.plan(TreeSnapshot(of: root), keeping: nil)
    #expect(made.report.drawnPictures == 2)
    #expect(made.plan.draws.count == 82)
  }
}
