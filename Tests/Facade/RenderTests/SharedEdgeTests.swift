// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaTestSupport
import Testing

/// CLIP-4, PAINT-3: at the antialiased edge of a clip or a border nothing shows but what covers there.
///
/// A pixel of which a finished subtree covers c shows c of the subtree and 1 - c of what is behind it. A
/// picture of the outline alone, white on black, gives c; a picture of the subtree without an edge gives its colours.
@Suite struct SharedEdgeTests {
  /// A layer whose edge ends draws, and its contents.
  struct Scene: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// The transform of the clipping layer: turned, scaled or seen in perspective.
    var transform = CATransform3DMakeRotation(0.23, 0, 0, 1)
    var radius = 40.0
    var background: CGColor? = CGColor(srgbRed: 0, green: 0, blue: 0, alpha: 1)
    var opacity: Float = 1
    /// The largest difference, levels.
    var tolerance = 3.0
    /// Adds the sublayers; the bounds of the layer are 160 x 120 points.
    var fill: @Sendable (CALayer) -> Void
  }

  private static let bounds = CGRect(x: 0, y: 0, width: 160, height: 120)

  private static func layer(_ frame: CGRect, _ color: CGColor?, turned angle: CGFloat = 0) -> CALayer {
    let layer = CALayer()
    layer.frame = frame
    layer.backgroundColor = color
    layer.transform = CATransform3DMakeRotation(angle, 0, 0, 1)
    return layer
  }

  private static func color(_ red: CGFloat, _ green: CGFloat, _ blue: CGFloat, _ alpha: CGFloat = 1) -> CGColor {
    CGColor(srgbRed: red, green: green, blue: blue, alpha: alpha)
  }

  private static var perspective: CATransform3D {
    var eye = CATransform3DIdentity
    eye.m34 = -1 / 300
    return CATransform3DConcat(CATransform3DMakeRotation(0.7, 0.5, 1, 0.2), eye)
  }

  private static var uneven: CATransform3D {
    CATransform3DScale(CATransform3DMakeRotation(-0.4, 0, 0, 1), 1.2, 0.7, 1)
  }

  /// Adds a group of sublayers over one another, of which the one behind is opaque and fills a frame.
  private static func addGroup(
    to card: CALayer, _ opacity: Float, frame: CGRect = bounds.insetBy(dx: -20, dy: -20), isRaster: Bool = false
  ) {
    let group = layer(bounds, nil)
    (group.opacity, group.shouldRasterize) = (opacity, isRaster)
    group.addSublayer(layer(frame, color(1, 0, 0)))
    group.addSublayer(layer(CGRect(x: -20, y: 20, width: 90, height: 40), color(1, 1, 0)))
    group.addSublayer(layer(CGRect(x: 50, y: 40, width: 60, height: 30), color(0, 1, 0, 0.5)))
    card.addSublayer(group)
  }

  private static func group(
    _ description: String, transform: CATransform3D = CATransform3DMakeRotation(0.23, 0, 0, 1), _ opacity: Float,
    frame: CGRect = bounds.insetBy(dx: -20, dy: -20), isRaster: Bool = false
  ) -> Scene {
    Scene(testDescription: description, transform: transform, background: color(0, 0, 1), tolerance: 8) { card in
      addGroup(to: card, opacity, frame: frame, isRaster: isRaster)
    }
  }

  static let scenes: [Scene] = [
    Scene(testDescription: "an opaque sublayer over all of it") { card in
      card.addSublayer(layer(CGRect(x: -20, y: -20, width: 200, height: 160), color(1, 0, 0)))
    },
    Scene(testDescription: "square corners", radius: 0) { card in
      card.addSublayer(layer(CGRect(x: -20, y: -20, width: 200, height: 160), color(1, 0, 0)))
    },
    Scene(testDescription: "a translucent sublayer over all of it") { card in
      card.addSublayer(layer(CGRect(x: -20, y: -20, width: 200, height: 160), color(1, 0.5, 0, 0.6)))
    },
    Scene(testDescription: "sublayers over parts of it, over one another") { card in
      card.addSublayer(layer(CGRect(x: -20, y: -20, width: 120, height: 90), color(1, 0, 0), turned: 0.3))
      card.addSublayer(layer(CGRect(x: 60, y: 40, width: 150, height: 120), color(0, 0.6, 1, 0.7)))
      card.addSublayer(layer(CGRect(x: 20, y: -40, width: 60, height: 220), color(0, 1, 0), turned: -0.5))
      card.addSublayer(layer(CGRect(x: 40, y: 30, width: 60, height: 30), color(1, 1, 0)))
    },
    Scene(testDescription: "in perspective", transform: perspective) { card in
      card.addSublayer(layer(CGRect(x: -20, y: -20, width: 120, height: 160), color(1, 0, 0)))
      card.addSublayer(layer(CGRect(x: 60, y: 40, width: 150, height: 120), color(0, 0.6, 1, 0.7)))
    },
    Scene(testDescription: "scaled unevenly", transform: uneven) { card in
      card.addSublayer(layer(CGRect(x: -20, y: -20, width: 120, height: 160), color(1, 0, 0)))
      card.addSublayer(layer(CGRect(x: 60, y: 40, width: 150, height: 120), color(0, 0.6, 1, 0.7)))
    },
    Scene(testDescription: "a group", opacity: 0.5) { card in
      card.addSublayer(layer(CGRect(x: -20, y: -20, width: 120, height: 160), color(1, 0, 0)))
      card.addSublayer(layer(CGRect(x: 60, y: 40, width: 150, height: 120), color(0, 0.6, 1, 0.7)))
    },
    Scene(testDescription: "no background", background: nil) { card in
      card.addSublayer(layer(CGRect(x: -20, y: -20, width: 200, height: 160), color(0, 0, 1)))
      card.addSublayer(layer(CGRect(x: -20, y: -20, width: 120, height: 160), color(1, 0, 0)))
    },
    Scene(testDescription: "a clip in the clip, which crosses its edge") { card in
      card.addSublayer(layer(CGRect(x: -20, y: -20, width: 120, height: 160), color(0.2, 0.9, 0.3)))
      let inner = layer(CGRect(x: 90, y: -30, width: 120, height: 110), color(0, 0, 1), turned: 0.4)
      inner.masksToBounds = true
      inner.cornerRadius = 20
      inner.addSublayer(layer(CGRect(x: -20, y: -20, width: 160, height: 150), color(1, 0, 0)))
      card.addSublayer(inner)
      card.addSublayer(layer(CGRect(x: 100, y: 70, width: 90, height: 90), color(1, 1, 0, 0.5)))
    },
    Scene(testDescription: "a clip with a border in the clip, which crosses its edge") { card in
      let inner = layer(CGRect(x: 70, y: -30, width: 140, height: 110), color(0, 0, 1), turned: 0.4)
      inner.masksToBounds = true
      inner.cornerRadius = 20
      inner.borderWidth = 5
      inner.borderColor = color(0, 0, 0)
      inner.addSublayer(layer(CGRect(x: -20, y: -20, width: 180, height: 150), color(1, 0, 0)))
      card.addSublayer(inner)
    },
    Scene(testDescription: "a gradient that fades out") { card in
      card.addSublayer(layer(CGRect(x: -20, y: -20, width: 200, height: 160), color(1, 0, 0)))
      let shade = CAGradientLayer()
      shade.frame = CGRect(x: -10, y: -10, width: 180, height: 140)
      shade.colors = [color(0, 0, 0, 0), color(0, 0, 1, 0.9)]
      card.addSublayer(shade)
    },
    group("a faded group over the edge", 0.5),
    group("a group that fades a little, scaled unevenly", transform: uneven, 0.9),
    group("a faded group, in perspective", transform: perspective, 0.7),
    group("a faded group over a part of the edge", 0.5, frame: CGRect(x: -20, y: -20, width: 120, height: 90)),
    group("a rasterized layer", 1, isRaster: true),
    group("a rasterized layer that fades, in perspective", transform: perspective, 0.5, isRaster: true),
    Scene(testDescription: "a faded group in a faded group", background: color(0, 0, 1), tolerance: 8) { card in
      let outer = layer(bounds, nil)
      outer.opacity = 0.9
      addGroup(to: outer, 0.5)
      outer.addSublayer(layer(CGRect(x: 40, y: 30, width: 60, height: 30), color(1, 1, 0)))
      card.addSublayer(outer)
    },
    Scene(testDescription: "a faded group in a rasterized layer", background: color(0, 0, 1), tolerance: 8) { card in
      let outer = layer(bounds.insetBy(dx: -20, dy: -20), color(0, 0.5, 0))
      outer.shouldRasterize = true
      addGroup(to: outer, 0.5)
      card.addSublayer(outer)
    },
    Scene(testDescription: "a faded group behind a sublayer", background: color(0, 0, 1), tolerance: 8) { card in
      addGroup(to: card, 0.6)
      card.addSublayer(layer(CGRect(x: 50, y: -20, width: 140, height: 160), color(0, 0, 0), turned: 0.2))
    },
    Scene(testDescription: "a faded group with a clip of its own", background: color(0, 0, 1), tolerance: 8) { card in
      let inner = layer(bounds.insetBy(dx: -20, dy: -20), color(1, 0, 0))
      inner.opacity = 0.8
      let clip = layer(CGRect(x: 60, y: 30, width: 160, height: 60), color(1, 1, 0), turned: 0.3)
      (clip.cornerRadius, clip.masksToBounds) = (20, true)
      clip.addSublayer(layer(CGRect(x: 0, y: 0, width: 160, height: 30), color(0, 0, 0)))
      inner.addSublayer(clip)
      card.addSublayer(inner)
    },
    // Where an edge of a translucent border crosses the edge, its coverage is that of two covers.
    Scene(testDescription: "a sublayer with a border, across the edge", tolerance: 8) { card in
      let framed = layer(CGRect(x: -20, y: 20, width: 120, height: 60), color(0, 0.5, 1, 0.5), turned: 0.2)
      framed.borderWidth = 8
      framed.borderColor = color(1, 0, 0, 0.8)
      card.addSublayer(framed)
    },
  ]

  /// A group that comes to the edge, changed in some way.
  private static func picture(_ description: String, _ change: @escaping @Sendable (CALayer) -> Void) -> Scene {
    Scene(testDescription: description, background: color(0, 0, 1)) { card in
      card.addSublayer(layer(CGRect(x: -20, y: -20, width: 120, height: 160), color(1, 0, 0)))
      let changed = layer(bounds, nil)
      changed.addSublayer(layer(CGRect(x: -30, y: 10, width: 220, height: 70), color(1, 1, 0), turned: 0.1))
      changed.addSublayer(layer(CGRect(x: 60, y: -20, width: 60, height: 160), color(0, 0.5, 0, 0.6), turned: -0.2))
      change(changed)
      card.addSublayer(changed)
    }
  }

  /// Layers whose alpha at the edge follows from no outline.
  static let pictures: [Scene] = [
    picture("a shadow") { layer in
      (layer.shadowOpacity, layer.shadowRadius, layer.shadowOffset) = (0.9, 6, CGSize(width: 4, height: 8))
    },
    picture("shadows of sublayers, in a faded group") { layer in
      layer.opacity = 0.8
      for sublayer in layer.sublayers ?? [] { sublayer.shadowOpacity = 1 }
    },
    picture("a blurred group") { $0.filters = [CAFilter(type: "gaussianBlur")] },
    picture("a group in other colours") { $0.filters = [CAFilter(type: "colorInvert")] },
    picture("a masked group") { layer in
      let mask = CAShapeLayer()
      mask.path = CGPath(ellipseIn: CGRect(x: -40, y: 20, width: 180, height: 140), transform: nil)
      layer.mask = mask
    },
    picture("a group that a gradient masks") { layer in
      let mask = CAGradientLayer()
      mask.frame = bounds.insetBy(dx: -40, dy: -40)
      mask.colors = [color(0, 0, 0), color(0, 0, 0, 0.1)]
      layer.mask = mask
    },
    picture("a group that multiplies") { $0.compositingFilter = "multiplyBlendMode" },
    picture("a group in which a sublayer multiplies") { layer in
      layer.opacity = 0.7
      layer.sublayers?.last?.compositingFilter = "multiplyBlendMode"
    },
    picture("a shape") { layer in
      let shape = CAShapeLayer()
      shape.path = CGPath(ellipseIn: CGRect(x: -40, y: 20, width: 180, height: 140), transform: nil)
      shape.fillColor = color(0, 0, 0)
      layer.addSublayer(shape)
    },
    picture("a gradient over a colour, both translucent") { layer in
      let shade = CAGradientLayer()
      shade.frame = CGRect(x: 50, y: -30, width: 140, height: 180)
      shade.backgroundColor = color(0, 0, 0, 0.4)
      shade.colors = [color(1, 0, 1, 0.2), color(0, 1, 1, 0.9)]
      layer.addSublayer(shade)
    },
    picture("faded copies") { layer in
      let copies = CAReplicatorLayer()
      (copies.instanceCount, copies.opacity, copies.instanceAlphaOffset) = (5, 0.8, -0.1)
      copies.instanceTransform = CATransform3DMakeTranslation(30, 5, 0)
      let copied = SharedEdgeTests.layer(CGRect(x: -20, y: -30, width: 50, height: 90), color(1, 0, 1), turned: 0.3)
      copied.opacity = 0.7
      copied.addSublayer(SharedEdgeTests.layer(CGRect(x: 10, y: 10, width: 60, height: 30), color(0, 0, 0)))
      copies.addSublayer(copied)
      layer.addSublayer(copies)
    },
    picture("a clip that cuts the edge, around a faded group") { layer in
      let clip = SharedEdgeTests.layer(CGRect(x: 90, y: -30, width: 120, height: 110), color(0, 1, 1), turned: 0.4)
      (clip.cornerRadius, clip.masksToBounds) = (25, true)
      addGroup(to: clip, 0.6, frame: CGRect(x: -30, y: 40, width: 200, height: 100))
      layer.addSublayer(clip)
    },
  ]

  // MARK: drawing

  /// A canvas of one colour, and a layer on it.
  private func canvas(_ behind: CGColor, _ layer: CALayer) -> CALayer {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 240, height: 200)
    root.backgroundColor = behind
    layer.position = CGPoint(x: 120.3, y: 100.4)
    root.addSublayer(layer)
    return root
  }

  private func card(_ scene: Scene, background: CGColor?) -> CALayer {
    let card = CALayer()
    card.bounds = Self.bounds
    card.transform = scene.transform
    card.cornerRadius = scene.radius
    card.backgroundColor = background
    return card
  }

  private func draw(_ root: CALayer, on backEnd: BackEnd) throws -> PixelGrid {
    PixelGrid(try SharedRenderers.draw(root, on: backEnd).image)
  }

  /// The largest difference from `behind`, mixed with `finished` by how much `outline` covers.
  private func difference(_ drawn: PixelGrid, behind: PixelGrid, finished: PixelGrid, outline: PixelGrid) -> (
    levels: Double, at: Int
  ) {
    var worst = (levels: 0.0, at: 0)
    for index in drawn.pixels.indices {
      let share = Double(outline.pixels[index].x) / 255
      let (under, over) = (SIMD4<Double>(behind.pixels[index]), SIMD4<Double>(finished.pixels[index]))
      let apart = under + (over - under) * share - SIMD4<Double>(drawn.pixels[index])
      let levels = max(apart.max(), -apart.min())
      if levels > worst.levels { worst = (levels, index) }
    }
    return worst
  }

  /// Draws a scene clipped, without its edges, and its outline alone.
  ///
  /// - Parameters:
  ///   - clip: Makes the layer clip, in one of several ways.
  private func check(_ scene: Scene, on backEnd: BackEnd, clip: (CALayer) -> Void) throws {
    let white = Self.color(1, 1, 1)
    let clipped = card(scene, background: scene.background)
    clip(clipped)
    clipped.opacity = scene.opacity
    scene.fill(clipped)
    let unlimited = card(scene, background: nil)
    if let background = scene.background {
      unlimited.addSublayer(Self.layer(CGRect(x: -200, y: -200, width: 560, height: 520), background))
    }
    unlimited.opacity = scene.opacity
    scene.fill(unlimited)
    let outline = try draw(canvas(Self.color(0, 0, 0), card(scene, background: white)), on: backEnd)
    let worst = difference(
      try draw(canvas(white, clipped), on: backEnd), behind: try draw(canvas(white, CALayer()), on: backEnd),
      finished: try draw(canvas(white, unlimited), on: backEnd), outline: outline)
    #expect(
      worst.levels <= scene.tolerance, "\(worst.levels) levels at (\(worst.at % 240), \(worst.at / 240)), \(backEnd)")
  }

  @Test("a clip clips the finished subtree", arguments: scenes + pictures, SharedRenderers.available)
  func clips(_ scene: Scene, on backEnd: BackEnd) throws {
    try check(scene, on: backEnd) { $0.masksToBounds = true }
  }

  @Test("so does a mask that is a rounded rectangle", arguments: scenes + pictures, SharedRenderers.available)
  func masks(_ scene: Scene, on backEnd: BackEnd) throws {
    try check(scene, on: backEnd) { card in
      let mask = CALayer()
      mask.frame = card.bounds
      mask.backgroundColor = Self.color(0, 0, 0)
      mask.cornerRadius = card.cornerRadius
      card.mask = mask
    }
  }

  @Test("a border lies over the finished subtree", arguments: SharedRenderers.available, [0.35, 0.7, 1])
  func borders(on backEnd: BackEnd, alpha: Double) throws {
    let white = Self.color(1, 1, 1)
    for isClip in [false, true] {
      let scene = Scene(testDescription: "") { card in
        card.addSublayer(Self.layer(CGRect(x: 50, y: 40, width: 40, height: 30), Self.color(1, 0, 0)))
      }
      let framed = card(scene, background: scene.background)
      framed.borderWidth = 6
      framed.borderColor = Self.color(1, 1, 1, alpha)
      framed.masksToBounds = isClip
      scene.fill(framed)
      if isClip { framed.addSublayer(Self.layer(CGRect(x: -10, y: -10, width: 200, height: 160), Self.color(0, 0, 1))) }
      // White over the one colour that lies below everywhere near the edge; the edge within is another one.
      let below = isClip ? Self.color(0, 0, 1) : Self.color(0, 0, 0)
      let finished = PixelGrid(width: 240, height: 200) { _, _ in
        let shown = (0..<3).map { Float(alpha) + (1 - Float(alpha)) * below.straight[$0] }
        return SIMD4(shown.map { UInt8(clamping: ($0 * 255).rounded()) } + [255])
      }
      let inside = card(scene, background: white)
      inside.bounds = Self.bounds.insetBy(dx: 3, dy: 3)
      inside.cornerRadius -= 3
      let hole = try draw(canvas(Self.color(0, 0, 0), inside), on: backEnd)
      let outline = try draw(canvas(Self.color(0, 0, 0), card(scene, background: white)), on: backEnd)
      var drawn = try draw(canvas(Self.color(0.2, 0.8, 0.4), framed), on: backEnd)
      let behind = try draw(canvas(Self.color(0.2, 0.8, 0.4), CALayer()), on: backEnd)
      for index in drawn.pixels.indices where hole.pixels[index].x > 0 { drawn.pixels[index] = finished.pixels[index] }
      let worst = difference(drawn, behind: behind, finished: finished, outline: outline)
      #expect(worst.levels <= 3, "\(worst.levels) levels at (\(worst.at % 240), \(worst.at / 240)), clip \(isClip)")
    }
  }

  @Test("a hairline border covers its share of a pixel", arguments: SharedRenderers.available)
  func hairlines(on backEnd: BackEnd) throws {
    // Upright, so that shares are exact: of the pixel, the layer covers .6, and its border .5.
    let framed = CALayer()
    framed.bounds = CGRect(x: 0, y: 0, width: 100, height: 100)
    framed.position = .zero
    framed.backgroundColor = Self.color(0, 0, 0)
    framed.borderWidth = 0.5
    framed.borderColor = Self.color(1, 0, 0, 0.5)
    framed.addSublayer(Self.layer(CGRect(x: 40, y: 40, width: 10, height: 10), Self.color(0, 0, 1)))
    let root = canvas(Self.color(1, 1, 1), framed)
    framed.position = CGPoint(x: 100.4, y: 100)
    let pixel = try draw(root, on: backEnd)[50, 100]
    // .5 of half red on black, .1 of black, .4 of white.
    let expected = (red: 0.5 * 127.5 + 0.4 * 255, green: 0.4 * 255)
    #expect(abs(Double(pixel.x) - expected.red) <= 8, "\(pixel)")
    #expect(abs(Double(pixel.y) - expected.green) <= 8, "\(pixel)")
  }

  // MARK: edges that lie along one another

  /// A sublayer of the card's size and one that is larger, inside of the card, look the same.
  @Test("a sublayer of the size of what clips it", arguments: SharedRenderers.available, [0.0, 40])
  func fills(on backEnd: BackEnd, radius: Double) throws {
    for angle in [0, 0.23] {
      let scene = Scene(testDescription: "", transform: CATransform3DMakeRotation(angle, 0, 0, 1), radius: radius) {
        $0.masksToBounds = true
      }
      let larger = card(scene, background: scene.background)
      scene.fill(larger)
      larger.addSublayer(Self.layer(Self.bounds.insetBy(dx: -20, dy: -20), Self.color(1, 0, 0)))
      let expected = try draw(canvas(Self.color(1, 1, 1), larger), on: backEnd)
      for (isRound, depth) in [(false, 1), (true, 1), (false, 3), (true, 3)] {
        let outermost = card(scene, background: scene.background)
        var host = outermost
        for level in 1...depth {
          scene.fill(host)
          let inner = Self.layer(Self.bounds, Self.color(level == depth ? 1 : 0, 0, level == depth ? 0 : 1))
          inner.cornerRadius = isRound ? radius : 0
          host.addSublayer(inner)
          host = inner
        }
        let drawn = try draw(canvas(Self.color(1, 1, 1), outermost), on: backEnd)
        let worst = Self.difference(drawn, expected)
        #expect(worst.levels <= 3, "\(worst), radius \(radius), angle \(angle), \(isRound), depth \(depth)")
      }
    }
  }

  /// A rounder sublayer covers its own outline of the card; the background shows in what the card covers beyond that.
  @Test("a rounder sublayer of the size of what clips it", arguments: SharedRenderers.available, [1.0, 0.5])
  func rounder(on backEnd: BackEnd, alpha: Double) throws {
    let white = Self.color(1, 1, 1)
    for radius in [0.0, 15] {
      let scene = Scene(testDescription: "", radius: radius) { _ in }
      let framed = card(scene, background: Self.color(0, 0, 1))
      framed.masksToBounds = true
      let inner = Self.layer(Self.bounds, Self.color(1, 0, 0, alpha))
      inner.cornerRadius = 45
      framed.addSublayer(inner)
      let rounder = card(scene, background: white)
      rounder.cornerRadius = 45
      let drawn = try draw(canvas(white, framed), on: backEnd)
      let whole = try draw(canvas(Self.color(0, 0, 0), card(scene, background: white)), on: backEnd)
      let part = try draw(canvas(Self.color(0, 0, 0), rounder), on: backEnd)
      for index in drawn.pixels.indices {
        let (outer, inside) = (Double(whole.pixels[index].x), Double(part.pixels[index].x))
        let covered = SIMD4(alpha * inside, 0, max(0, outer - inside) + (1 - alpha) * inside, outer)
        let expected = covered + SIMD4(1, 1, 1, 1) * (255 - outer)
        let apart = expected - SIMD4<Double>(drawn.pixels[index])
        guard max(apart.max(), -apart.min()) > 4 else { continue }
        Issue.record("\(apart) at (\(index % 240), \(index / 240)), radius \(radius)")
        break
      }
    }
  }

  /// A sublayer that covers its superlayer exactly hides all of it, also where nothing clips.
  @Test(
    "a sublayer with the outline of its superlayer", arguments: SharedRenderers.available, [0.0, 40])
  func equalOutlines(on backEnd: BackEnd, radius: Double) throws {
    for (angle, alpha) in [(0, 1), (0.23, 1), (0.23, 0.5)] {
      let turned = CATransform3DMakeRotation(angle, 0, 0, 1)
      let scene = Scene(testDescription: "", transform: turned, radius: radius) { _ in }
      let lower = card(scene, background: Self.color(0, 0, 1))
      let upper = Self.layer(Self.bounds, Self.color(1, 0, 0, alpha))
      upper.cornerRadius = radius
      lower.addSublayer(upper)
      let single = card(scene, background: Self.color(alpha, 0, 1 - alpha))
      let worst = Self.difference(
        try draw(canvas(Self.color(1, 1, 1), lower), on: backEnd),
        try draw(canvas(Self.color(1, 1, 1), single), on: backEnd))
      #expect(worst.levels <= 3, "\(worst), radius \(radius), angle \(angle), alpha \(alpha)")
    }
  }

  @Test("rows that fill a rounded layer", arguments: SharedRenderers.available)
  func rows(on backEnd: BackEnd) throws {
    try check(
      Scene(testDescription: "rows") { card in
        for row in 0..<6 {
          let top = row == 0 ? -5 : Double(row) * 20
          let frame = CGRect(x: -5, y: top, width: 170, height: Double(row) * 20 + (row == 5 ? 25 : 20) - top)
          card.addSublayer(Self.layer(frame, Self.color(Double(row) / 6, 1 - Double(row) / 6, 0.5)))
        }
      }, on: backEnd
    ) { $0.masksToBounds = true }
  }

  /// The edge of a group, or of its background, is the edge of the card, and counts once.
  @Test("a faded group of the size of what clips it", arguments: SharedRenderers.available, [0.0, 40])
  func filledByGroup(on backEnd: BackEnd, radius: Double) throws {
    for (isRound, width) in [(false, 0.0), (true, 0), (true, 12)] {
      func drawn(beyond: Double) throws -> PixelGrid {
        let scene = Scene(testDescription: "", radius: radius) { _ in }
        let host = card(scene, background: Self.color(0, 0, 1))
        host.masksToBounds = true
        let group = Self.layer(Self.bounds.insetBy(dx: -beyond, dy: -beyond), Self.color(1, 0, 0))
        group.cornerRadius = isRound ? radius + beyond : 0
        (group.borderWidth, group.borderColor) = (width > 0 ? width + beyond : 0, Self.color(0, 0, 0))
        group.opacity = 0.6
        group.addSublayer(
          Self.layer(CGRect(x: 40 + beyond, y: 60 + beyond, width: 50, height: 30), Self.color(1, 1, 0)))
        host.addSublayer(group)
        return try draw(canvas(Self.color(1, 1, 1), host), on: backEnd)
      }
      let worst = Self.difference(try drawn(beyond: 0), try drawn(beyond: 20))
      #expect(worst.levels <= 3, "\(worst), radius \(radius), \(isRound), border \(width)")
    }
  }

  @Test("many clips at one edge, and many covers of one", arguments: SharedRenderers.available)
  func manyAtOneEdge(on backEnd: BackEnd) throws {
    let scene = Scene(testDescription: "", radius: 20) { _ in }
    let single = card(scene, background: Self.color(0, 0, 1))
    single.masksToBounds = true
    single.addSublayer(Self.layer(Self.bounds.insetBy(dx: -20, dy: -20), Self.color(1, 0, 0)))
    let expected = try draw(canvas(Self.color(1, 1, 1), single), on: backEnd)
    let outermost = card(scene, background: Self.color(0, 0, 1))
    outermost.masksToBounds = true
    for index in 0..<100 {
      outermost.addSublayer(
        Self.layer(
          Self.bounds.insetBy(dx: -20, dy: -20), Self.color(0, Double(index) / 100, 1, index % 2 == 0 ? 1 : 0.5)))
    }
    var host = outermost
    for _ in 0..<40 {
      let inner = Self.layer(Self.bounds, Self.color(0, 1, 0))
      (inner.cornerRadius, inner.masksToBounds) = (20, true)
      host.addSublayer(inner)
      host = inner
    }
    host.addSublayer(Self.layer(Self.bounds.insetBy(dx: -20, dy: -20), Self.color(1, 0, 0)))
    let worst = Self.difference(try draw(canvas(Self.color(1, 1, 1), outermost), on: backEnd), expected)
    #expect(worst.levels <= 3, "\(worst)")
  }

  /// A sublayer that ends at three edges of its superlayer, and one that ends beyond them, look the same.
  @Test("a sublayer along some edges of what clips it", arguments: SharedRenderers.available)
  func fillsInPart(on backEnd: BackEnd) throws {
    for (transform, radius) in [(Self.perspective, 0.0), (Self.uneven, 0), (Self.uneven, 40)] {
      func drawn(beyond: Double) throws -> PixelGrid {
        let scene = Scene(testDescription: "", transform: transform, radius: radius) { _ in }
        let host = card(scene, background: scene.background)
        host.masksToBounds = true
        host.addSublayer(
          Self.layer(CGRect(x: -beyond, y: -beyond, width: 160 + 2 * beyond, height: 70 + beyond), Self.color(1, 0, 0)))
        return try draw(canvas(Self.color(1, 1, 1), host), on: backEnd)
      }
      let worst = Self.difference(try drawn(beyond: 0), try drawn(beyond: 20))
      #expect(worst.levels <= 3, "\(worst), \(transform), radius \(radius)")
    }
  }

  /// A clip around everything that is drawn changes nothing, though the lists of clips inside it become copies.
  @Test("planes that cut one another, inside a clip that holds them", arguments: SharedRenderers.available)
  func cutPlanes(on backEnd: BackEnd) throws {
    func drawn(isClipped: Bool) throws -> PixelGrid {
      let space = Self.layer(CGRect(x: -118, y: -98, width: 236, height: 196), nil)
      (space.cornerRadius, space.masksToBounds) = (12, isClipped)
      space.sublayerTransform.m34 = -1 / 400
      let scene = Scene(testDescription: "", transform: CATransform3DMakeRotation(0.6, 0.2, 1, 0), radius: 20) { _ in }
      let cut = card(scene, background: scene.background)
      cut.masksToBounds = true
      cut.position = CGPoint(x: 118.4, y: 98.3)
      cut.addSublayer(Self.layer(Self.bounds.insetBy(dx: -20, dy: -20), Self.color(1, 0, 0)))
      space.addSublayer(cut)
      space.addSublayer(Self.layer(CGRect(x: 60, y: 70, width: 120, height: 50), Self.color(0, 0, 1)))
      let root = canvas(Self.color(1, 1, 1), space)
      return try draw(root, on: backEnd)
    }
    let worst = Self.difference(try drawn(isClipped: true), try drawn(isClipped: false))
    #expect(worst.levels <= 2, "\(worst)")
  }

  /// A group's parts that overlap one another outside of a part of the canvas are a picture there, and lie apart in it.
  @Test("parts of the canvas show the edges of the whole", arguments: SharedRenderers.available)
  func parts(on backEnd: BackEnd) throws {
    let scene = Scene(testDescription: "") { _ in }
    let host = card(scene, background: scene.background)
    host.masksToBounds = true
    let group = Self.layer(Self.bounds, nil)
    group.opacity = 0.8
    group.addSublayer(Self.layer(CGRect(x: -20, y: -20, width: 110, height: 160), Self.color(1, 0, 0)))
    group.addSublayer(Self.layer(CGRect(x: 80, y: 30, width: 110, height: 110), Self.color(0, 1, 0)))
    host.addSublayer(group)
    Self.addGroup(to: host, 0.5, frame: CGRect(x: 40, y: 60, width: 140, height: 80))
    Self.addGroup(to: host, 1, frame: CGRect(x: -20, y: 60, width: 80, height: 80), isRaster: true)
    for index in 0..<20 {
      let place = Double(index) * 8 - 10
      host.addSublayer(
        Self.layer(
          CGRect(x: place, y: -10, width: 12, height: 140), Self.color(1, Double(index) / 20, 0, 0.7), turned: 0.4))
    }
    let snapshot = TreeSnapshot(of: canvas(Self.color(1, 1, 1), host))
    let whole = PixelGrid(try SharedRenderers.draw(try Planner().plan(snapshot), on: backEnd).image)
    for minX in stride(from: 0, to: 240, by: 48) {
      for minY in stride(from: 0, to: 200, by: 40) {
        var options = PlanOptions()
        options.region = PixelRect(
          minX: Int32(minX), minY: Int32(minY), maxX: Int32(minX + 48), maxY: Int32(minY + 40))
        let part = try SharedRenderers.draw(try Planner(options: options).plan(snapshot), on: backEnd).image
        let expected = whole.cropped(x: minX, y: minY, width: 48, height: 40)
        let worst = Self.difference(PixelGrid(part), expected)
        #expect(worst.levels <= (backEnd == .cpu ? 0 : 1), "\(worst.levels) levels in the part at (\(minX), \(minY))")
      }
    }
  }

  private static func difference(_ drawn: PixelGrid, _ expected: PixelGrid) -> (levels: Int, x: Int, y: Int) {
    var worst = (levels: 0, x: 0, y: 0)
    for index in drawn.pixels.indices {
      let apart =
        SIMD4<Int32>(truncatingIfNeeded: drawn.pixels[index])
        &- SIMD4<Int32>(truncatingIfNeeded: expected.pixels[index])
      let levels = Int(max(apart.max(), -apart.min()))
      if levels > worst.levels { worst = (levels, index % 240, index / 240) }
    }
    return worst
  }
}
