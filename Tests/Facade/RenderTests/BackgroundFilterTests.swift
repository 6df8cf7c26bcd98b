// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Layers that blur their backdrop: the number of their passes, and their pixels, against pictures that are
// blurred in double precision, pixel by pixel, one layer after the other.

import Foundation
import Lamina
import LaminaTestSupport
import Testing

@Suite struct BackgroundFilterTests {
  static let side = 120

  /// A picture of premultiplied colours, 0...1, made as slowly and plainly as can be.
  struct SlowPicture {
    var pixels = [SIMD4<Double>](repeating: .zero, count: side * side)

    mutating func fill(_ frame: CGRect, _ color: SIMD4<Double>) {
      Self.forEach(frame) { pixels[$0] = color + pixels[$0] * (1 - color.w) }
    }

    /// Replaces what a frame shows by what a Gaussian makes of everything; the edge goes on outside.
    mutating func blur(_ frame: CGRect, sigma: Double) {
      let blurred = Self.blurred(Self.blurred(pixels, sigma: sigma, step: 1), sigma: sigma, step: side)
      Self.forEach(frame) { pixels[$0] = blurred[$0] }
    }

    private static func blurred(_ source: [SIMD4<Double>], sigma: Double, step: Int) -> [SIMD4<Double>] {
      let reach = Int(clamping: (5 * sigma).rounded(.up))
      let weights = (-reach...reach).map { exp(-Double($0 * $0) / (2 * sigma * sigma)) }
      let total = weights.reduce(0, +)
      return source.indices.map { index in
        let place = step == 1 ? index % side : index / side
        var sum = SIMD4<Double>.zero
        for (tap, weight) in weights.enumerated() {
          let other = min(max(place + tap - reach, 0), side - 1)
          sum += source[index + (other - place) * step] * weight
        }
        return sum / total
      }
    }

    static func forEach(_ frame: CGRect, _ body: (Int) -> Void) {
      for y in max(0, Int(frame.minY))..<min(side, Int(frame.maxY)) {
        for x in max(0, Int(frame.minX))..<min(side, Int(frame.maxX)) { body(y * side + x) }
      }
    }
  }

  // MARK: scenes

  private func layer(_ frame: CGRect, _ color: SIMD4<Double>? = nil) -> CALayer {
    let layer = CALayer()
    layer.frame = frame
    if let color { layer.backgroundColor = CGColor(srgbRed: color.x, green: color.y, blue: color.z, alpha: color.w) }
    return layer
  }

  private var whole: CGRect { CGRect(x: 0, y: 0, width: Self.side, height: Self.side) }

  /// Stripes and a square: straight colours.
  private let content: [(frame: CGRect, color: SIMD4<Double>)] = [
    (CGRect(x: 20, y: 0, width: 30, height: 120), [0.9, 0.1, 0.2, 1]),
    (CGRect(x: 70, y: 10, width: 12, height: 100), [0.1, 0.8, 0.3, 1]),
    (CGRect(x: 0, y: 60, width: 120, height: 9), [0.1, 0.2, 0.9, 1]),
  ]

  private func premultiplied(_ color: SIMD4<Double>) -> SIMD4<Double> {
    SIMD4(color.x * color.w, color.y * color.w, color.z * color.w, color.w)
  }

  private func glass(_ frame: CGRect, sigma: Double, tint: SIMD4<Double>? = nil) -> CALayer {
    let glass = layer(frame, tint)
    let filter = CAFilter(type: "gaussianBlur")
    filter.setValue(sigma, forKey: "inputRadius")
    glass.backgroundFilters = [filter]
    return glass
  }

  private func expect(
    _ root: CALayer, looksLike slow: SlowPicture, within tolerance: Double = 3, on backEnd: BackEnd,
    _ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let grid = PixelGrid(try SharedRenderers.draw(root, on: backEnd).image)
    var (worst, place) = (0.0, 0)
    for index in slow.pixels.indices {
      let drawn = SIMD4<Double>(grid[index % Self.side, index / Self.side])
      let difference = drawn - slow.pixels[index] * 255
      let largest = max(difference.max(), -difference.min())
      if largest > worst { (worst, place) = (largest, index) }
    }
    #expect(
      worst <= tolerance, "\(worst) levels at \(place % Self.side), \(place / Self.side); \(comment ?? "")",
      sourceLocation: sourceLocation)
  }

  // MARK: counters

  @Test(
    "panes that do not touch each other read one pass, and take every step of the blur in one", arguments: [1, 4, 12])
  func passesOfSeparatePanes(count: Int) throws {
    let root = layer(CGRect(x: 0, y: 0, width: 1200, height: 900), [1, 1, 1, 1])
    for index in 0..<count {
      root.addSublayer(
        glass(
          CGRect(x: 40 + 290 * (index % 4), y: 40 + 290 * (index / 4), width: 170, height: 160), sigma: 12,
          tint: [1, 1, 1, 0.25]))
    }
    let plan = try Planner().plan(TreeSnapshot(of: root))
    // The backdrop, a quarter of it, across, down, the canvas.
    #expect(plan.passes.count == 5)
    #expect(plan.passes.map(\.count) == [1, count, count, count, 1 + 2 * count])
    #expect(plan.passes.dropLast().dropFirst().allSatisfy { $0.region.area < 1200 * 900 / 16 + 2400 })
  }

  @Test("panes that touch each other's reach take one more pass of what is behind each")
  func passesOfNeighbours() throws {
    let root = layer(CGRect(x: 0, y: 0, width: 600, height: 300), [1, 1, 1, 1])
    for x in [20, 150, 280] { root.addSublayer(glass(CGRect(x: x, y: 50, width: 120, height: 120), sigma: 12)) }
    let plan = try Planner().plan(TreeSnapshot(of: root))
    #expect(plan.passes.count == 3 * 4 + 1)
    // All go on in the pixels of the first.
    let drawn = try SharedRenderers.draw(plan, on: .cpu)
    #expect(drawn.statistics.offscreenBytes < 600 * 300 * 4)
  }

  @Test("panes in opposite corners of a large canvas do not share passes as large as it")
  func farApart() throws {
    let root = layer(CGRect(x: 0, y: 0, width: 3000, height: 2000), [1, 1, 1, 1])
    root.addSublayer(glass(CGRect(x: 10, y: 10, width: 60, height: 60), sigma: 3))
    root.addSublayer(glass(CGRect(x: 2900, y: 1900, width: 60, height: 60), sigma: 3))
    let plan = try Planner().plan(TreeSnapshot(of: root))
    #expect(plan.passes.filter { $0.region.area < 10_000 }.count == 4)
  }

  // MARK: pictures

  @Test(
    "panes side by side, over each other and at the canvas's edges show what is behind each",
    arguments: SharedRenderers.available)
  func panes(on backEnd: BackEnd) throws {
    let frames = [
      CGRect(x: 4, y: 6, width: 30, height: 30), CGRect(x: 80, y: 80, width: 30, height: 30),
      CGRect(x: 20, y: 20, width: 40, height: 50), CGRect(x: 100, y: -10, width: 40, height: 60),
      CGRect(x: -12, y: 70, width: 50, height: 70), CGRect(x: 50, y: 40, width: 50, height: 50),
    ]
    for (sigma, alpha) in [(2.5, 1.0), (6, 1), (13, 1), (6, 0.6), (2.5, 0.3)] {
      let root = layer(whole, [0.9, 0.9, 0.7, alpha])
      var slow = SlowPicture()
      slow.fill(whole, premultiplied([0.9, 0.9, 0.7, alpha]))
      for (index, part) in content.enumerated() {
        var color = part.color
        if index == 1 { color.w = alpha }
        root.addSublayer(layer(part.frame, color))
        slow.fill(part.frame, premultiplied(color))
      }
      for frame in frames {
        root.addSublayer(glass(frame, sigma: sigma, tint: [1, 1, 1, 0.2]))
        slow.blur(frame, sigma: sigma)
        slow.fill(frame, [0.2, 0.2, 0.2, 0.2])
      }
      try expect(root, looksLike: slow, on: backEnd, "sigma \(sigma), alpha \(alpha)")
    }
  }

  @Test("what is drawn between two panes shows in the second one", arguments: SharedRenderers.available)
  func between(on backEnd: BackEnd) throws {
    let root = layer(whole, [1, 1, 1, 1])
    var slow = SlowPicture()
    slow.fill(whole, [1, 1, 1, 1])
    let steps: [(pane: CGRect, box: CGRect)] = [
      (CGRect(x: 5, y: 5, width: 20, height: 20), CGRect(x: 60, y: 30, width: 20, height: 60)),
      (CGRect(x: 70, y: 20, width: 40, height: 80), CGRect(x: 10, y: 100, width: 15, height: 15)),
      (CGRect(x: 4, y: 90, width: 30, height: 26), CGRect(x: 0, y: 0, width: 3, height: 120)),
    ]
    for step in steps {
      root.addSublayer(glass(step.pane, sigma: 5))
      slow.blur(step.pane, sigma: 5)
      root.addSublayer(layer(step.box, [0, 0, 0, 1]))
      slow.fill(step.box, [0, 0, 0, 1])
    }
    try expect(root, looksLike: slow, on: backEnd)
  }

  @Test("panes in a group read the group alone", arguments: SharedRenderers.available)
  func groups(on backEnd: BackEnd) throws {
    let root = layer(whole, [0.2, 0.4, 1, 1])
    let group = layer(whole, [1, 0.8, 0.2, 0.5])
    group.opacity = 0.5
    var inside = SlowPicture()
    inside.fill(whole, premultiplied([1, 0.8, 0.2, 0.5]))
    for part in content {
      group.addSublayer(layer(part.frame, part.color))
      inside.fill(part.frame, part.color)
    }
    for frame in [CGRect(x: 10, y: 10, width: 30, height: 30), CGRect(x: 70, y: 60, width: 40, height: 40)] {
      group.addSublayer(glass(frame, sigma: 5))
      inside.blur(frame, sigma: 5)
    }
    root.addSublayer(group)
    var slow = SlowPicture()
    slow.fill(whole, [0.2, 0.4, 1, 1])
    for index in slow.pixels.indices {
      let color = inside.pixels[index] * 0.5
      slow.pixels[index] = color + slow.pixels[index] * (1 - color.w)
    }
    try expect(root, looksLike: slow, on: backEnd)
  }

  @Test("masks cut panes, one beside another", arguments: SharedRenderers.available)
  func masked(on backEnd: BackEnd) throws {
    let root = layer(whole, [1, 1, 1, 1])
    var slow = SlowPicture()
    slow.fill(whole, [1, 1, 1, 1])
    for part in content {
      root.addSublayer(layer(part.frame, part.color))
      slow.fill(part.frame, part.color)
    }
    for (x, y) in [(6, 6), (66, 8), (30, 60)] {
      let pane = glass(CGRect(x: x, y: y, width: 44, height: 44), sigma: 9, tint: [0, 0, 0, 0.25])
      let mask = layer(CGRect(x: 0, y: 0, width: 44, height: 44))
      let parts = [CGRect(x: 4, y: 4, width: 20, height: 12), CGRect(x: 10, y: 16, width: 30, height: 20)]
      for part in parts { mask.addSublayer(layer(part, [1, 1, 1, 1])) }
      pane.mask = mask
      root.addSublayer(pane)
      let before = slow
      slow.blur(whole, sigma: 9)
      slow.fill(whole, [0, 0, 0, 0.25])
      var shown = before
      for part in parts {
        SlowPicture.forEach(part.offsetBy(dx: CGFloat(x), dy: CGFloat(y))) { shown.pixels[$0] = slow.pixels[$0] }
      }
      slow = shown
    }
    try expect(root, looksLike: slow, on: backEnd)
  }

  @Test("rounded, turned and cut panes give the same bytes with any number of threads, and back to front")
  func threads() throws {
    let root = layer(CGRect(x: 0, y: 0, width: 400, height: 300), [1, 1, 0.9, 1])
    for index in 0..<12 {
      root.addSublayer(
        layer(
          CGRect(x: 37 * index, y: 23 * index, width: 60, height: 90),
          [Double(index) / 12, 0.3, 1 - Double(index) / 12, index.isMultiple(of: 3) ? 0.5 : 1]))
    }
    for index in 0..<8 {
      let pane = glass(
        CGRect(x: 7.3 + 95 * Double(index % 4), y: 12.6 + 140 * Double(index / 4), width: 83.4, height: 111.1),
        sigma: [3, 5, 12, 21][index % 4], tint: [1, 1, 1, 0.25])
      pane.cornerRadius = 14
      if index == 5 { pane.transform = CATransform3DMakeRotation(0.3, 0, 0, 1) }
      if index == 6 { pane.opacity = 0.7 }
      root.addSublayer(pane)
      root.addSublayer(layer(CGRect(x: 90 * Double(index % 4) + 30, y: 10, width: 10, height: 280), [0, 0, 0, 1]))
    }
    let plan = try Planner().plan(TreeSnapshot(of: root))
    let first = try CPURenderer(threads: 1).render(plan)
    for threads in [1, 2, 3, 7] {
      for strategy in [RenderStrategy.depth, .painter] {
        let picture = try CPURenderer(threads: threads).render(plan, strategy: strategy)
        #expect(picture.premultipliedRGBA == first.premultipliedRGBA, "\(threads) threads, \(strategy)")
      }
    }
    for backEnd in SharedRenderers.available where backEnd == .gpu {
      let (one, other) = (PixelGrid(first), PixelGrid(try SharedRenderers.draw(plan, on: backEnd).image))
      var worst = 0
      for y in 0..<300 {
        for x in 0..<400 {
          let difference = SIMD4<Int>(truncatingIfNeeded: one[x, y]) &- SIMD4<Int>(truncatingIfNeeded: other[x, y])
          worst = max(worst, difference.max(), -difference.min())
        }
      }
      #expect(worst <= 3)
    }
  }
}
