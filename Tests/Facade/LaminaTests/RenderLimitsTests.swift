// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaGraphics
import LaminaLayers
import LaminaPlan
import LaminaSystem
import LaminaTestSupport
import Testing

/// The limits of the cost of a picture: at a limit it is drawn, beyond it there is none, and the next one is right.
@Suite struct RenderLimitsTests {
  private static func layer(_ frame: CGRect, gray: CGFloat = 0.5) -> CALayer {
    let layer = CALayer()
    layer.frame = frame
    layer.backgroundColor = CGColor(deviceGray: gray, alpha: 0.5)
    return layer
  }

  /// A tree with something of everything that is counted.
  private static func tree() -> CALayer {
    let root = layer(CGRect(x: 0, y: 0, width: 200, height: 100))
    var holder = root
    for _ in 0..<5 {
      let inner = layer(CGRect(x: 4, y: 4, width: 150, height: 80), gray: 0.2)
      inner.opacity = 0.9
      holder.addSublayer(inner)
      holder = inner
    }
    holder.shadowOpacity = 0.5
    let text = CATextLayer()
    text.frame = CGRect(x: 0, y: 0, width: 100, height: 30)
    text.string = "limits"
    text.fontSize = 20
    holder.addSublayer(text)
    let copies = CAReplicatorLayer()
    copies.frame = root.bounds
    copies.instanceCount = 11
    copies.instanceTransform = CATransform3DMakeTranslation(9, 0, 0)
    copies.addSublayer(layer(CGRect(x: 0, y: 50, width: 8, height: 8), gray: 1))
    root.addSublayer(copies)
    return root
  }

  private static func refusal(_ renderer: Renderer, _ root: CALayer, _ limits: RenderLimits) throws -> LimitExceeded? {
    var options = RenderOptions()
    options.limits = limits
    do throws(RenderError) {
      _ = try renderer.render(root, options: options)
    } catch .overLimit(let limit) {
      return limit
    }
    return nil
  }

  private static func renderers() throws -> [Renderer] {
    var result = [try Renderer(.cpu(threads: 1)), try Renderer(.cpu(threads: 2))]
    if SharedRenderers.hasGPU { result.append(try Renderer(.gpu(.automatic))) }
    return result
  }

  @Test("a picture is drawn at a limit and refused one below it, and the next is right")
  func exact() throws {
    let root = Self.tree()
    for renderer in try Self.renderers() {
      let right = try renderer.render(root).image.premultipliedRGBA
      let cases: [(LimitExceeded.Kind, WritableKeyPath<RenderLimits, Int>)] = [
        (.pixels, \.pixels), (.elements, \.elements), (.depth, \.depth), (.touchedPixels, \.touchedPixels),
        (.memory, \.memory),
      ]
      for (kind, limit) in cases {
        // The smallest that draws, by halving what lies between one that does and one that does not.
        var (low, high) = (0, 1 << 30)
        while high - low > 1 {
          var limits = RenderLimits()
          limits[keyPath: limit] = (low + high) / 2
          if kind == .pixels {
            var options = RenderOptions()
            options.limits = limits
            if (try? renderer.render(root, options: options)) == nil {
              low = (low + high) / 2
            } else {
              high = (low + high) / 2
            }
            continue
          }
          if let refusal = try Self.refusal(renderer, root, limits) {
            #expect(refusal.kind == kind && refusal.allowed == Double((low + high) / 2), "\(refusal)")
            low = (low + high) / 2
          } else {
            high = (low + high) / 2
          }
        }
        switch kind {
        case .pixels: #expect(high == 20_000)
        case .elements: #expect(high == 10, "ten copies besides the layers of the tree")
        case .depth: #expect(high == 6, "the text lies in six layers, each with sublayers")
        case .touchedPixels: #expect(high > 20_000)
        case .memory: #expect(high >= 80_000)
        case .time: break
        }
        #expect(try renderer.render(root).image.premultipliedRGBA == right)
      }
    }
  }

  @Test("time that is up is noticed while planning and drawing, and the next picture is right")
  func time() throws {
    let root = Self.layer(CGRect(x: 0, y: 0, width: 300, height: 300))
    for index in 0..<20_000 {
      let card = Self.layer(CGRect(x: index % 250, y: index / 100, width: 60, height: 60))
      card.cornerRadius = 9
      card.setAffineTransform(CGAffineTransform(rotationAngle: 0.1))
      root.addSublayer(card)
    }
    let plan = try RenderPlan(root)
    for renderer in try Self.renderers() {
      var options = RenderOptions()
      for time in [0, -1, .nan, 1e-4] {
        options.limits.time = time
        for isPlanned in [false, true] {
          let error = #expect(throws: RenderError.self) {
            if isPlanned {
              _ = try renderer.render(plan, options: options)
            } else {
              _ = try renderer.render(root, options: options)
            }
          }
          guard case .overLimit(let limit)? = error else {
            Issue.record("\(String(describing: error))")
            continue
          }
          #expect(limit.kind == .time)
        }
      }
      options.limits.time = .infinity
      let small = Self.tree()
      #expect(try renderer.render(small, options: options).image.premultipliedRGBA.contains { $0 != 0 })
      let fresh = try renderer.usesGPU ? Renderer(.gpu(.automatic)) : Renderer(.cpu(threads: 1))
      #expect(
        try renderer.render(root, options: options).image.premultipliedRGBA
          == fresh.render(root, options: options).image.premultipliedRGBA)
    }
  }

  @Test("time that is up in the middle of drawing ends it, however few operations there are")
  func timeOfDrawing() throws {
    // Twenty blurs of nine million pixels, one over the other: planned at once, drawn for seconds.
    let root = Self.layer(CGRect(x: 0, y: 0, width: 3000, height: 3000))
    for index in 0..<20 {
      let group = Self.layer(CGRect(x: index, y: 0, width: 2900, height: 2900))
      let filter = CAFilter(type: "gaussianBlur")
      filter.setValue(3 + index, forKey: "inputRadius")
      group.filters = [filter]
      group.opacity = 0.9
      root.addSublayer(group)
    }
    let plan = try RenderPlan(root)
    for renderer in try Self.renderers() {
      var options = RenderOptions()
      options.limits.time = 0.05
      let error = #expect(throws: RenderError.self) { _ = try renderer.render(plan, options: options) }
      guard case .overLimit(let limit)? = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(limit.kind == .time && limit.allowed == 0.05)
      #expect("\(RenderError.overLimit(limit))".contains("0.05"))
      #expect(try renderer.render(Self.tree()).image.premultipliedRGBA.contains { $0 != 0 })
    }
  }

  @Test("random trees under random limits are whole pictures, or errors")
  func random() throws {
    var state: UInt64 = 7
    func random(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(clamping: state >> 33) % count
    }
    let renderer = try Renderer(.cpu(threads: 2))
    var (drawn, refused) = (0, 0)
    for seed in 0..<200 {
      let root = RandomTree.make(seed: seed)
      guard let right = try? renderer.render(root).image.premultipliedRGBA else { continue }
      for _ in 0..<5 {
        var options = RenderOptions()
        options.limits.elements = random(30)
        options.limits.depth = 1 + random(6)
        options.limits.touchedPixels = random(200_000)
        options.limits.memory = random(400_000)
        options.limits.time = [1, 1e-3, 1e-4][random(3)]
        do {
          #expect(try renderer.render(root, options: options).image.premultipliedRGBA == right, "seed \(seed)")
          drawn += 1
        } catch RenderError.overLimit {
          refused += 1
        }
      }
    }
    #expect(drawn > 50 && refused > 50)
  }
}
