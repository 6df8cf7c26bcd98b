// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation

extension RoundedRectangle {
  /// Recognises a path that is a rectangle, a rounded rectangle or a circle, however it was made.
  ///
  /// Its lines must lie on the edges of its bounding box and its curves must be quarter circles in the corners. Each
  /// corner may have its own radius. A rectangle with four continuous corners is recognised as ``CGMutablePath`` makes
  /// it.
  ///
  /// - Returns: `nil` for every other path, among them ellipses, rectangles that are turned, and several subpaths.
  package init?(_ path: CGPath) {
    if let continuous = PlainShape.continuousRectangle(of: path.elements) {
      self = continuous
      return
    }
    var recognizer = RoundedRectangleRecognizer(box: path.boundingBoxOfPath)
    guard recognizer.isUsable else { return nil }
    path.elements.forEach { type, points in recognizer.add(type, points) }
    guard let radii = recognizer.finish() else { return nil }
    self.init(bounds: recognizer.box)
    self.radii = radii
  }
}

/// Goes around a path once and records the radius of each corner.
private struct RoundedRectangleRecognizer {
  let box: CGRect
  private let tolerance: Double
  private var start: SIMD2<Double>?
  private var current = SIMD2<Double>.zero
  private var radii = SIMD4<Double>.zero
  private var hasCorner: [Bool] = [false, false, false, false]
  private var doubledArea = 0.0
  private var isClosed = false
  private var fits = true

  init(box: CGRect) {
    self.box = box
    tolerance = 1e-4 * Double(max(box.size.width, box.size.height))
  }

  var isUsable: Bool {
    let sum = box.origin.x + box.origin.y + box.size.width + box.size.height
    return sum - sum == 0 && box.size.width > 0 && box.size.height > 0 && tolerance > 0
  }

  private var low: SIMD2<Double> { SIMD2(Double(box.minX), Double(box.minY)) }
  private var high: SIMD2<Double> { SIMD2(Double(box.maxX), Double(box.maxY)) }

  mutating func add(_ type: CGPathElementType, _ points: some Sequence<CGPoint>) {
    guard fits else { return }
    let points = points.map { SIMD2(Double($0.x), Double($0.y)) }
    switch type {
    case .moveToPoint:
      if start != nil, current != start || doubledArea != 0 {
        // A last move without anything after it draws nothing.
        fits = isClosed
        if isClosed { return }
      }
      start = points[0]
      current = points[0]
    case .addLineToPoint: line(to: points[0])
    case .addQuadCurveToPoint: fits = false
    case .addCurveToPoint: curve(points[0], points[1], to: points[2])
    case .closeSubpath:
      if let start { line(to: start) }
      isClosed = true
    }
  }

  /// The radii, where all elements fit and the path goes around exactly once.
  mutating func finish() -> SIMD4<Double>? {
    if fits, !isClosed, let start { line(to: start) }
    guard fits else { return nil }
    let size = high - low
    var missing = 0.0
    for corner in 0..<4 { missing += radii[corner] * radii[corner] * (1 - .pi / 4) }
    let expected = size.x * size.y - missing
    return abs(abs(doubledArea) / 2 - expected) <= 2e-3 * size.x * size.y ? radii : nil
  }

  private mutating func line(to end: SIMD2<Double>) {
    defer { current = end }
    guard !isClosed || end == current else {
      fits = false
      return
    }
    doubledArea += current.x * end.y - current.y * end.x
    guard abs(end.x - current.x) > tolerance || abs(end.y - current.y) > tolerance else { return }
    let isOnEdge = (0..<2).contains { axis in
      [low[axis], high[axis]].contains { abs(current[axis] - $0) <= tolerance && abs(end[axis] - $0) <= tolerance }
    }
    if !isOnEdge { fits = false }
  }

  /// A quarter circle from one edge to the next.
  private mutating func curve(_ first: SIMD2<Double>, _ second: SIMD2<Double>, to end: SIMD2<Double>) {
    let begin = current
    current = end
    guard !isClosed else {
      fits = false
      return
    }
    // The corner of the curve: the point where the edges of its two ends meet.
    let isBeginVertical =
      min(abs(begin.x - low.x), abs(begin.x - high.x)) <= tolerance
      && min(abs(end.y - low.y), abs(end.y - high.y)) <= tolerance
    let corner = isBeginVertical ? SIMD2(begin.x, end.y) : SIMD2(end.x, begin.y)
    let (fromBegin, fromEnd) = (corner - begin, corner - end)
    let (a, b) = ((fromBegin * fromBegin).sum().squareRoot(), (fromEnd * fromEnd).sum().squareRoot())
    guard abs(a - b) <= 2 * tolerance, min(abs(corner.x - low.x), abs(corner.x - high.x)) <= tolerance,
      min(abs(corner.y - low.y), abs(corner.y - high.y)) <= tolerance
    else {
      fits = false
      return
    }
    let kappa = 0.5523
    let wanted = (begin + fromBegin * kappa, end + fromEnd * kappa)
    let slack = tolerance + 2e-3 * a
    let isQuarter = (abs(first - wanted.0).max() <= slack) && (abs(second - wanted.1).max() <= slack)
    let index =
      corner.x - low.x <= tolerance
      ? (corner.y - low.y <= tolerance ? 0 : 3) : (corner.y - low.y <= tolerance ? 1 : 2)
    guard isQuarter, !hasCorner[index] else {
      fits = false
      return
    }
    hasCorner[index] = true
    radii[index] = (a + b) / 2
    // The chord's part of the area, and the quarter circle over it.
    doubledArea += begin.x * end.y - begin.y * end.x
    let turn = fromBegin.x * (end - corner).y - fromBegin.y * (end - corner).x
    doubledArea += (turn < 0 ? -1 : 1) * (.pi / 2 - 1) * a * b
  }
}

private func abs(_ value: SIMD2<Double>) -> SIMD2<Double> {
  SIMD2(Swift.abs(value.x), Swift.abs(value.y))
}

private func abs(_ value: Double) -> Double { Swift.abs(value) }
