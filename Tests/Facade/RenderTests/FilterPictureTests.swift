// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Blurs against a Gaussian in double precision, bitmaps kept from frame to frame, and numbers that make no sense.

import Foundation
import Lamina
import LaminaTestSupport
import Testing

@Suite struct FilterPictureTests {
  private func layer(_ x: Double, _ y: Double, _ width: Double, _ height: Double, gray: Double? = 0) -> CALayer {
    let layer = CALayer()
    layer.frame = CGRect(x: x, y: y, width: width, height: height)
    if let gray { layer.backgroundColor = CGColor(deviceGray: gray, alpha: 1) }
    return layer
  }

  private func canvas(_ side: Int = 120) -> CALayer { layer(0, 0, Double(side), Double(side), gray: nil) }

  private func blur(_ radius: Any) -> CAFilter {
    let filter = CAFilter(type: "gaussianBlur")
    filter.setValue(radius, forKey: "inputRadius")
    return filter
  }

  /// The alpha of a blurred rectangle: a product of two differences of the normal distribution.
  private func blurred(_ x: Double, _ y: Double, _ box: CGRect, sigma: Double) -> Double {
    func share(_ low: Double, _ high: Double, _ at: Double) -> Double {
      (erf((high - at) / (sigma * 2.0.squareRoot())) - erf((low - at) / (sigma * 2.0.squareRoot()))) / 2
    }
    return share(box.minX, box.maxX, x) * share(box.minY, box.maxY, y) * 255
  }

  @Test("gaussianBlur is a Gaussian whose standard deviation is the radius", arguments: SharedRenderers.available)
  func gaussian(on backEnd: BackEnd) throws {
    for sigma in [1.0, 3, 6, 14] {
      let root = canvas()
      let box = layer(40, 35, 40, 50)
      box.filters = [blur(sigma)]
      root.addSublayer(box)
      let grid = PixelGrid(try SharedRenderers.draw(root, on: backEnd).image)
      for y in stride(from: 5, to: 120, by: 11) {
        for x in stride(from: 3, to: 120, by: 7) {
          let expected = blurred(
            Double(x) + 0.5, Double(y) + 0.5, CGRect(x: 40, y: 35, width: 40, height: 50), sigma: sigma)
          #expect(
            abs(Double(grid[x, y].w) - expected) <= 3, "sigma \(sigma) at \(x), \(y): \(grid[x, y].w), \(expected)")
        }
      }
    }
  }

  @Test(
    "what lies beside the canvas is blurred into it as on a canvas that shows all of it",
    arguments: SharedRenderers.available)
  func besideCanvas(on backEnd: BackEnd) throws {
    for (radius, distance) in [(2.0, 1.0), (9, 12), (9, 20), (30, 15), (30, 60)] {
      for (x, y) in [(-1.0, 0.0), (1, 0), (0, -1), (0, 1), (-1, -1), (1, 1)] {
        // A row of two boxes, so that the blur has edges of its own, and something on the canvas that stays sharp.
        func tree(_ side: Double, margin: Double) -> CALayer {
          let root = layer(0, 0, side, side, gray: 1)
          let group = layer(margin + 30 + x * (60 + distance), margin + 30 + y * (60 + distance), 60, 60, gray: nil)
          group.addSublayer(layer(0, 0, 60, 25, gray: 0.2))
          group.addSublayer(layer(0, 30, 60, 30, gray: 0.6))
          group.filters = [blur(radius)]
          root.addSublayer(group)
          root.addSublayer(layer(margin + 50, margin + 50, 10, 10, gray: 0.4))
          return root
        }
        let small = PixelGrid(try SharedRenderers.draw(tree(120, margin: 0), on: backEnd).image)
        let large = PixelGrid(try SharedRenderers.draw(tree(520, margin: 200), on: backEnd).image)
        var largest = 0
        for row in 0..<120 {
          for column in 0..<120 {
            largest = max(largest, abs(Int(small[column, row].x) - Int(large[column + 200, row + 200].x)))
          }
        }
        #expect(largest <= 1, "radius \(radius), \(distance) points away towards \(x), \(y)")
      }
    }
  }

  @Test(
    "what is behind is blurred by the same Gaussian, and only inside the layer", arguments: SharedRenderers.available)
  func background(on backEnd: BackEnd) throws {
    let root = canvas()
    root.backgroundColor = CGColor(gray: 1, alpha: 1)
    root.addSublayer(layer(0, 0, 60, 120))
    let glass = layer(30, 30, 60, 60, gray: nil)
    glass.backgroundFilters = [blur(5.0)]
    root.addSublayer(glass)
    let grid = PixelGrid(try SharedRenderers.draw(root, on: backEnd).image)
    for x in 32..<88 {
      let expected = 255 * (1 + erf((Double(x) + 0.5 - 60) / (5 * 2.0.squareRoot()))) / 2
      #expect(abs(Double(grid[x, 60].x) - expected) <= 3, "\(x): \(grid[x, 60].x), \(expected)")
    }
    #expect(grid[58, 20].x == 0 && grid[61, 20].x == 255 && grid[58, 100].x == 0)
  }

  @Test("radii beyond all measure are drawn as what they come to, in bounded memory")
  func enormousRadii() throws {
    for radius in [1e4, 1e9, 1e30, -5, 0] {
      for backEnd in SharedRenderers.available {
        let root = canvas()
        let box = layer(10, 10, 100, 100)
        box.filters = [blur(radius)]
        let glass = layer(0, 0, 50, 50, gray: nil)
        glass.backgroundFilters = [blur(radius)]
        root.addSublayer(box)
        root.addSublayer(glass)
        let drawn = try SharedRenderers.draw(root, on: backEnd)
        #expect(drawn.statistics.offscreenBytes < 1 << 30, "\(radius)")
        #expect(drawn.image.pixel(60, 60)[3] == (radius > 0 ? 0 : 255), "\(radius)")
      }
    }
  }

  @Test(
    "what is behind is blurred by radii beyond all measure, and on planes that are scaled so", arguments: [1.0, 1e12])
  func enormousBackgroundRadii(scale: Double) throws {
    for radius in [5, 1e4, 1e10, 1e30] {
      for backEnd in SharedRenderers.available {
        let root = canvas()
        root.backgroundColor = CGColor(gray: 1, alpha: 1)
        let glass = layer(30, 30, 60, 60, gray: 0.5)
        glass.backgroundColor = CGColor(srgbRed: 0.8, green: 0.4, blue: 0.2, alpha: 0.5)
        glass.backgroundFilters = [blur(radius)]
        glass.setAffineTransform(CGAffineTransform(scaleX: scale, y: scale))
        root.addSublayer(glass)
        let drawn = try SharedRenderers.draw(root, on: backEnd)
        #expect(drawn.statistics.offscreenBytes < 1 << 30, "\(radius)")
        // White, however blurred, under half of the colour.
        #expect(abs(Int(drawn.image.pixel(60, 60)[0]) - 230) <= 2, "\(radius): \(drawn.image.pixel(60, 60))")
      }
    }
  }

  @Test("blurs that follow each other are one: variances add", arguments: SharedRenderers.available)
  func blursInARow(on backEnd: BackEnd) throws {
    func draw(_ radii: [Double]) throws -> (picture: PixelGrid, passes: Int) {
      let root = canvas()
      let box = layer(30, 30, 60, 60)
      box.filters = radii.map(blur)
      root.addSublayer(box)
      let plan = try Planner().plan(TreeSnapshot(of: root))
      return (PixelGrid(try SharedRenderers.draw(plan, on: backEnd).image), plan.passes.count)
    }
    let (two, one) = (try draw([3, 4]), try draw([5]))
    #expect(two.picture == one.picture && two.passes == one.passes)
  }

  @Test("rasterization scales that make no sense are clamped, with the numbers named")
  func rasterizationScales() throws {
    for (scale, code) in [
      (0.0, "invalid-rasterization-scale"), (-2, "invalid-rasterization-scale"), (.nan, "invalid-rasterization-scale"),
      (1e6, "rasterization-scale-clamped"), (1e300, "rasterization-scale-clamped"),
    ] {
      let root = canvas()
      let box = layer(10, 10, 80, 80)
      box.shouldRasterize = true
      box.rasterizationScale = scale
      root.addSublayer(box)
      let plan = try Planner().plan(TreeSnapshot(of: root))
      #expect(plan.diagnostics.map(\.code) == [code], "\(scale)")
      if scale > 1 { #expect(plan.diagnostics.first?.message.contains("\(min(scale, 1e9))") == true) }
      for backEnd in SharedRenderers.available {
        let drawn = try SharedRenderers.draw(plan, on: backEnd)
        #expect(drawn.image.pixel(50, 50)[3] == 255 && drawn.image.pixel(5, 5)[3] == 0, "\(scale)")
        #expect(drawn.statistics.offscreenBytes <= 1 << 29)
      }
    }
  }

  @Test("a rasterized layer is drawn once and kept while nothing in it changes", arguments: SharedRenderers.available)
  func keptBitmaps(on backEnd: BackEnd) throws {
    let root = canvas()
    let box = layer(20, 20, 60, 60, gray: 0.3)
    box.shouldRasterize = true
    box.setAffineTransform(CGAffineTransform(rotationAngle: 0.3))
    // A colour of its own, so that no other test's bitmap is the same.
    let inside = layer(5, 5, 20, 20, gray: backEnd == .cpu ? 0.71237 : 0.71238)
    box.addSublayer(inside)
    root.addSublayer(box)
    var plans = [try Planner().plan(TreeSnapshot(of: root))]
    box.opacity = 0.5
    plans.append(try Planner().plan(TreeSnapshot(of: root)))
    inside.position.x += 1
    plans.append(try Planner().plan(TreeSnapshot(of: root)))
    let drawn = try SharedRenderers.draw(plans, on: backEnd).map(\.statistics)
    #expect(drawn[0].passes == 2 && drawn[1].passes == 1 && drawn[1].keptPasses == 1)
    #expect(drawn[2].passes == 2 && drawn[2].keptPasses == 0)
  }

  @Test(
    "filters turn with their layer into its shadow's silhouette, and masks cut shadows",
    arguments: SharedRenderers.available)
  func masksCutShadows(on backEnd: BackEnd) throws {
    let root = canvas()
    let box = layer(30, 30, 40, 40)
    box.shadowOpacity = 1
    box.shadowRadius = 0
    box.shadowOffset = CGSize(width: 20, height: 20)
    let mask = layer(0, 0, 50, 50)
    box.mask = mask
    root.addSublayer(box)
    let image = try SharedRenderers.draw(root, on: backEnd).image
    #expect(image.pixel(75, 75)[3] == 255 && image.pixel(85, 85)[3] == 0 && image.pixel(40, 40)[3] == 255)
  }
}

/// Debug overlays, by their pixels.
@Suite struct OverlayTests {
  private func scene() -> CALayer {
    func layer(_ frame: CGRect, _ alpha: Double) -> CALayer {
      let layer = CALayer()
      layer.frame = frame
      layer.backgroundColor = CGColor(gray: 1, alpha: alpha)
      return layer
    }
    let root = layer(CGRect(x: 0, y: 0, width: 80, height: 40), 1)
    root.addSublayer(layer(CGRect(x: 10, y: 10, width: 20, height: 20), 0.5))
    let group = layer(CGRect(x: 40, y: 0, width: 40, height: 40), 1)
    group.opacity = 0.5
    group.addSublayer(layer(CGRect(x: 10, y: 10, width: 20, height: 20), 1))
    root.addSublayer(group)
    return root
  }

  private func draw(_ overlay: DebugOverlay, on backEnd: BackEnd) throws -> CGImage {
    var options = PlanOptions()
    options.overlay = overlay
    return try SharedRenderers.draw(scene(), options: options, on: backEnd).image
  }

  @Test("blended: green where opaque, redder the more blends", arguments: SharedRenderers.available)
  func blended(on backEnd: BackEnd) throws {
    let image = try draw(.blended, on: backEnd)
    let (opaque, once) = (image.pixel(5, 5), image.pixel(20, 20))
    #expect(opaque[1] > opaque[0] && once[0] > once[1])
  }

  @Test("offscreen: yellow over groups that overlap, nothing elsewhere", arguments: SharedRenderers.available)
  func offscreen(on backEnd: BackEnd) throws {
    let image = try draw(.offscreen, on: backEnd)
    #expect(image.pixel(5, 5) == [255, 255, 255, 255])
    #expect(image.pixel(60, 20)[0] > 200 && image.pixel(60, 20)[2] < 150)
  }

  @Test("overdraw: what is hidden does not count, unless drawn back to front", arguments: SharedRenderers.available)
  func overdraw(on backEnd: BackEnd) throws {
    // Red is 3/8 a time, green the same beyond 8/3 times. Of the group: root, composite, and one or both parts.
    let once: (Int, Int) = (96, 0), twice: (Int, Int) = (191, 0), thrice: (Int, Int) = (255, 32), four = (255, 128)
    for (countsHidden, group) in [(false, thrice), (true, four)] {
      var options = PlanOptions()
      (options.overlay, options.countsHidden) = (.overdraw, countsHidden)
      let root = scene()
      let cover = CALayer()
      cover.frame = CGRect(x: 10, y: 22, width: 20, height: 10)
      cover.backgroundColor = CGColor(gray: 1, alpha: 1)
      root.addSublayer(cover)
      let image = try SharedRenderers.draw(root, options: options, on: backEnd).image
      // Under the cover: root, translucent layer, cover.
      for (x, y, (red, green)) in [
        (5, 5, once), (20, 15, twice), (60, 20, group), (20, 26, countsHidden ? thrice : once),
      ] {
        let pixel = image.pixel(x, y)
        #expect(abs(Int(pixel[0]) - red) <= 2 && abs(Int(pixel[1]) - green) <= 2, "\(x), \(y): \(pixel)")
      }
    }
  }

  @Test("damage: magenta where a renderer's picture differs from its last one", arguments: SharedRenderers.available)
  func damage(on backEnd: BackEnd) throws {
    let renderer = try Renderer(backEnd == .cpu ? .cpu(threads: 1) : .gpu(.automatic))
    let root = scene()
    var options = RenderOptions()
    options.overlay = .damage
    func pixels() throws -> [[UInt8]] {
      let image = try renderer.render(root, options: options).image
      // In the layer that changes, in the group, and beside both.
      return [image.pixel(20, 20), image.pixel(60, 20), image.pixel(5, 5)]
    }
    let marked: [UInt8] = [255, 128, 255, 255], white: [UInt8] = [255, 255, 255, 255]
    func isNear(_ a: [UInt8], _ b: [UInt8]) -> Bool { zip(a, b).allSatisfy { abs(Int($0) - Int($1)) <= 1 } }
    #expect(try pixels().allSatisfy { isNear($0, marked) }, "nothing was drawn before")
    #expect(try pixels().allSatisfy { $0 == white }, "nothing changed")
    root.sublayers?[0].backgroundColor = CGColor(gray: 0, alpha: 1)
    let changed = try pixels()
    #expect(isNear(changed[0], [128, 0, 128, 255]) && changed[1] == white && changed[2] == white, "\(changed)")
    #expect(try pixels()[0] == [0, 0, 0, 255], "the marks are of the last picture alone")
  }

  @Test("bounds: an outline a pixel wide around each layer", arguments: SharedRenderers.available)
  func bounds(on backEnd: BackEnd) throws {
    let image = try draw(.bounds, on: backEnd)
    #expect(image.pixel(0, 0) == [255, 0, 255, 255] && image.pixel(10, 20) == [255, 0, 255, 255])
    #expect(image.pixel(12, 20) == [255, 255, 255, 255] && image.pixel(5, 5) == [255, 255, 255, 255])
  }

  @Test("bounds: of layers that draw nothing, and of layers in bitmaps, where they lie", arguments: [false, true])
  func boundsOfAllLayers(rasterizes: Bool) throws {
    let root = CALayer()
    root.frame = CGRect(x: 0, y: 0, width: 60, height: 60)
    let turned = CALayer()
    turned.frame = CGRect(x: 10, y: 20, width: 40, height: 20)
    turned.backgroundColor = CGColor(gray: 1, alpha: 1)
    turned.setAffineTransform(CGAffineTransform(rotationAngle: .pi / 2).scaledBy(x: 1, y: 0.5))
    turned.shouldRasterize = rasterizes
    let empty = CALayer()
    empty.frame = CGRect(x: 4, y: 4, width: 20, height: 12)
    turned.addSublayer(empty)
    root.addSublayer(turned)
    var options = PlanOptions()
    options.overlay = .bounds
    for backEnd in SharedRenderers.available {
      let image = try SharedRenderers.draw(root, options: options, on: backEnd).image
      // The layer covers x 25...35, y 10...50; the empty one in it x 27...33, y 14...34.
      for (x, y, isOutline) in [(25, 30, true), (30, 10, true), (30, 14, true), (32, 20, true), (30, 40, false)] {
        let pixel = image.pixel(x, y)
        #expect((pixel[0] > 200 && pixel[1] < 100) == isOutline, "\(x), \(y): \(pixel) on \(backEnd)")
      }
    }
  }
}
