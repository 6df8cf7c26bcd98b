// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaGraphics
import LaminaLayers
import LaminaPlan
import LaminaPlanner

/// A layer of a size in points, its middle at a place.
func makeLayer(
  _ width: CGFloat, _ height: CGFloat, at position: CGPoint, color: CGColor? = nil, radius: CGFloat = 0
) -> CALayer {
  let layer = CALayer()
  layer.bounds = CGRect(x: 0, y: 0, width: width, height: height)
  layer.position = position
  layer.backgroundColor = color
  layer.cornerRadius = radius
  return layer
}

/// A root of a size with sublayers.
func makeRoot(_ width: CGFloat, _ height: CGFloat, _ sublayers: CALayer..., color: CGColor? = nil) -> CALayer {
  let root = makeLayer(width, height, at: .zero, color: color)
  for layer in sublayers { root.addSublayer(layer) }
  return root
}

func makePlan(of root: CALayer, options: PlanOptions = PlanOptions()) throws -> RenderPlan {
  try Planner(options: options).plan(TreeSnapshot(of: root))
}

/// A picture with hard borders, gradients and, where it is not opaque, translucent texels.
func makePicture(_ width: Int, _ height: Int, seed: Int = 0, isOpaque: Bool = true) -> CGImage {
  let picture = CGImage(width: width, height: height) { x, y in
    let alpha = isOpaque || (x / 3 + y / 2).isMultiple(of: 3) ? 255 : (x * 37 + y * 11) % 256
    func component(_ value: Int) -> UInt8 { UInt8(value % 256 * alpha / 255) }
    return SIMD4(
      component(x * 255 / width), component((x ^ y) * 29 + seed), component(y.isMultiple(of: 4) ? 255 : seed),
      UInt8(alpha))
  }
  guard let picture else { fatalError("a picture without pixels") }
  return picture
}

/// A plan of one pass and boxes that are put in by hand.
struct HandMadePlan {
  var region: PixelRect
  var clear = SIMD4<Float>.zero
  var format = PassFormat.rgba8
  var operations: [DrawOperation] = []
  var innerVertices: [SIMD2<Float>] = []

  init(width: Int, height: Int) {
    region = PixelRect(size: PixelSize(width: width, height: height))
  }

  var plan: RenderPlan {
    RenderPlan(
      canvas: region.size, region: region,
      passes: [RenderPass(region: region, format: format, clear: clear, content: .draws(DrawList(operations)))],
      innerVertices: innerVertices, clips: [], images: [], diagnostics: [])
  }

  /// Adds an upright box, one point a pixel.
  mutating func addBox(_ box: SIMD4<Float>, fill: SIMD4<Float>, radius: Float = 0) {
    let shape = ShapeGeometry(
      row0: [1, 0, 0, 0], row1: [0, 1, 0, 0], row2: [0, 0, 1, 0], box: box, radii: SIMD4(repeating: radius),
      antialiased: SIMD4(repeating: 1))
    let outer = box + SIMD4(-1, -1, 1, 1)
    operations.append(
      .box(
        BoxOperation(
          shape: shape, outer: [outer.x, outer.y, outer.z, outer.y, outer.z, outer.w, outer.x, outer.w],
          pixelBounds: region, fill: fill,
          placement: ImagePlacement(
            offsetAndStop0: .zero, stop1AndSlope0: .zero, slope1AndSlope2: .zero, limits: .zero, magnification: .linear,
            minification: .linear, bias: 0))))
  }
}

/// The same numbers on every machine.
struct Dice {
  private var state: UInt64

  init(_ seed: UInt64) {
    state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
  }

  mutating func roll(_ range: ClosedRange<Double>) -> Double {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return range.lowerBound + (range.upperBound - range.lowerBound) * Double(state >> 11) / Double(1 << 53)
  }

  mutating func pick(_ count: Int) -> Int { min(count - 1, Int(clamping: roll(0...Double(count)))) }
}
