// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaCPU
import LaminaGeometry
import LaminaGraphics
import LaminaPlan
import Testing

/// Coverage against area: how much of a pixel's square lies inside the outline, counted on a fine grid.
@Suite struct CoverageTests {
  struct Sample: Sendable, CustomTestStringConvertible {
    var name: String
    var box: SIMD4<Double>
    var map: Homography
    var radii = SIMD4<Double>.zero
    var smoothing: Float = 0
    /// The largest difference allowed, as a fraction of a pixel, and the mean over the pixels of the outline.
    var largest: Double
    var mean: Double
    var testDescription: String { name }
  }

  // The grid itself is 1/128 of a pixel off at most. A ramp along the normal is exact for edges along the axes.
  // For an edge at 45 degrees the true area is a parabola 1.41 pixels wide, at most 0.043 from the ramp; in corners
  // the product of two ramps, or the curve's bend within a pixel, is as far off.
  static let samples: [Sample] = [
    Sample(name: "upright", box: [0, 0, 20, 12], map: .turned(0, to: [5.3, 6.8]), largest: 0.008, mean: 0.007),
    Sample(
      name: "upright, thinner than a pixel", box: [0, 0, 20, 0.4], map: .turned(0, to: [5.3, 6.6]), largest: 0.008,
      mean: 0.007),
    Sample(
      name: "scaled", box: [0, 0, 10, 4], map: .turned(0, scale: [2.3, 3.7], to: [5.3, 6.8]), largest: 0.008,
      mean: 0.007),
    Sample(
      name: "turned a little", box: [-10, -6, 10, 6], map: .turned(0.1, to: [20, 20]), largest: 0.02, mean: 0.005),
    Sample(name: "turned", box: [-10, -6, 10, 6], map: .turned(0.6, to: [20, 20]), largest: 0.05, mean: 0.025),
    Sample(
      name: "round", box: [-15, -15, 15, 15], map: .turned(0, to: [20, 20]), radii: .init(repeating: 15), largest: 0.05,
      mean: 0.025),
    Sample(
      name: "rounded, each corner apart", box: [-15, -12, 15, 12], map: .turned(0.3, to: [20, 20]),
      radii: [2, 5, 8, 11], largest: 0.05, mean: 0.025),
    Sample(
      name: "rounded, scaled unevenly", box: [-10, -10, 10, 10], map: .turned(0.2, scale: [1.7, 0.6], to: [20, 20]),
      radii: .init(repeating: 6), largest: 0.05, mean: 0.025),
    Sample(
      name: "continuous", box: [-16, -14, 16, 14], map: .turned(0, to: [20, 20]), radii: .init(repeating: 9),
      smoothing: 1, largest: 0.05, mean: 0.025),
    Sample(
      name: "half continuous, turned", box: [-16, -14, 16, 14], map: .turned(0.4, to: [20, 20]),
      radii: .init(repeating: 9), smoothing: 0.5, largest: 0.05, mean: 0.025),
    Sample(
      name: "perspective", box: [-14, -12, 14, 12], map: .swung(0.7, distance: 60, to: [20, 20]), largest: 0.05,
      mean: 0.025),
    Sample(
      name: "perspective, rounded", box: [-14, -12, 14, 12], map: .swung(-0.7, distance: 60, to: [20, 20]),
      radii: .init(repeating: 8), largest: 0.05, mean: 0.025),
  ]

  @Test("covers the area", arguments: samples)
  func area(_ sample: Sample) throws {
    var sketch = PlanSketch(width: 40, height: 40)
    sketch.box(sample.box, map: sample.map, radii: sample.radii, smoothing: sample.smoothing)
    let image = try CPURenderer(threads: 1).render(sketch.plan)
    guard case .box(let box) = sketch.operations[0] else { return }

    var (largest, sum, count, covered, exact) = (0.0, 0.0, 0.0, 0.0, 0.0)
    for y in 0..<40 {
      for x in 0..<40 {
        let actual = Double(image.premultipliedPixel(x: x, y: y).w) / 255
        let area = Self.area(of: box.shape, x: x, y: y)
        covered += actual
        exact += area
        guard area > 0, area < 1 else { continue }
        largest = max(largest, abs(actual - area))
        sum += abs(actual - area)
        count += 1
      }
    }
    #expect(largest <= sample.largest + 0.5 / 255, "the worst pixel is \(largest) off")
    #expect(sum / max(count, 1) <= sample.mean, "pixels on the outline are \(sum / max(count, 1)) off on average")
    #expect(abs(covered - exact) <= 0.01 * exact + 0.5, "\(covered) pixels covered, not \(exact)")
  }

  /// How much of a pixel lies inside a shape's outline, by 64 x 64 points.
  static func area(of shape: ShapeGeometry, x: Int, y: Int) -> Double {
    var hard = shape
    hard.antialiased = .zero
    func fraction(_ side: Int) -> Double {
      var count = 0
      for row in 0..<side {
        for column in 0..<side {
          let point =
            SIMD2(Double(x), Double(y)) + SIMD2(Double(column) + 0.5, Double(row) + 0.5) / Double(side)
          if ReferenceRenderer.coverage(of: hard, at: point) > 0 { count += 1 }
        }
      }
      return Double(count) / Double(side * side)
    }
    // Where 9 x 9 points agree, less than a hundredth of the pixel can differ.
    let coarse = fraction(9)
    return coarse == 0 || coarse == 1 ? coarse : fraction(64)
  }

  @Test("a border of 5 on 80 x 60 covers exactly 1,300", arguments: [0, 0.25, 0.5])
  func border(_ offset: Double) throws {
    var sketch = PlanSketch(width: 100, height: 80)
    sketch.box([0, 0, 80, 60], map: .turned(0, to: [8 + offset, 9 + offset]), fill: .zero) {
      $0.border = [1, 1, 1, 1]
      $0.borderWidth = 5
    }
    let image = try CPURenderer(threads: 1).render(sketch.plan)
    var sum = 0
    for y in 0..<80 {
      for x in 0..<100 { sum += Int(image.premultipliedPixel(x: x, y: y).w) }
    }
    // Each of the 560 pixels of the outlines is rounded by half a level at most.
    #expect(abs(Double(sum) / 255 - 1300) <= 560 * 0.5 / 255)
    #expect(image.premultipliedPixel(x: 48, y: 39).w == 0)
  }

  @Test("boxes without antialiasing abut: each pixel belongs to one of them", arguments: [0, 0.3, 1.1])
  func hardEdges(_ angle: Double) throws {
    var sketch = PlanSketch(width: 60, height: 60)
    let map = Homography.turned(angle, to: [30.5, 30.5])
    let pieces: [SIMD4<Double>] = [[-12, -12, 0, 0], [0, -12, 12, 0], [-12, 0, 0, 12], [0, 0, 12, 12]]
    for piece in pieces {
      sketch.box(piece, map: map, fill: [0.5, 0.5, 0.5, 0.5], inner: false) { $0.shape.antialiased = .zero }
    }
    let image = try CPURenderer(threads: 1).render(sketch.plan)
    let alphas = Set(image.premultipliedRGBA)
    #expect(alphas.isSubset(of: [0, 127, 128]), "\(alphas)")
    let covered = image.premultipliedRGBA.count { $0 > 0 } / 4
    #expect(abs(covered - 576) <= 24)
  }

  @Test("abutting antialiased boxes on a pixel edge leave no seam")
  func seams() throws {
    var sketch = PlanSketch(width: 40, height: 20)
    sketch.box([0, 0, 20, 20])
    sketch.box([20, 0, 40, 20])
    let image = try CPURenderer(threads: 1).render(sketch.plan)
    #expect(image.isOpaque)
    #expect(image.premultipliedRGBA.allSatisfy { $0 == 255 })
  }
}
