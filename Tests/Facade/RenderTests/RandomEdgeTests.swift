// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaTestSupport
import Testing

/// CLIP-4, PAINT-3: random trees of clips, backgrounds, sublayers and borders look as if each finished subtree was
/// clipped once.
///
/// The reference composites each subtree as a picture of its own. It takes the coverage of an outline from a picture of
/// that outline alone, white on black.
@Suite struct RandomEdgeTests {
  private static let (width, height) = (110, 90)

  /// A rounded box in a tree.
  private final class Node {
    var size = CGSize.zero
    var position = CGPoint.zero
    var angle = 0.0
    var radius = 0.0
    var background: SIMD4<Double>?
    var border = SIMD4<Double>.zero
    var borderWidth = 0.0
    var clips = false
    var sublayers: [Node] = []

    /// The layer, without sublayers.
    func layer() -> CALayer {
      let layer = CALayer()
      layer.bounds = CGRect(origin: .zero, size: size)
      layer.position = position
      layer.transform = CATransform3DMakeRotation(angle, 0, 0, 1)
      return layer
    }

    func tree() -> CALayer {
      let layer = layer()
      layer.cornerRadius = radius
      layer.backgroundColor = background.map(RandomEdgeTests.color)
      (layer.borderWidth, layer.borderColor) = (borderWidth, RandomEdgeTests.color(border))
      layer.masksToBounds = clips
      for sublayer in sublayers { layer.addSublayer(sublayer.tree()) }
      return layer
    }
  }

  private static func color(_ value: SIMD4<Double>) -> CGColor {
    CGColor(srgbRed: value.x, green: value.y, blue: value.z, alpha: value.w)
  }

  private static func node(_ random: inout RandomTree, depth: Int, in host: CGSize) -> Node {
    let node = Node()
    node.size = CGSize(
      width: Double(host.width) * random.number(0.5, 1.1), height: Double(host.height) * random.number(0.5, 1.1))
    node.position = CGPoint(
      x: Double(host.width) * random.number(0.1, 0.9), y: Double(host.height) * random.number(0.1, 0.9))
    node.angle = random.number(-0.7, 0.7)
    node.radius = random.chance(0.5) ? random.number(2, 12) : 0
    node.clips = depth == 0 || random.chance(0.4)
    func color(_ alpha: Double) -> SIMD4<Double> {
      SIMD4(random.number(0, 1), random.number(0, 1), random.number(0, 1), alpha)
    }
    let isTranslucent = random.chance(0.3)
    if random.chance(0.85) || depth == 2 { node.background = color(isTranslucent ? 0.5 : 1) }
    if random.chance(0.35) {
      node.borderWidth = random.number(1.5, 4)
      node.border = color(random.chance(0.5) ? 1 : 0.4)
    }
    guard depth < 2 else { return node }
    for _ in 0..<(depth == 0 ? 2 : 1) { node.sublayers.append(Self.node(&random, depth: depth + 1, in: node.size)) }
    return node
  }

  // MARK: reference

  /// The coverage of an outline, 0...1.
  ///
  /// - Parameters:
  ///   - path: The layers down to the one whose outline it is.
  ///   - inset: How far inside of it, points.
  private static func coverage(_ path: [Node], inset: Double, on backEnd: BackEnd) throws -> [Double] {
    guard let last = path.last else { return [] }
    let layer = last.layer()
    layer.bounds = layer.bounds.insetBy(dx: inset, dy: inset)
    layer.cornerRadius = max(0, last.radius - inset)
    layer.backgroundColor = color([1, 1, 1, 1])
    var outermost = layer
    for node in path.dropLast().reversed() {
      let host = node.layer()
      host.addSublayer(outermost)
      outermost = host
    }
    let picture = PixelGrid(try SharedRenderers.draw(canvas(outermost, on: [0, 0, 0, 1]), on: backEnd).image)
    return picture.pixels.map { Double($0.x) / 255 }
  }

  private static func canvas(_ layer: CALayer, on color: SIMD4<Double>) -> CALayer {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: width, height: height)
    root.backgroundColor = self.color(color)
    root.addSublayer(layer)
    return root
  }

  /// The finished subtree, premultiplied.
  private static func picture(_ path: [Node], on backEnd: BackEnd) throws -> [SIMD4<Double>] {
    guard let node = path.last else { return [] }
    func premultiplied(_ color: SIMD4<Double>) -> SIMD4<Double> {
      SIMD4(color.x * color.w, color.y * color.w, color.z * color.w, color.w)
    }
    let outer = try coverage(path, inset: 0, on: backEnd)
    let inner = node.borderWidth > 0 ? try coverage(path, inset: node.borderWidth, on: backEnd) : outer
    let (fill, border) = (premultiplied(node.background ?? .zero), premultiplied(node.border))
    var result = [SIMD4<Double>](repeating: .zero, count: width * height)
    for index in result.indices {
      // Pixels outside are left out at the end if the layer clips. Else the background ends at the edge of the
      // border, which lets a part of it through.
      let through = node.borderWidth > 0 ? 1 - node.border.w * (1 - inner[index]) : 1
      let hidden = 1 - outer[index] * (1 - through)
      result[index] = fill * (node.clips ? 1 : hidden > 0 ? outer[index] * through / hidden : 0)
    }
    for sublayer in node.sublayers {
      let drawn = try picture(path + [sublayer], on: backEnd)
      for index in result.indices { result[index] = drawn[index] + result[index] * (1 - drawn[index].w) }
    }
    for index in result.indices where node.borderWidth > 0 {
      let ring = node.clips ? 1 - inner[index] : outer[index] - inner[index]
      result[index] = border * ring + result[index] * (1 - border.w * ring)
    }
    if node.clips { for index in result.indices { result[index] *= outer[index] } }
    return result
  }

  @Test("random trees are clipped as finished pictures", arguments: 0..<24, SharedRenderers.available)
  func trees(seed: Int, on backEnd: BackEnd) throws {
    var random = RandomTree(changes: seed)
    let node = Self.node(&random, depth: 0, in: CGSize(width: 90, height: 70))
    node.position = CGPoint(x: 55.3, y: 44.6)
    let drawn = PixelGrid(try SharedRenderers.draw(Self.canvas(node.tree(), on: [1, 1, 1, 1]), on: backEnd).image)
    let finished = try Self.picture([node], on: backEnd)
    var (worst, over) = ((levels: 0.0, at: 0), 0)
    for index in finished.indices {
      let expected = (finished[index] + SIMD4(repeating: 1 - finished[index].w)) * 255
      let apart = expected - SIMD4<Double>(drawn.pixels[index])
      let levels = max(apart.max(), -apart.min())
      if levels > worst.levels { worst = (levels, index) }
      if levels > 8 { over += 1 }
    }
    // Where the edges of several translucent layers cross one another in a pixel, their covers are mixed.
    #expect(over <= 6, "\(over) pixels are more than 8 levels apart")
    #expect(worst.levels <= 24, "\(worst.levels) levels at (\(worst.at % Self.width), \(worst.at / Self.width))")
  }
}
