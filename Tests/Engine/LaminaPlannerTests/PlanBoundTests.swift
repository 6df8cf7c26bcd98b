// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaGraphics
import LaminaLayers
import LaminaPlan
import LaminaPlanner
import LaminaSystem
import Testing

/// Cost of plans of trees that are made to cost much, and the errors that end them.
@Suite struct PlanBoundTests {
  private static func layer(_ frame: CGRect, gray: CGFloat? = nil) -> CALayer {
    let layer = CALayer()
    layer.frame = frame
    if let gray { layer.backgroundColor = CGColor(deviceGray: gray, alpha: 1) }
    return layer
  }

  private static func plan(_ root: CALayer, _ adjust: (inout PlanOptions) -> Void = { _ in }) throws -> RenderPlan {
    var options = PlanOptions()
    adjust(&options)
    return try Planner(options: options).plan(TreeSnapshot(of: root))
  }

  // MARK: layers that read what is behind them

  /// Layers that lie on one another, each of which maps the colours of all that is behind it.
  private static func glasses(_ count: Int) -> CALayer {
    let root = layer(CGRect(x: 0, y: 0, width: 60, height: 60))
    root.addSublayer(layer(CGRect(x: 0, y: 0, width: 20, height: 60), gray: 0.5))
    for _ in 0..<count {
      let glass = layer(CGRect(x: 5, y: 5, width: 50, height: 50))
      let filter = CAFilter(type: "colorInvert")
      glass.backgroundFilters = [filter]
      root.addSublayer(glass)
    }
    return root
  }

  @Test(
    "an overlay shows each operation once", .timeLimit(.minutes(30)),
    arguments: [DebugOverlay.blended, .offscreen, .overdraw])
  func overlayOfManyBackdrops(_ overlay: DebugOverlay) throws {
    let plain = try Self.plan(Self.glasses(40)).count
    let plan = try Self.plan(Self.glasses(40)) { $0.overlay = overlay }
    #expect(plan.count <= 3 * plain)
  }

  @Test("what is seen at a point is found in passes that are looked into once", .timeLimit(.minutes(30)))
  func topmostUnderManyBackdrops() throws {
    let plan = try Self.plan(Self.glasses(40))
    #expect(plan.topmostNode(at: SIMD2(40, 30)) == nil)
    #expect(plan.topmostNode(at: SIMD2(10, 30)) == 1)
  }

  // MARK: shadows in shadows

  /// Layers inside one another that draw nothing but the innermost, and all cast shadows.
  private static func casters(_ depth: Int, offset: (Int) -> CGSize) -> CALayer {
    let root = layer(CGRect(x: 0, y: 0, width: 80, height: 60))
    var holder = root
    for index in 0..<depth {
      let inner = layer(CGRect(x: 1, y: 1, width: 60, height: 40))
      inner.shadowOpacity = 0.5
      inner.shadowOffset = offset(index)
      holder.addSublayer(inner)
      holder = inner
    }
    holder.backgroundColor = CGColor(gray: 0, alpha: 0.5)
    holder.borderWidth = 2
    return root
  }

  @Test("shadows inside one another take as many passes as there are shadows", arguments: [10, 40, 200])
  func nestedShadows(_ depth: Int) throws {
    for scale in [1, 1.3] {
      let plan = try Self.plan(Self.casters(depth) { _ in CGSize(width: 0, height: -3) }) { $0.scale = scale }
      // A silhouette and a blur along both axes for each layer, once for each depth that it may have.
      #expect(plan.passes.count <= 3 * 4 * depth + 1, "\(scale)")
      #expect(plan.diagnostics.map(\.code) == ["shadows-too-deep"])
    }
  }

  @Test("shadows that no two layers share are refused", .timeLimit(.minutes(30)))
  func nestedShadowsWithoutEnd() throws {
    let root = Self.casters(200) { CGSize(width: 0, height: -3 - sqrt(Double($0 + 1)) / 7) }
    #expect(Self.refusal { try Self.plan(root) }?.kind == .elements)
  }

  /// Which limit planning met.
  private static func refusal(_ plan: () throws -> RenderPlan) -> LimitExceeded? {
    do {
      _ = try plan()
    } catch PlanError.overLimit(let limit) {
      return limit
    } catch {
      return nil
    }
    return nil
  }

  @Test("a chain of a thousand and more layers that cast shadows ends", .timeLimit(.minutes(30)))
  func deepChainOfShadows() throws {
    let refusal = Self.refusal { try Self.plan(Self.casters(3000) { _ in CGSize(width: 0, height: 1) }) }
    #expect(refusal?.kind == .elements && refusal?.layerPath != nil)
  }

  @Test("what fades, mixes pictures or casts shadows asks for passes too, and their pixels are bounded")
  func passesOfAllKinds() throws {
    let pictures = try [[255, 0, 0, 255], [0, 0, 255, 255]].map {
      try #require(CGImage(width: 1, height: 1, premultipliedRGBA: $0))
    }
    let kinds: [(name: String, change: (CALayer) -> Void)] = [
      ("group", { $0.opacity = 0.5 }),
      (
        "shadow",
        {
          $0.backgroundColor = nil
          $0.shadowOpacity = 1
        }
      ),
      (
        "cross-fade",
        {
          let fade = CABasicAnimation(keyPath: "contents")
          (fade.fromValue, fade.toValue, fade.duration) = (pictures[0], pictures[1], 1)
          $0.add(fade, forKey: nil)
        }
      ),
    ]
    for kind in kinds {
      let root = Self.layer(CGRect(x: 0, y: 0, width: 100, height: 100))
      for _ in 0..<300 {
        let layer = Self.layer(root.bounds, gray: 0.5)
        layer.addSublayer(Self.layer(root.bounds, gray: 0.2))
        kind.change(layer)
        root.addSublayer(layer)
      }
      var options = PlanOptions()
      options.size = PixelSize(width: 16_384, height: 16_384)
      let refusal = Self.refusal { try Planner(options: options).plan(TreeSnapshot(of: root, at: 0.5)) }
      #expect(refusal?.kind == .touchedPixels && refusal?.allowed == 0x1p36, "\(kind.name)")
    }
  }

  // MARK: names of passes

  @Test("passes that keep their pixels otherwise have other names")
  func names() throws {
    func holder(_ change: (CALayer) -> Void) throws -> RenderPlan {
      let root = Self.layer(CGRect(x: 0, y: 0, width: 120, height: 100))
      let holder = Self.layer(CGRect(x: 30, y: 30, width: 60, height: 40))
      holder.addSublayer(Self.layer(CGRect(x: 0, y: 0, width: 40, height: 20), gray: 0.2))
      holder.addSublayer(Self.layer(CGRect(x: 20, y: 20, width: 40, height: 20), gray: 0.7))
      change(holder)
      root.addSublayer(holder)
      return try Self.plan(root)
    }
    for sigma in [1.0, 3, 9] {
      let shadow = try holder { ($0.shadowOpacity, $0.shadowRadius, $0.shadowOffset) = (1, sigma, .zero) }
      let blur = try holder {
        let filter = CAFilter(type: "gaussianBlur")
        filter.setValue(sigma, forKey: "inputRadius")
        $0.filters = [filter]
      }
      let (first, second) = (Set(shadow.passes.compactMap(\.key)), Set(blur.passes.compactMap(\.key)))
      #expect(!first.isEmpty && !second.isEmpty && first.isDisjoint(with: second), "\(sigma)")
    }
  }

  @Test("equal trees have equal names, wherever the layer lies on whole pixels")
  func stableNames() throws {
    func keys(x: Double) throws -> [PassKey] {
      let root = Self.layer(CGRect(x: 0, y: 0, width: 300, height: 100))
      let holder = Self.layer(CGRect(x: x, y: 30, width: 60, height: 40))
      holder.addSublayer(Self.layer(CGRect(x: 0, y: 0, width: 40, height: 20), gray: 0.2))
      (holder.shadowOpacity, holder.shadowRadius) = (1, 3)
      root.addSublayer(holder)
      return try Self.plan(root).passes.compactMap(\.key)
    }
    #expect(try keys(x: 60) == keys(x: 60) && keys(x: 60) == keys(x: 97) && !keys(x: 60).isEmpty)
    #expect(try keys(x: 60) != keys(x: 60.5))
  }

  // MARK: pictures of texts

  @Test("as many pictures are drawn by many threads as by one")
  func drawnPictures() throws {
    func pictures(threads: Int, size: CGFloat) throws -> [Int] {
      let root = Self.layer(CGRect(x: 0, y: 0, width: 400, height: 60))
      for index in 0..<24 {
        let text = CATextLayer()
        text.frame = CGRect(x: 10, y: 10, width: 300, height: 40)
        text.string = index < 12 ? "Colours are not drawn" : "but tints"
        text.fontSize = size
        text.foregroundColor = CGColor(srgbRed: CGFloat(index) / 24, green: 0, blue: 1, alpha: 1)
        root.addSublayer(text)
      }
      var planner = Planner()
      planner.threads = threads
      let report = try planner.plan(TreeSnapshot(of: root), keeping: nil).report
      return [report.drawnPictures, report.keptPictures]
    }
    // Sizes that nothing else asks for, so that nothing is kept of them.
    #expect(try pictures(threads: 1, size: 17.371) == [2, 22])
    #expect(try pictures(threads: 8, size: 17.373) == [2, 22])
    #expect(try pictures(threads: 8, size: 17.373) == [0, 24])
  }

  @Test("a text that was drawn otherwise before is drawn as one that was never drawn")
  func textsDrawnBefore() throws {
    /// Ways of showing one text, some of which differ in one thing alone.
    func show(_ text: CATextLayer, _ way: Int) -> CALayer {
      let root = Self.layer(CGRect(x: 0, y: 0, width: 200, height: 60))
      text.removeFromSuperlayer()
      text.setAffineTransform(.identity)
      text.frame = CGRect(x: way & 1 == 0 ? 10 : 10.25, y: 10, width: way & 2 == 0 ? 80 : 50, height: 40)
      if way & 4 != 0 { root.isGeometryFlipped = true }
      if way & 8 != 0 { text.setAffineTransform(CGAffineTransform(scaleX: 1.5, y: 1.25)) }
      text.foregroundColor = CGColor(srgbRed: way & 16 == 0 ? 0 : 1, green: 0, blue: 1, alpha: 1)
      root.addSublayer(text)
      return root
    }
    func make(_ string: Any) -> CATextLayer {
      let text = CATextLayer()
      (text.string, text.fontSize, text.isWrapped) = (string, 13, true)
      return text
    }
    // One in the layer's colour, and one that brings its own and so looks the same in any.
    let red = NSAttributedString(
      string: "Drawn in its own colours",
      attributes: [.foregroundColor: CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)])
    for string in ["Drawn in many ways", red] as [Any] {
      let text = make(string)
      // From every way to every other one that differs from it in one thing, and back.
      for step in 0..<320 {
        let way = step % 2 == 0 ? step / 10 : step / 10 ^ (1 << (step / 2 % 5))
        let drawn = try Self.plan(show(text, way))
        let fresh = try Self.plan(show(make(string), way))
        #expect(drawn.passes == fresh.passes && drawn.images.map(\.bytes) == fresh.images.map(\.bytes), "way \(way)")
      }
    }
    // Two layers that share a text: a copy has what the layer's text was found to be.
    let first = make("Shown twice")
    let second = CATextLayer(layer: first)
    for _ in 0..<3 {
      let root = Self.layer(CGRect(x: 0, y: 0, width: 200, height: 60))
      first.frame = CGRect(x: 5, y: 5, width: 90, height: 40)
      second.frame = CGRect(x: 100.5, y: 5, width: 40, height: 40)
      root.sublayers = [first, second]
      let plan = try Self.plan(root)
      #expect(plan.images.count == 2 && plan.images.allSatisfy { $0.width > 5 })
    }
  }

  // MARK: the listing of a plan

  @Test("outlines of a mask lie where the mask lies, whatever grid its layer is drawn on")
  func outlinesOfMasks() throws {
    func outlines(rasterizes: Bool) throws -> [PixelRect] {
      let root = Self.layer(CGRect(x: 0, y: 0, width: 120, height: 100))
      let masked = Self.layer(CGRect(x: 40, y: 30, width: 60, height: 50), gray: 0.5)
      masked.shouldRasterize = rasterizes
      masked.rasterizationScale = 0.5
      let mask = Self.layer(CGRect(x: 0, y: 0, width: 60, height: 50))
      mask.addSublayer(Self.layer(CGRect(x: 10, y: 20, width: 30, height: 20), gray: 0))
      masked.mask = mask
      root.addSublayer(masked)
      let plan = try Self.plan(root) { $0.overlay = .bounds }
      let overlay = plan.passes[plan.passes.count - 2]
      return overlay.draws.map(\.pixelBounds)
    }
    #expect(try outlines(rasterizes: true) == outlines(rasterizes: false))
  }

  @Test("a clip is a gradient's wherever in the list the gradient stands")
  func gradientInClips() throws {
    let shape = ShapeGeometry(
      row0: [1, 0, 0, 0], row1: [0, 1, 0, 0], row2: [0, 0, 1, 0], box: [0, 0, 9, 9], radii: .zero,
      antialiased: .zero)
    var plan = try Self.plan(Self.layer(CGRect(x: 0, y: 0, width: 9, height: 9)))
    func hasGradient(_ parents: [Int32], gradient: Int) -> Bool {
      plan.clips = parents.indices.map {
        ClipShape(
          shape: shape, parent: ClipHandle(number: parents[$0]), gradient: $0 == gradient ? GradientHandle(0) : .none)
      }
      return plan.hasGradient(ClipHandle(0))
    }
    // Copies of links stand before the links that are outward of them.
    #expect(hasGradient([1, 2, -1], gradient: 2))
    #expect(hasGradient([2, -1, 1], gradient: 1))
    #expect(!hasGradient([1, -1, -1], gradient: 2))
    // A list that never ends is a bad plan, and no reason to hang.
    #expect(!hasGradient([1, 0, -1], gradient: 2))
    #expect(!hasGradient([0, -1, -1], gradient: 2))
  }
}
