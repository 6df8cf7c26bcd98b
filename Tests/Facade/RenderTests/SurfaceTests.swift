// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Surfaces that layers are drawn on before they meet the target: on which grid of pixels each lies, what is behind in
// it, and that nothing of it is lost or added.

import Foundation
import Lamina
import LaminaTestSupport
import Testing

@Suite struct SurfaceTests {
  private func layer(_ x: Double, _ y: Double, _ width: Double, _ height: Double, _ color: CGColor? = nil) -> CALayer {
    let layer = CALayer()
    layer.frame = CGRect(x: x, y: y, width: width, height: height)
    layer.backgroundColor = color
    return layer
  }

  private var red: CGColor { CGColor(srgbRed: 0.9, green: 0.2, blue: 0.1, alpha: 1) }
  private var blue: CGColor { CGColor(srgbRed: 0.1, green: 0.3, blue: 0.9, alpha: 1) }

  private func blur(_ sigma: Double) -> CAFilter {
    let filter = CAFilter(type: "gaussianBlur")
    filter.setValue(sigma, forKey: "inputRadius")
    return filter
  }

  /// Red squares, which live for longer than any test looks.
  private func emitter(
    _ frame: CGRect, at place: CGPoint, side: Int, birthRate: Float, velocity: CGFloat = 0
  ) -> CAEmitterLayer {
    let emitter = CAEmitterLayer()
    emitter.frame = frame
    emitter.emitterPosition = place
    let cell = CAEmitterCell()
    cell.contents = CGImage.filled(width: side, height: side, premultiplied: [255, 0, 0, 255])
    (cell.birthRate, cell.lifetime, cell.velocity) = (birthRate, 100, velocity)
    emitter.emitterCells = [cell]
    return emitter
  }

  private func expectSame(
    _ first: CALayer, _ second: CALayer, options: PlanOptions = PlanOptions(), tolerance: Int = 0, on backEnd: BackEnd,
    _ comment: Comment = "", sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let mismatch = PictureExpectation.mismatch(
      try SharedRenderers.draw(first, options: options, on: backEnd).image,
      try SharedRenderers.draw(second, options: options, on: backEnd).image, tolerance: tolerance)
    #expect(mismatch == nil, comment, sourceLocation: sourceLocation)
  }

  // MARK: masks

  @Test(
    "a mask that covers everything changes nothing of a rasterized layer", arguments: [0.5, 0.75, 1, 1.5, 3],
    SharedRenderers.available)
  func coveringMask(scale: Double, on backEnd: BackEnd) throws {
    func scene(isMasked: Bool) -> CALayer {
      let root = layer(0, 0, 120, 100)
      let card = layer(50, 30, 60, 50, red)
      card.addSublayer(layer(-20, 20, 50, 10, blue))
      card.shouldRasterize = true
      card.rasterizationScale = scale
      root.addSublayer(card)
      if isMasked {
        let mask = layer(-100, -100, 300, 300)
        mask.addSublayer(layer(0, 0, 150, 300, red))
        mask.addSublayer(layer(150, 0, 150, 300, blue))
        card.mask = mask
      }
      return root
    }
    try expectSame(scene(isMasked: true), scene(isMasked: false), tolerance: 1, on: backEnd)
  }

  @Test(
    "REPL-1: copies are late in masks and in what casts a shadow too", arguments: ["mask", "shadow"],
    SharedRenderers.available)
  func lateCopies(kind: String, on backEnd: BackEnd) throws {
    func draw(at time: TimeInterval) throws -> PixelGrid {
      let root = layer(0, 0, 120, 60)
      let replicator = CAReplicatorLayer()
      replicator.frame = root.bounds
      (replicator.instanceCount, replicator.instanceDelay) = (2, 1)
      replicator.instanceTransform = CATransform3DMakeTranslation(60, 0, 0)
      let window = layer(0, 0, 60, 60)
      window.masksToBounds = true
      let emitter = emitter(window.bounds, at: CGPoint(x: 10, y: 20), side: 8, birthRate: 2, velocity: 6)
      let holder = layer(0, 0, 60, 60, kind == "mask" ? blue : nil)
      if kind == "mask" {
        holder.mask = emitter
      } else {
        holder.addSublayer(emitter)
        (holder.shadowOpacity, holder.shadowRadius) = (1, 1)
        holder.shadowOffset = CGSize(width: 0, height: 20)
      }
      window.addSublayer(holder)
      replicator.addSublayer(window)
      root.addSublayer(replicator)
      return PixelGrid(try SharedRenderers.draw(root, at: time, on: backEnd).image)
    }
    let (late, early) = (try draw(at: 4), try draw(at: 3))
    let copy = late.cropped(x: 60, y: 0, width: 60, height: 60)
    let first = early.cropped(x: 0, y: 0, width: 60, height: 60)
    #expect(copy.difference(from: first, over: 1).pixels == 0)
    #expect(copy.difference(from: late.cropped(x: 0, y: 0, width: 60, height: 60), over: 1).pixels > 0)
    #expect(copy.pixels.contains { $0.w > 200 })
  }

  // MARK: backdrops

  @Test(
    "what is behind a layer in what casts a shadow is that part alone, not the canvas",
    arguments: SharedRenderers.available)
  func backdropOfCaster(on backEnd: BackEnd) throws {
    func scene(background: CGColor?) -> CALayer {
      let root = layer(0, 0, 160, 80, background)
      let caster = layer(10, 10, 60, 60)
      caster.addSublayer(layer(0, 0, 20, 20, red))
      let glass = layer(10, 10, 50, 50)
      glass.backgroundFilters = [blur(2)]
      caster.addSublayer(glass)
      (caster.shadowOpacity, caster.shadowRadius) = (1, 1)
      caster.shadowOffset = CGSize(width: 80, height: 0)
      root.addSublayer(caster)
      return root
    }
    var options = PlanOptions()
    options.background = .white
    // Where nothing but blurs reads it, a canvas of a colour looks like a root of that colour, up to rounding.
    try expectSame(scene(background: nil), scene(background: .white), options: options, tolerance: 1, on: backEnd)
    let image = try SharedRenderers.draw(scene(background: nil), options: options, on: backEnd).image
    #expect(image.pixel(140, 60) == [255, 255, 255, 255], "nothing that casts a shadow is there")
    #expect(image.pixel(100, 20) == [0, 0, 0, 255])
  }

  @Test(
    "outside of what is behind a layer there is nothing, and its edge does not go on",
    arguments: SharedRenderers.available)
  func backdropOfNothing(on backEnd: BackEnd) throws {
    func scene(hasClearFloor: Bool) -> CALayer {
      let root = layer(0, 0, 80, 80)
      // All but clear: it touches every pixel of the canvas and shows in none.
      if hasClearFloor { root.addSublayer(layer(0, 0, 80, 80, CGColor(gray: 0, alpha: 0.0001))) }
      root.addSublayer(layer(0, 0, 30, 30, red))
      let glass = layer(10, 10, 60, 60)
      glass.backgroundFilters = [blur(3)]
      root.addSublayer(glass)
      return root
    }
    try expectSame(scene(hasClearFloor: true), scene(hasClearFloor: false), tolerance: 1, on: backEnd)
    let image = try SharedRenderers.draw(scene(hasClearFloor: false), on: backEnd).image
    #expect(image.pixel(60, 60) == [0, 0, 0, 0])
    for x in 20..<42 {
      let alpha = 255 * 0.5 * erfc((Double(x) + 0.5 - 30) / (3 * 2.0.squareRoot()))
      #expect(abs(Double(image.pixel(x, 15)[3]) - alpha) <= 2, "\(x)")
    }
  }

  @Test("what is behind fades with a layer, whether or not it is a group", arguments: SharedRenderers.available)
  func fadingBackdrop(on backEnd: BackEnd) throws {
    func scene(isGroup: Bool, outerOpacity: Float = 1, alpha: Double? = nil) -> CALayer {
      let root = layer(0, 0, 120, 80, .white)
      root.addSublayer(layer(40, 0, 15, 80, red))
      let holder = layer(0, 0, 120, 80)
      holder.allowsGroupOpacity = isGroup
      holder.opacity = outerOpacity
      let glass = layer(20, 20, 80, 40)
      glass.backgroundFilters = [blur(4)]
      glass.opacity = 0.5
      glass.allowsGroupOpacity = isGroup
      if let alpha { glass.mask = layer(0, 0, 80, 30, CGColor(gray: 0, alpha: alpha)) }
      holder.addSublayer(glass)
      root.addSublayer(holder)
      return root
    }
    try expectSame(scene(isGroup: false), scene(isGroup: true), tolerance: 1, on: backEnd)
    try expectSame(
      scene(isGroup: false, alpha: 0.6), scene(isGroup: true, alpha: 0.6), tolerance: 2, on: backEnd, "masked")
    // A layer above that is no group multiplies its opacity into it.
    let product = scene(isGroup: true)
    product.sublayers?.last?.sublayers?.first?.opacity = 0.25
    try expectSame(scene(isGroup: false, outerOpacity: 0.5), product, tolerance: 1, on: backEnd, "inherited")
  }

  // MARK: pixels that are kept

  @Test("a blur behind another reads what lies beside the pane", arguments: SharedRenderers.available)
  func blursWithColorsBetween(on backEnd: BackEnd) throws {
    /// Stripes behind a pane that blurs, inverts and blurs again; the pane as large as what shows of it, or larger.
    func scene(room: Double) -> CALayer {
      let root = layer(0, 0, 120, 90, CGColor(gray: 1, alpha: 1))
      for index in 0..<6 { root.addSublayer(layer(Double(index) * 20, 0, 9, 90, index.isMultiple(of: 2) ? red : blue)) }
      let window = layer(40, 30, 40, 30)
      window.masksToBounds = true
      let pane = layer(-room, -room, 40 + 2 * room, 30 + 2 * room)
      pane.backgroundFilters = [blur(3), CAFilter(type: "colorInvert"), blur(3)]
      window.addSublayer(pane)
      root.addSublayer(window)
      return root
    }
    try expectSame(scene(room: 0), scene(room: 25), tolerance: 1, on: backEnd)
  }

  @Test("pixels that are kept of a shadow are not those of a blur", arguments: SharedRenderers.available)
  func keptPixels(on backEnd: BackEnd) throws {
    func scene(blurs: Bool, sigma: Double) -> CALayer {
      let root = layer(0, 0, 120, 100)
      let holder = layer(30, 30, 60, 40)
      holder.addSublayer(layer(0, 0, 40, 20, red))
      holder.addSublayer(layer(20, 20, 40, 20, CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 0.5)))
      if blurs {
        holder.filters = [blur(sigma)]
      } else {
        (holder.shadowOpacity, holder.shadowRadius, holder.shadowOffset) = (1, sigma, .zero)
      }
      root.addSublayer(holder)
      return root
    }
    for sigma in [1.5, 3, 10] {
      func plan(_ root: CALayer) throws -> RenderPlan { try Planner().plan(TreeSnapshot(of: root)) }
      let blur = try plan(scene(blurs: true, sigma: sigma))
      let empty = [RenderPlan](repeating: try plan(layer(0, 0, 8, 8)), count: 4)
      let plans = [try plan(scene(blurs: true, sigma: sigma + 20)), blur] + empty
      let drawn = try SharedRenderers.draw(plans + [try plan(scene(blurs: false, sigma: sigma)), blur], on: backEnd)
      #expect(PictureExpectation.mismatch(drawn[7].image, drawn[1].image) == nil, "\(sigma)")
    }
  }

  @Test(
    "a shadow that is found once and laid down again looks as if found each time", arguments: SharedRenderers.available)
  func repeatedShadows(on backEnd: BackEnd) throws {
    /// - Parameter nudge: Points that no pixel shows, and that keep what was recorded elsewhere from being the same.
    func scene(nudge: Double) -> CALayer {
      let root = layer(0, 0, 140, 120, .white)
      var holder = root
      for index in 0..<3 {
        let caster = layer(10, 8, 100, 90)
        (caster.shadowOpacity, caster.shadowRadius) = (0.7, Double(4 - index))
        caster.shadowOffset = CGSize(width: 6 + nudge * Double(index + 1), height: 4 - Double(index))
        caster.addSublayer(layer(4, 4, 20, 16, index == 1 ? red : blue))
        caster.addSublayer(layer(16, 12, 10, 20, red))
        holder.addSublayer(caster)
        holder = caster
      }
      return root
    }
    let once = try Planner().plan(TreeSnapshot(of: scene(nudge: 0)))
    let each = try Planner().plan(TreeSnapshot(of: scene(nudge: 0.0005)))
    #expect(once.passes.count < each.passes.count)
    let mismatch = PictureExpectation.mismatch(
      try SharedRenderers.draw(once, on: backEnd).image, try SharedRenderers.draw(each, on: backEnd).image, tolerance: 1
    )
    #expect(mismatch == nil)
  }

  @Test(
    "copies of a layer that casts a shadow look like layers, each with its own", arguments: SharedRenderers.available)
  func copiedShadows(on backEnd: BackEnd) throws {
    func caster(_ x: Double) -> CALayer {
      let caster = layer(x, 20, 30, 40)
      (caster.shadowOpacity, caster.shadowRadius) = (1, 3)
      caster.addSublayer(layer(0, 0, 20, 20, red))
      caster.addSublayer(layer(10, 10, 20, 24, blue))
      return caster
    }
    let (copied, plain) = (layer(0, 0, 160, 90), layer(0, 0, 160, 90))
    let replicator = CAReplicatorLayer()
    replicator.frame = copied.bounds
    replicator.instanceCount = 4
    replicator.instanceTransform = CATransform3DMakeTranslation(37, 0, 0)
    replicator.addSublayer(caster(10))
    copied.addSublayer(replicator)
    for index in 0..<4 { plain.addSublayer(caster(10 + 37 * Double(index))) }
    // The last copies of shadows go beyond the canvas, and are cut there.
    try expectSame(copied, plain, tolerance: 1, on: backEnd)
  }

  // MARK: the edges of surfaces

  @Test("copies of a layer keep their shadows on a rasterized layer's own grid", arguments: SharedRenderers.available)
  func copiesOnOwnGrid(on backEnd: BackEnd) throws {
    func scene(isCopied: Bool) -> CALayer {
      func card(_ x: Double) -> CALayer {
        let card = layer(x, 30, 20, 20, red)
        (card.shadowOpacity, card.shadowRadius, card.shadowOffset) = (1, 6, CGSize(width: 0, height: 14))
        return card
      }
      let root = layer(0, 0, 120, 120)
      // Nothing but the copies says how far it reaches.
      let holder = layer(10, 10, 40, 30)
      holder.shouldRasterize = true
      holder.rasterizationScale = 2
      if isCopied {
        let replicator = CAReplicatorLayer()
        replicator.frame = holder.bounds
        replicator.instanceCount = 3
        replicator.instanceTransform = CATransform3DMakeTranslation(25, 0, 0)
        replicator.addSublayer(card(5))
        holder.addSublayer(replicator)
      } else {
        for index in 0..<3 { holder.addSublayer(card(5 + 25 * Double(index))) }
      }
      root.addSublayer(holder)
      return root
    }
    try expectSame(scene(isCopied: true), scene(isCopied: false), on: backEnd)
  }

  @Test("a clip cuts particles on a rasterized layer's own grid", arguments: SharedRenderers.available)
  func clippedParticles(on backEnd: BackEnd) throws {
    func scene(side: Double) throws -> CALayer {
      let root = layer(0, 0, 120, 120)
      let card = layer(20, 20, 40, 40)
      card.shouldRasterize = true
      card.rasterizationScale = 1.5
      // At a side of 80 it has as many pixels on the card's grid as the canvas on its own.
      let window = layer(0, 0, side, side)
      window.masksToBounds = true
      let emitter = emitter(window.bounds, at: CGPoint(x: 4, y: 4), side: 24, birthRate: 1)
      window.addSublayer(emitter)
      card.addSublayer(window)
      // The other contents make the card's bitmap larger than the window.
      card.addSublayer(layer(-18, -18, 4, 4, blue))
      root.addSublayer(card)
      return root
    }
    func draw(_ side: Double) throws -> CGImage {
      try SharedRenderers.draw(try scene(side: side), at: 3, on: backEnd).image
    }
    let image = try draw(80)
    #expect(PictureExpectation.mismatch(image, try draw(79)) == nil, "the far sides cut nothing")
    #expect(image.pixel(26, 26) == [255, 0, 0, 255] && image.pixel(16, 26) == [0, 0, 0, 0])
  }

  // MARK: clips

  @Test("a clip that holds all of another changes nothing of it", arguments: SharedRenderers.available)
  func wideClip(on backEnd: BackEnd) throws {
    func window(_ x: Double, _ y: Double, _ side: Double, turn: Double) -> CALayer {
      let window = layer(x, y, side, side)
      window.transform = CATransform3DMakeRotation(turn, 0, 0, 1)
      window.masksToBounds = true
      return window
    }
    func scene(hasWideClip: Bool) -> CALayer {
      let root = layer(0, 0, 120, 120)
      let wide = window(10, 10, 100, turn: 0.05)
      wide.masksToBounds = hasWideClip
      // Both reach far beyond the wide one, and each cuts off a side of the last.
      let (first, second) = (window(45, -100, 300, turn: 0.03), window(-145, -140, 300, turn: -0.04))
      let last = window(132, 268, 40, turn: 0.1)
      last.addSublayer(layer(-50, -50, 300, 300, red))
      second.addSublayer(last)
      first.addSublayer(second)
      wide.addSublayer(first)
      root.addSublayer(wide)
      return root
    }
    let plan = try Planner().plan(TreeSnapshot(of: scene(hasWideClip: true)))
    #expect(plan.text().contains(", then clip"))
    try expectSame(scene(hasWideClip: true), scene(hasWideClip: false), tolerance: 1, on: backEnd)
  }
}
