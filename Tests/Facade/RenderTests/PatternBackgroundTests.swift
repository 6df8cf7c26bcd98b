// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaTestSupport
import Testing

/// Backgrounds that are patterns: the same as a picture of the tiles in their place.
///
/// One after the other, since a test makes so many patterns that those of others, which no layer holds, would be
/// forgotten.
@Suite(.serialized) struct PatternBackgroundTests {
  private static let cell = CGSize(width: 8, height: 6)

  /// Red over blue at the left, half a green at the right: no symmetry that would hide a flip.
  private static func drawCell(_ context: CGContext) {
    context.setFillColor(CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1))
    context.fill(CGRect(x: 0, y: 0, width: 4, height: 2))
    context.setFillColor(CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1))
    context.fill(CGRect(x: 0, y: 2, width: 4, height: 4))
    context.setFillColor(CGColor(srgbRed: 0, green: 1, blue: 0, alpha: 0.5))
    context.fill(CGRect(x: 4, y: 0, width: 4, height: 6))
  }

  private static func pattern(
    isColored: Bool = true, _ draw: @escaping (CGContext) -> Void = drawCell
  ) throws -> CGPattern {
    var callbacks = CGPatternCallbacks(version: 0, drawPattern: { _, context in draw(context) }, releaseInfo: nil)
    return try #require(
      CGPattern(
        info: nil, bounds: CGRect(origin: .zero, size: cell), matrix: .identity, xStep: cell.width,
        yStep: cell.height, tiling: .constantSpacing, isColored: isColored, callbacks: &callbacks))
  }

  private static func color(
    isColored: Bool = true, _ components: [CGFloat] = [1], _ draw: @escaping (CGContext) -> Void = drawCell
  ) throws -> CGColor {
    let space = try #require(CGColorSpace(patternBaseSpace: isColored ? nil : CGColorSpaceCreateDeviceRGB()))
    let pattern = try pattern(isColored: isColored, draw)
    return try #require(CGColor(patternSpace: space, pattern: pattern, components: components))
  }

  /// The tiles over a rectangle, one after the other, without a pattern.
  private static func tiles(over bounds: CGRect, scale: CGFloat = 1, _ draw: (CGContext) -> Void = drawCell) throws
    -> CGImage
  {
    let context = try CGContext.drawing(bounds: bounds, scale: scale, isOpaque: false)
    for row in Int((bounds.minY / cell.height).rounded(.down))...Int((bounds.maxY / cell.height).rounded(.up)) {
      for column in Int((bounds.minX / cell.width).rounded(.down))...Int((bounds.maxX / cell.width).rounded(.up)) {
        context.saveGState()
        context.translateBy(x: CGFloat(column) * cell.width, y: CGFloat(row) * cell.height)
        draw(context)
        context.restoreGState()
      }
    }
    return try #require(context.makeImage())
  }

  /// A layer of 40 by 30 points, in the middle of a white canvas of 64 by 48.
  private static func scene(_ change: (CALayer) throws -> Void) rethrows -> CALayer {
    let (root, layer) = (CALayer(), CALayer())
    root.bounds = CGRect(x: 0, y: 0, width: 64, height: 48)
    root.backgroundColor = .white
    layer.bounds = CGRect(x: 0, y: 0, width: 40, height: 30)
    layer.position = CGPoint(x: 32, y: 24)
    root.addSublayer(layer)
    try change(layer)
    return root
  }

  private static func picture(named name: String, _ root: CALayer, scale: Double = 1, on backEnd: BackEnd) throws
    -> CGImage
  {
    var options = PlanOptions()
    options.scale = scale
    let plan = try Planner(options: options).plan(TreeSnapshot(of: root, at: 0, scale: scale))
    #expect(plan.diagnostics.isEmpty, "\(plan.diagnostics)")
    let image = try SharedRenderers.draw(plan, on: backEnd).image
    if let folder = ProcessInfo.processInfo.environment["LAMINA_PATTERN_PICTURES"] {
      try PNGEncoder().write(image, to: "\(folder)/\(name)-\(backEnd).png")
    }
    return image
  }

  /// Properties of a layer besides its background, and whether the picture of the tiles can stand in for that without
  /// a clip.
  private static let looks: [(name: String, change: @Sendable (CALayer) -> Void)] = [
    ("plain", { _ in }),
    ("moved bounds", { $0.bounds.origin = CGPoint(x: -3, y: 5) }),
    ("opacity", { $0.opacity = 0.5 }),
    ("turned", { $0.transform = CATransform3DMakeRotation(0.4, 0, 0, 1) }),
    (
      "perspective",
      {
        $0.transform.m34 = -1 / 100
        $0.transform = CATransform3DRotate($0.transform, 0.7, 0, 1, 0)
      }
    ),
    (
      "shadow",
      {
        $0.shadowOpacity = 0.8
        $0.shadowOffset = CGSize(width: 3, height: 4)
      }
    ),
    ("flipped", { $0.isGeometryFlipped = true }),
    ("rounded", { ($0.cornerRadius, $0.masksToBounds) = (12, true) }),
    (
      "rounded, bordered, half there",
      {
        ($0.cornerRadius, $0.masksToBounds, $0.borderWidth, $0.opacity) = (12, true, 3, 0.5)
        $0.borderColor = CGColor(srgbRed: 0, green: 0, blue: 0, alpha: 0.5)
      }
    ),
  ]

  @Test("a pattern is a picture of its tiles", arguments: looks.map(\.name), SharedRenderers.available)
  func tiles(_ name: String, on backEnd: BackEnd) throws {
    let change = try #require(Self.looks.first { $0.name == name }).change
    let pattern = try Self.color()
    let tiled = Self.scene { layer in
      change(layer)
      layer.backgroundColor = pattern
    }
    // Where the plane comes nearer, the picture has finer pixels; nowhere else.
    let texels = try Planner().plan(TreeSnapshot(of: tiled, at: 0)).images.map(\.width).max() ?? 0
    #expect(name == "perspective" ? (41...80).contains(texels) : texels == 40)
    let expected = try Self.scene { layer in
      change(layer)
      layer.contents = try Self.tiles(over: layer.bounds, scale: CGFloat(texels) / 40)
    }
    let image = try Self.picture(named: name, tiled, on: backEnd)
    let reference = try Self.picture(named: name + "-expected", expected, on: backEnd)
    let mismatch = PictureExpectation.mismatch(image, reference, tolerance: 1)
    #expect(mismatch == nil, "\(mismatch ?? "")")
  }

  @Test("both renderers draw it within two levels", .enabled(if: SharedRenderers.hasGPU), arguments: looks.map(\.name))
  func parity(_ name: String) throws {
    let change = try #require(Self.looks.first { $0.name == name }).change
    let pattern = try Self.color()
    let root = Self.scene { layer in
      change(layer)
      layer.backgroundColor = pattern
      layer.contents = CGImage.filled(width: 2, height: 2, premultiplied: [90, 90, 0, 128])
      layer.contentsGravity = .center
    }
    let images = try [BackEnd.cpu, .gpu].map { try Self.picture(named: name + "-contents", root, scale: 2, on: $0) }
    let mismatch = PictureExpectation.mismatch(images[0], images[1], tolerance: 2)
    #expect(mismatch == nil, "\(mismatch ?? "")")
  }

  @Test("the pixels themselves, from the origin of the layer's space, as fine as the picture")
  func pixels() throws {
    let pattern = try Self.color()
    let root = Self.scene { $0.backgroundColor = pattern }
    let image = try Self.picture(named: "pixels", root, scale: 2, on: .cpu)
    // The layer begins at (12, 9).
    for (x, y) in [(0, 0), (1, 1), (3, 1), (3, 2), (0, 5), (4, 0), (7, 5), (8, 0), (39, 29), (33, 14)] {
      let (column, row) = (x % 8, y % 6)
      let expected: [UInt8] = column >= 4 ? [128, 255, 128, 255] : row < 2 ? [255, 0, 0, 255] : [0, 0, 255, 255]
      for part in 0..<4 {
        let found = image.pixel(2 * (12 + x) + part % 2, 2 * (9 + y) + part / 2)
        #expect(zip(found, expected).allSatisfy { abs(Int($0) - Int($1)) <= 1 }, "(\(x), \(y)): \(found)")
      }
    }
    #expect(image.pixel(23, 30) == [255, 255, 255, 255] && image.pixel(2 * 52, 30) == [255, 255, 255, 255])
  }

  @Test("contents and border lie over it, and corners cut it alone", arguments: SharedRenderers.available)
  func order(on backEnd: BackEnd) throws {
    let pattern = try Self.color()
    let contents = CGImage.filled(width: 20, height: 10, premultiplied: [0, 60, 60, 128])
    func dress(_ layer: CALayer) {
      layer.opacity = 0.6
      layer.allowsGroupOpacity = true
    }
    let tiled = Self.scene { layer in
      dress(layer)
      layer.backgroundColor = pattern
      layer.cornerRadius = 14
      layer.contents = contents
      layer.contentsGravity = .topLeft
      layer.borderWidth = 4
      layer.borderColor = CGColor(srgbRed: 0, green: 0, blue: 0, alpha: 0.5)
    }
    let expected = try Self.scene { layer in
      dress(layer)
      let parts = (0..<3).map { _ in CALayer() }
      for part in parts {
        part.frame = layer.bounds
        layer.addSublayer(part)
      }
      parts[0].contents = try Self.tiles(over: layer.bounds)
      (parts[0].cornerRadius, parts[0].masksToBounds) = (14, true)
      parts[1].contents = contents
      parts[1].contentsGravity = .topLeft
      (parts[2].cornerRadius, parts[2].borderWidth) = (14, 4)
      parts[2].borderColor = CGColor(srgbRed: 0, green: 0, blue: 0, alpha: 0.5)
    }
    let image = try Self.picture(named: "order", tiled, on: backEnd)
    let reference = try Self.picture(named: "order-expected", expected, on: backEnd)
    let mismatch = PictureExpectation.mismatch(image, reference, tolerance: 2)
    #expect(mismatch == nil, "\(mismatch ?? "")")
  }

  @Test("a mask is as there as its tiles", arguments: SharedRenderers.available)
  func masks(on backEnd: BackEnd) throws {
    let pattern = try Self.color()
    func masked(_ change: (CALayer) throws -> Void) throws -> CALayer {
      try Self.scene { layer in
        layer.backgroundColor = .black
        let mask = CALayer()
        mask.frame = layer.bounds
        try change(mask)
        layer.mask = mask
      }
    }
    let tiled = try masked { $0.backgroundColor = pattern }
    let expected = try masked { $0.contents = try Self.tiles(over: $0.bounds) }
    let mismatch = PictureExpectation.mismatch(
      try Self.picture(named: "mask", tiled, on: backEnd), try Self.picture(named: "mask-e", expected, on: backEnd),
      tolerance: 1)
    #expect(mismatch == nil, "\(mismatch ?? "")")
  }

  @Test("a pattern without colours is drawn in that of its components, one with colours at its alpha")
  func components() throws {
    let stencil = try Self.color(isColored: false, [0, 0.5, 1, 0.5]) {
      $0.fill(CGRect(x: 0, y: 0, width: 4, height: 6))
    }
    let image = try Self.picture(named: "stencil", Self.scene { $0.backgroundColor = stencil }, on: .cpu)
    #expect(zip(image.pixel(13, 20), [128, 191, 255, 255]).allSatisfy { abs(Int($0) - $1) <= 1 })
    #expect(image.pixel(17, 20) == [255, 255, 255, 255])
    let faint = try #require(try Self.color().copy(alpha: 0.5))
    #expect(faint.alpha == 0.5 && faint.components == [0.5] && faint.pattern != nil)
    let half = try Self.picture(named: "faint", Self.scene { $0.backgroundColor = faint }, on: .cpu)
    #expect(zip(half.pixel(12, 9), [255, 128, 128, 255]).allSatisfy { abs(Int($0) - $1) <= 1 })
  }

  @Test("colours of patterns are values that know their pattern; the last sixty-four, and those of layers, stay")
  func lasting() throws {
    let layer = CALayer()
    let (kept, lost) = (try Self.color(), try Self.color())
    #expect(kept != lost && kept == kept && kept.pattern !== lost.pattern && kept.colorSpace?.model == .pattern)
    #expect(kept.alpha == 1 && kept.numberOfComponents == 1 && CGColor.black.pattern == nil)
    #expect(kept.converted(to: CGColorSpaceCreateDeviceRGB(), intent: .defaultIntent, options: nil) == nil)
    layer.backgroundColor = kept
    layer.bounds = CGRect(x: 0, y: 0, width: 8, height: 8)
    for _ in 0..<500 { _ = try Self.color() }
    #expect(kept.pattern != nil && layer.backgroundColor == kept && lost.pattern == nil && lost.alpha == 0)
    #expect(CALayer(layer: layer).backgroundColor?.pattern === kept.pattern)
    layer.backgroundColor = lost
    let plan = try Planner().plan(TreeSnapshot(of: layer, at: 0))
    #expect(plan.diagnostics.map(\.code) == ["pattern-color"])
    layer.backgroundColor = .black
    #expect(try Planner().plan(TreeSnapshot(of: layer, at: 0)).diagnostics.isEmpty)
    for _ in 0..<70 { _ = try Self.color() }
    #expect(kept.pattern == nil, "no layer has it any more")
  }

  @Test("other colours that are patterns say that nothing is drawn")
  func diagnostics() throws {
    let pattern = try Self.color()
    let (root, shape, text) = (CALayer(), CAShapeLayer(), CATextLayer())
    root.bounds = CGRect(x: 0, y: 0, width: 20, height: 20)
    shape.path = CGPath(rect: CGRect(x: 0, y: 0, width: 9, height: 9), transform: nil)
    shape.fillColor = pattern
    text.frame = root.bounds
    text.string = "A"
    text.foregroundColor = pattern
    root.addSublayer(shape)
    root.addSublayer(text)
    let plan = try Planner().plan(TreeSnapshot(of: root, at: 0))
    #expect(plan.diagnostics.map(\.code).filter { $0 == "pattern-color" }.count == 2)
    #expect(try SharedRenderers.draw(plan, on: .cpu).image.premultipliedRGBA.allSatisfy { $0 == 0 })
  }

  @Test("each property that does not draw patterns is named where it should draw, and only there")
  func namedProperties() throws {
    let pattern = try Self.color()
    let path = CGPath(rect: CGRect(x: 0, y: 0, width: 9, height: 9), transform: nil)
    func shape(_ change: (CAShapeLayer) -> Void) -> CALayer {
      let layer = CAShapeLayer()
      layer.path = path
      change(layer)
      return layer
    }
    func plain(_ change: (CALayer) -> Void) -> CALayer {
      let layer = CALayer()
      change(layer)
      return layer
    }
    let (gradient, replicator, text, emitter, cell) = (
      CAGradientLayer(), CAReplicatorLayer(), CATextLayer(), CAEmitterLayer(), CAEmitterCell()
    )
    gradient.colors = [CGColor.black, pattern]
    (replicator.instanceCount, replicator.instanceColor) = (2, pattern)
    (text.string, text.foregroundColor) = ("A", pattern)
    (cell.color, cell.birthRate, cell.lifetime, emitter.emitterCells) = (pattern, 1, 1, [cell])
    let cases: [(CALayer, [String])] = [
      (plain { ($0.borderWidth, $0.borderColor) = (2, pattern) }, ["borderColor"]),
      (plain { $0.borderColor = pattern }, []),
      (plain { ($0.shadowOpacity, $0.shadowColor) = (0.5, pattern) }, ["shadowColor"]),
      (plain { $0.shadowColor = pattern }, []),
      (shape { ($0.fillColor, $0.strokeColor) = (pattern, pattern) }, ["fillColor", "strokeColor"]),
      (shape { ($0.fillColor, $0.strokeColor) = (nil, pattern) }, ["strokeColor"]),
      (shape { ($0.borderWidth, $0.borderColor, $0.fillColor) = (1, pattern, nil) }, ["borderColor"]),
      (gradient, ["colors"]), (replicator, ["instanceColor"]), (text, ["foregroundColor"]), (emitter, ["color"]),
    ]
    for (index, (layer, names)) in cases.enumerated() {
      layer.frame = CGRect(x: 2, y: 2, width: 16, height: 16)
      let root = CALayer()
      root.bounds = CGRect(x: 0, y: 0, width: 20, height: 20)
      root.addSublayer(layer)
      let plan = try Planner().plan(TreeSnapshot(of: root, at: 0))
      let found = plan.diagnostics.filter { $0.code == "pattern-color" }
      #expect(found.count == names.count, "\(index): \(plan.diagnostics)")
      for name in names { #expect(found.contains { "\($0)".contains(name) }, "\(index): \(name)") }
      #expect(
        try SharedRenderers.draw(plan, on: .cpu).image.premultipliedRGBA.allSatisfy { $0 == 0 } || names == ["colors"])
    }
  }

  @Test("letters are filled with a pattern in a context; a text layer leaves it out and says so")
  func letters() throws {
    let stripes = try Self.color(isColored: true, [1]) { context in
      context.setFillColor(CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1))
      context.fill(CGRect(x: 0, y: 0, width: 4, height: 6))
      context.setFillColor(CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1))
      context.fill(CGRect(x: 4, y: 0, width: 4, height: 6))
    }
    let font = CTFont(fontName: "DejaVu Sans", pointSize: 60)
    // A full block: solid from edge to edge.
    let text = NSAttributedString(string: "\u{2588}", attributes: [.font: font, .foregroundColor: stripes])
    let context = try #require(CGContext(width: 40, height: 60))
    text.draw(at: .zero, in: context)
    let image = try #require(context.makeImage())
    for x in 8..<24 {
      let expected: [UInt8] = x % 8 < 4 ? [255, 0, 0, 255] : [0, 0, 255, 255]
      #expect(image.pixel(x, 30) == expected, "\(x)")
    }
    let layer = CATextLayer()
    layer.bounds = CGRect(x: 0, y: 0, width: 40, height: 60)
    layer.string = text
    let plan = try Planner().plan(TreeSnapshot(of: layer, at: 0))
    #expect(
      plan.diagnostics.contains { $0.code == "text-attribute" && "\($0)".contains("NSColor") }, "\(plan.diagnostics)")
    #expect(try SharedRenderers.draw(plan, on: .cpu).image.pixel(12, 30) == [0, 0, 0, 255])
  }

  @Test("bounds that are no numbers, nothing or enormous take no more memory than their share")
  func extremes() throws {
    let pattern = try Self.color()
    for size in [0, -20, 1e5, 1e12, .infinity, .nan] as [CGFloat] {
      let root = Self.scene { layer in
        layer.backgroundColor = pattern
        layer.contentsScale = size
        layer.bounds = CGRect(x: 0, y: 0, width: size, height: 30)
      }
      let plan = try Planner().plan(TreeSnapshot(of: root, at: 0))
      #expect(plan.images.allSatisfy { $0.width * $0.height <= 1 << 24 })
      _ = try SharedRenderers.draw(plan, on: .cpu)
    }
  }

  @Test("who draws the cells may change the layer, copy it and look at it")
  func reentrance() throws {
    var calls = 0
    weak var shown: CALayer?
    let color = try Self.color { context in
      calls += 1
      guard calls == 1, let layer = shown else { return Self.drawCell(context) }
      layer.backgroundColor = .white
      _ = CALayer(layer: layer)
      _ = TreeSnapshot(of: layer)
      Self.drawCell(context)
    }
    let root = Self.scene { $0.backgroundColor = color }
    shown = root.sublayers?.first
    _ = try SharedRenderers.draw(root, on: .cpu)
    #expect(calls > 0)
    #expect(shown?.backgroundColor == .white)
  }
}
