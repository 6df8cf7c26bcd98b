// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaCPU
import LaminaGeometry
import LaminaGraphics
import LaminaLayers
import LaminaPlan
import Testing

/// Every pixel against the formulas in doubles: at most one level off.
@Suite struct ReferenceTests {
  static let filters: [ContentsFilter] = [.nearest, .linear, .trilinear]

  /// A picture with hard borders, gradients and translucent texels.
  static func picture(width: Int, height: Int, isOpaque: Bool) -> CGImage? {
    CGImage(width: width, height: height) { x, y in
      let alpha = isOpaque || (x / 3 + y / 2).isMultiple(of: 3) ? 255 : (x * 37 + y * 11) % 256
      func component(_ value: Int) -> UInt8 { UInt8(value % 256 * alpha / 255) }
      return [
        component(x * 255 / width), component((x ^ y) * 29), component(y.isMultiple(of: 4) ? 255 : 0), UInt8(alpha),
      ]
    }
  }

  @Test("pictures", arguments: filters, [0.21, 0.5, 0.9, 1.7, 6.3])
  func pictures(_ filter: ContentsFilter, _ scale: Double) throws {
    for isOpaque in [true, false] {
      let picture = try #require(Self.picture(width: 48, height: 40, isOpaque: isOpaque))
      let box: SIMD4<Double> = [0, 0, 48, 40]
      var sketch = PlanSketch(width: 90, height: 70, clear: [0.2, 0.1, 0.05, 0.4])
      sketch.images = [picture]
      sketch.box(
        box, map: .turned(0.37, scale: [scale, scale * 0.8], from: [24, 20], to: [43.3, 36.8]),
        fill: [0.3, 0.2, 0.1, 0.5]
      ) {
        $0.image = ImageHandle(0)
        $0.placement = .stretching(PixelSize(width: 48, height: 40), over: box, filter: filter, bias: 0.3)
        $0.opacity = isOpaque ? 1 : 0.8
      }
      try expectExact(sketch)
    }
  }

  @Test("pictures in perspective", arguments: filters, [-1.2, 0.5, 1.3])
  func picturesInPerspective(_ filter: ContentsFilter, _ angle: Double) throws {
    let picture = try #require(Self.picture(width: 61, height: 40, isOpaque: false))
    let box: SIMD4<Double> = [-40, -30, 40, 30]
    var sketch = PlanSketch(width: 100, height: 80)
    sketch.images = [picture]
    sketch.box(box, map: .swung(angle, distance: 70, to: [50, 40]), radii: [4, 8, 12, 16], fill: .zero) {
      $0.image = ImageHandle(0)
      $0.placement = .stretching(PixelSize(width: 61, height: 40), over: box, filter: filter)
    }
    // Near the eye a texel border moves by a thousandth of a texel within the rounding of 32-bit floats.
    try expectExact(sketch, exceptedPixels: filter == .nearest ? 12 : 0)
  }

  @Test("pictures one texel wide or high", arguments: [(1, 1), (1, 9), (9, 1)], filters)
  func thinPictures(_ size: (Int, Int), _ filter: ContentsFilter) throws {
    let picture = try #require(Self.picture(width: size.0, height: size.1, isOpaque: false))
    for map in [Homography.turned(0, to: [3, 3]), .turned(0.5, to: [20, 5]), .swung(0.6, distance: 60, to: [4, 4])] {
      var sketch = PlanSketch(width: 40, height: 40)
      sketch.images = [picture]
      sketch.box([0, 0, 20, 20], map: map, fill: .zero, inner: map.isAffine) {
        $0.image = ImageHandle(0)
        $0.placement = .stretching(
          PixelSize(width: size.0, height: size.1), over: [0, 0, 20, 20], filter: filter)
      }
      try expectExact(sketch, exceptedPixels: filter == .nearest ? 4 : 0)
    }
  }

  @Test("nine slices", arguments: filters)
  func slices(_ filter: ContentsFilter) throws {
    let picture = try #require(Self.picture(width: 30, height: 24, isOpaque: true))
    var sketch = PlanSketch(width: 90, height: 80)
    sketch.images = [picture]
    for (index, map) in [Homography.turned(0, to: [2, 3]), .turned(0.2, scale: [0.8, 0.9], to: [15, 5])].enumerated() {
      sketch.box([0, 0, 80, 60], map: map, fill: .zero) {
        $0.image = ImageHandle(0)
        // Corners of 10 x 8 texels keep their size; between them 10 and 8 texels stretch.
        $0.placement = ImagePlacement(
          offsetAndStop0: [-10.0 / 6 - 70, -64.0 / 44 - 52, 10, 8], stop1AndSlope0: [70, 52, 1, 1],
          slope1AndSlope2: [10.0 / 60, 8.0 / 44, 1, 1], limits: [0.5, 0.5, 29.5, 23.5], magnification: filter,
          minification: filter, bias: 0)
        $0.opacity = index == 0 ? 1 : 0.6
      }
    }
    try expectExact(sketch, exceptedPixels: filter == .nearest ? 40 : 0)
  }

  @Test("limits hold samples back")
  func limits() throws {
    let picture = try #require(Self.picture(width: 32, height: 32, isOpaque: true))
    for scale in [0.5, 1, 3] {
      var sketch = PlanSketch(width: 80, height: 80)
      sketch.images = [picture]
      sketch.box([0, 0, 60, 60], map: .turned(0, scale: [scale, scale], to: [2, 2]), fill: .zero) {
        $0.image = ImageHandle(0)
        $0.placement = .stretching(PixelSize(width: 60, height: 60), over: [0, 0, 60, 60])
        $0.placement.limits = [4.5, 7.5, 20.5, 12.5]
      }
      try expectExact(sketch)
    }
  }

  @Test("tinted pictures", arguments: filters, [SIMD4<Float>(0.2, 0.7, 1, 1), [0.3, 0.1, 0.4, 0.5]])
  func tints(_ filter: ContentsFilter, _ tint: SIMD4<Float>) throws {
    for isOpaque in [true, false] {
      let picture = try #require(Self.picture(width: 30, height: 24, isOpaque: isOpaque))
      var sketch = PlanSketch(width: 90, height: 80, clear: [0.1, 0.2, 0.3, 1])
      sketch.images = [picture]
      for (index, map) in [
        Homography.turned(0, to: [2, 3]), .turned(0.2, scale: [0.8, 0.9], to: [40, 5]),
        .swung(0.6, distance: 60, to: [4, 40]),
      ].enumerated() {
        sketch.box([0, 0, 30, 24], map: map, fill: index == 1 ? [0.5, 0, 0, 0.5] : .zero, inner: tint.w == 1) {
          $0.image = ImageHandle(0)
          $0.placement = .stretching(PixelSize(width: 30, height: 24), over: [0, 0, 30, 24], filter: filter)
          $0.tint = tint
        }
      }
      try expectExact(sketch, exceptedPixels: filter == .nearest ? 12 : 0)
    }
  }

  @Test("shapes, borders, clips and opacity at random", arguments: 0..<24)
  func random(_ seed: Int) throws {
    try expectExact(RandomScene.make(seed: UInt64(seed), width: 150, height: 110, boxes: 25))
  }

  @Test("clips nested 1,000 deep")
  func deepClips() throws {
    var sketch = PlanSketch(width: 60, height: 50)
    var clip = ClipHandle.none
    for depth in 0..<1000 {
      let inset = 2 + 8 * Double(depth) / 1000
      clip = sketch.clip(
        [inset, inset, 60 - inset, 50 - inset], map: .turned(Double(depth % 7) * 0.0001, to: .zero),
        radii: .init(repeating: 9), parent: clip)
    }
    sketch.box([0, 0, 60, 50], fill: [0.9, 0.5, 0.2, 1]) { $0.clip = clip }
    sketch.box([5, 5, 55, 45], map: .turned(0.1, to: .zero), fill: [0.1, 0.2, 0.3, 0.4]) { $0.clip = clip }
    try expectExact(sketch)
  }

  /// Renders and compares.
  ///
  /// - Parameter exceptedPixels: How many pixels may differ more, being on the border of two texels.
  private func expectExact(_ sketch: PlanSketch, exceptedPixels: Int = 0) throws {
    let plan = sketch.plan
    let exact = ReferenceRenderer(plan: plan).render()
    for strategy in RenderStrategy.allCases {
      let image = try CPURenderer(threads: 1).render(plan, strategy: strategy)
      // Half a level of rounding; a quarter where the inner polygon takes a coverage of 0.999 for 1; float noise.
      let tolerance = 0.8
      var excepted = 0
      for index in exact.indices {
        let pixel = SIMD4<Double>(
          SIMD4<Int32>(
            truncatingIfNeeded: image.premultipliedPixel(x: index % image.width, y: index / image.width)))
        let difference = pixel - exact[index]
        let largest = max(difference.max(), -difference.min())
        if largest > tolerance {
          excepted += 1
          if excepted > exceptedPixels {
            Issue.record(
              "\(strategy): pixel (\(index % image.width), \(index / image.width)) is \(pixel), not \(exact[index])")
            return
          }
        }
      }
    }
  }
}
