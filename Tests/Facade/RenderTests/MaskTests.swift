// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Cost of masks, and results of masks that make no sense.

import Foundation
import Lamina
import LaminaTestSupport
import Testing

@Suite struct MaskTests {
  private func layer(_ x: Double, _ y: Double, _ width: Double, _ height: Double, gray: Double? = 0) -> CALayer {
    let layer = CALayer()
    layer.frame = CGRect(x: x, y: y, width: width, height: height)
    if let gray { layer.backgroundColor = CGColor(deviceGray: gray, alpha: 1) }
    return layer
  }

  private func canvas(_ side: Int = 100) -> CALayer { layer(0, 0, Double(side), Double(side), gray: nil) }

  private func gradient(_ width: Double, _ height: Double) -> CAGradientLayer {
    let gradient = CAGradientLayer()
    gradient.frame = CGRect(x: 0, y: 0, width: width, height: height)
    gradient.startPoint = .zero
    gradient.endPoint = CGPoint(x: 1, y: 0)
    gradient.colors = [CGColor(gray: 0, alpha: 1), CGColor(gray: 0, alpha: 0)]
    return gradient
  }

  @Test("plain shapes and gradients take no pass; parts that overlap take one; a tree takes one more")
  func passes() throws {
    let expected = [
      "rounded": 1, "rotated": 1, "inner-mask": 1, "gradient": 1, "radial": 1, "conic": 1, "gradient-perspective": 1,
      "outside": 1, "hidden": 1, "gradient-overlap": 2, "translucent": 2, "gradient-tree": 3, "tree": 3, "picture": 3,
      "empty": 1,
    ]
    for (name, passes) in expected {
      let counted = try SceneCase(name: "mask/\(name)").draw(on: .cpu).statistics
      #expect(counted.passes == passes, "\(name)")
      if passes == 1 { #expect(counted.offscreenBytes == 0, "\(name)") }
    }
  }

  @Test("a gradient's alpha multiplies to the number", arguments: SharedRenderers.available)
  func gradientAlpha(on backEnd: BackEnd) throws {
    let root = canvas()
    let masked = layer(0, 0, 100, 100, gray: 1)
    masked.mask = gradient(100, 100)
    root.addSublayer(masked)
    let grid = PixelGrid(try SharedRenderers.draw(root, on: backEnd).image)
    for x in stride(from: 0, to: 100, by: 7) {
      let alpha = 255 * (1 - (Double(x) + 0.5) / 100)
      #expect(abs(Double(grid[x, 50].w) - alpha) <= 1, "\(x)")
    }
  }

  @Test("masks inside masks multiply", arguments: SharedRenderers.available)
  func product(on backEnd: BackEnd) throws {
    let root = canvas()
    let masked = layer(0, 0, 100, 100, gray: 1)
    let (mask, inside) = (layer(0, 0, 100, 100, gray: nil), layer(0, 0, 100, 100))
    inside.mask = gradient(100, 100)
    mask.addSublayer(inside)
    mask.addSublayer(layer(0, 90, 100, 10))
    masked.mask = mask
    masked.opacity = 0.5
    root.addSublayer(masked)
    let grid = PixelGrid(try SharedRenderers.draw(root, on: backEnd).image)
    for x in [3, 40, 77] {
      #expect(abs(Double(grid[x, 50].w) - 127.5 * (1 - (Double(x) + 0.5) / 100)) <= 1.5, "\(x)")
      #expect(abs(Int(grid[x, 95].w) - 128) <= 1, "\(x)")
    }
  }

  @Test("a mask that is the layer itself or above it is refused and told")
  func cycles() throws {
    let root = canvas()
    let (outer, inner) = (layer(10, 10, 80, 80), layer(10, 10, 20, 20, gray: 0.5))
    root.addSublayer(outer)
    outer.addSublayer(inner)
    for mask in [inner, outer, root] {
      inner.mask = layer(0, 0, 5, 5)
      inner.mask = mask
      #expect(inner.mask == nil)
      let plan = try Planner().plan(TreeSnapshot(of: root))
      #expect(plan.diagnostics.map(\.code) == ["mask-cycle"])
      #expect(try SharedRenderers.draw(root, on: .cpu).image.pixel(35, 35)[0] == 128)
    }
    inner.mask = layer(0, 0, 5, 5)
    #expect(try Planner().plan(TreeSnapshot(of: root)).diagnostics.isEmpty)
    inner.mask = nil
    #expect(try Planner().plan(TreeSnapshot(of: root)).diagnostics.isEmpty)
  }

  @Test("a chain of masks in masks as deep as a tree may be")
  func deepChain() throws {
    let root = canvas(16)
    var masked = layer(0, 0, 16, 16, gray: 1)
    root.addSublayer(masked)
    for _ in 0..<2000 {
      let (mask, inside) = (layer(0, 0, 16, 16, gray: nil), layer(0, 0, 16, 16))
      mask.addSublayer(inside)
      mask.addSublayer(layer(0, 0, 1, 1))
      masked.mask = mask
      masked = inside
    }
    let image = try SharedRenderers.draw(root, on: .cpu).image
    #expect(image.pixel(8, 8) == [255, 255, 255, 255])
  }

  @Test("geometry without numbers in a mask hides its layer, and is told")
  func invalidGeometry() throws {
    let root = canvas()
    let masked = layer(0, 0, 50, 50)
    let mask = layer(0, 0, 50, 50)
    mask.position.x = .nan
    masked.mask = mask
    root.addSublayer(masked)
    let plan = try Planner().plan(TreeSnapshot(of: root))
    #expect(plan.diagnostics.map(\.code) == ["invalid-geometry"])
    #expect(try SharedRenderers.draw(plan, on: .cpu).image.pixel(20, 20)[3] == 0)
  }

  @Test("a transform layer's mask is ignored")
  func transformLayer() throws {
    let root = canvas()
    let carrier = CATransformLayer()
    carrier.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
    carrier.mask = layer(0, 0, 5, 5)
    carrier.addSublayer(layer(20, 20, 50, 50))
    root.addSublayer(carrier)
    #expect(try SharedRenderers.draw(root, on: .cpu).image.pixel(40, 40)[3] == 255)
  }

  @Test("a mask's blending and background filters are ignored, its filters are not")
  func maskEffects() throws {
    let root = canvas()
    let masked = layer(0, 0, 100, 100)
    let mask = layer(10, 10, 50, 50)
    mask.compositingFilter = "destOut"
    let filter = CAFilter(type: "colorMatrix")
    var numbers = CAColorMatrix().numbers
    numbers[18] = 0.5
    filter.setValue(CAColorMatrix(numbers), forKey: "inputColorMatrix")
    mask.filters = [filter]
    masked.mask = mask
    root.addSublayer(masked)
    let image = try SharedRenderers.draw(root, on: .cpu).image
    #expect(abs(Int(image.pixel(30, 30)[3]) - 128) <= 1 && image.pixel(80, 80)[3] == 0)
  }

  @Test("100 groups that fade, with children that overlap: memory follows the pixels that overlap")
  func groupMemory() throws {
    let root = canvas(1000)
    var overlapped = 0
    for index in 0..<100 {
      let group = layer(Double(index % 10) * 100, Double(index / 10) * 100, 100, 100, gray: nil)
      group.opacity = 0.5
      group.addSublayer(layer(10, 10, 50, 50))
      group.addSublayer(layer(20, 20, 50, 50, gray: 1))
      overlapped += 60 * 60
      root.addSublayer(group)
    }
    for backEnd in SharedRenderers.available {
      let counted = try SharedRenderers.draw(root, on: backEnd).statistics
      #expect(counted.offscreenBytes <= 2 * 4 * overlapped, "\(backEnd)")
      #expect(counted.offscreenBytes > 0)
    }
  }

  @Test("hit testing by what is drawn sees through what a mask hides")
  func topmost() throws {
    let root = canvas()
    let (behind, masked) = (layer(0, 0, 100, 100), layer(0, 0, 100, 100, gray: 1))
    let mask = layer(0, 0, 100, 100, gray: nil)
    mask.addSublayer(layer(0, 0, 50, 50))
    mask.addSublayer(layer(0, 0, 30, 60))
    masked.mask = mask
    root.addSublayer(behind)
    root.addSublayer(masked)
    #expect(root.topmostLayer(at: CGPoint(x: 20, y: 20)) === masked)
    #expect(root.topmostLayer(at: CGPoint(x: 80, y: 80)) === behind)
    masked.mask = gradient(100, 100)
    #expect(root.topmostLayer(at: CGPoint(x: 20, y: 80)) === masked)
    #expect(root.topmostLayer(at: CGPoint(x: 90, y: 80)) === behind)
  }
}
