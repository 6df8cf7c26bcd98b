// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaTestSupport
import Testing

/// Spaces as they are drawn, on every renderer there is.
@Suite struct SpacePictureTests {
  private func draw(_ root: CALayer, on backEnd: BackEnd, scale: Double = 1) throws -> CGImage {
    var options = PlanOptions()
    options.scale = scale
    return try SharedRenderers.draw(root, options: options, on: backEnd).image
  }

  /// D3-2, D3-5, D3-6, D3-7: whatever the planes do, each pixel shows what a line of sight meets first.
  @Test(arguments: 1...100, [false, true])
  func everyPixelShowsWhatIsInFront(_ seed: Int, singleSided: Bool) throws {
    let root = SpaceScenes.random(UInt64(seed), singleSided: singleSided)
    let rays = RayCaster(root)
    for backEnd in SharedRenderers.available {
      let image = try draw(root, on: backEnd)
      var compared = 0
      for y in 0..<image.height {
        for x in 0..<image.width {
          guard let layer = rays.hit(Double(x) + 0.5, Double(y) + 0.5) else { continue }
          compared += 1
          let color = layer?.backgroundColor ?? root.backgroundColor
          let expected = (0..<4).map { UInt8(clamping: ((color?.straight[$0] ?? 0) * 255).rounded()) }
          guard image.pixel(x, y) != expected else { continue }
          Issue.record("seed \(seed), \(backEnd): (\(x), \(y)) is \(image.pixel(x, y)), not \(expected)")
          return
        }
      }
      #expect(compared > image.width * image.height / 4)
    }
  }

  /// D3-6: the space is that of the layers that face the viewer, with no seam where a back passes through them.
  @Test(arguments: 1...100)
  func backsThatNobodySeesChangeNothing(_ seed: Int) throws {
    let (whole, facing) = (
      SpaceScenes.random(UInt64(seed), singleSided: true), SpaceScenes.random(UInt64(seed), singleSided: true)
    )
    let backs = RayCaster(facing).facingAway
    for layer in backs { layer.isHidden = true }
    let (plan, expected) = (try Planner().plan(TreeSnapshot(of: whole)), try Planner().plan(TreeSnapshot(of: facing)))
    #expect(plan.drawsSame(as: expected) && plan.spaceCuts == expected.spaceCuts, "seed \(seed)")
    #expect(plan.spaces.map(\.layers) == expected.spaces.map(\.layers), "seed \(seed)")
    #expect(plan.layersFacingAway.count == backs.count, "seed \(seed)")
  }

  /// Whether a component differs from a colour's by more than what narrow planes cover of a pixel.
  private func isFar(_ drawn: UInt8, from component: Float) -> Bool { abs(Float(drawn) - component * 255) > 40 }

  /// D3-2: however many planes pass through one another, all are cut.
  @Test(arguments: [(300, 48.0, 0.4), (3000, 12, 0.9), (600, 30, 0.7)])
  func manyPlanesAreCut(_ count: Int, _ side: Double, _ part: Double) throws {
    let root = SpaceScenes.strewn(count, size: CGFloat(side), over: part, seed: UInt64(count))
    let rays = RayCaster(root)
    let scale = 2.0
    for backEnd in SharedRenderers.available {
      let image = try draw(root, on: backEnd, scale: scale)
      var (compared, wrong) = (0, 0)
      for y in stride(from: 1, to: image.height, by: 5) {
        for x in stride(from: 1, to: image.width, by: 5) {
          let point = SIMD2(Double(x) + 0.5, Double(y) + 0.5) / scale
          guard let layer = rays.frontAround(point.x, point.y, margin: 0.5) else { continue }
          compared += 1
          let color = layer?.backgroundColor ?? root.backgroundColor
          let drawn = image.pixel(x, y)
          // Planes that are seen nearly edge-on pass between the rays, and cover some of a pixel.
          if (0..<4).contains(where: { isFar(drawn[$0], from: color?.straight[$0] ?? 0) }) { wrong += 1 }
        }
      }
      #expect(wrong * 500 <= compared, "\(backEnd): \(wrong) of \(compared) pixels")
      #expect(compared > image.width * image.height / 100)
    }
  }

  /// D3-2: the order of opaque planes in the array does not show, to the last bit.
  @Test(arguments: 1...12)
  func permutedSublayersGiveTheSamePicture(_ seed: Int) throws {
    var random = SeededGenerator(UInt64(seed))
    let layers = (0..<9).map { index in
      SpaceScenes.plane(
        random.number(30...120), random.number(30...100), SpaceScenes.color(index),
        CATransform3DMakeRotation(
          random.number(-2...2), random.number(-1...1), random.number(-1...1), random.number(-1...1)))
    }
    for backEnd in SharedRenderers.available {
      let first = try draw(SpaceScenes.root(layers, eye: 300), on: backEnd)
      for order in [layers.reversed(), layers.shuffled(using: &random), layers.shuffled(using: &random)] {
        let second = try draw(SpaceScenes.root(order, eye: 300), on: backEnd)
        #expect(PictureExpectation.mismatch(second, first) == nil)
      }
    }
  }

  /// The six faces of a box share all their edges, which are antialiased on both sides.
  @Test func permutedFacesOfACubeGiveTheSamePicture() throws {
    let faces = (0..<6).map { index -> CALayer in
      let turn =
        index < 4
        ? CATransform3DMakeRotation(CGFloat(index) * .pi / 2, 0, 1, 0)
        : CATransform3DMakeRotation(index == 4 ? .pi / 2 : -.pi / 2, 1, 0, 0)
      return SpaceScenes.plane(60, 60, SpaceScenes.color(7 * index + 3), CATransform3DTranslate(turn, 0, 0, 30))
    }
    var random = SeededGenerator(3)
    for angle in [0.0, 0.3, .pi / 4, 1.1] {
      func scene(_ faces: [CALayer]) -> CALayer {
        let root = SpaceScenes.root(faces, eye: 400)
        root.sublayerTransform = CATransform3DRotate(
          CATransform3DRotate(root.sublayerTransform, CGFloat(angle), 1, 0, 0), CGFloat(angle) * 1.7, 0, 1, 0)
        return root
      }
      for backEnd in SharedRenderers.available {
        let first = try draw(scene(faces), on: backEnd, scale: 2)
        for _ in 0..<4 {
          let other = try draw(scene(faces.shuffled(using: &random)), on: backEnd, scale: 2)
          #expect(PictureExpectation.mismatch(other, first) == nil)
        }
      }
    }
  }

  /// D3-9: coplanar planes, translucent so that it shows, keep array order however they are turned.
  @Test(arguments: [0.0, 0.4, 1.3, 2.5])
  func coplanarPlanesKeepArrayOrder(_ turn: Double) throws {
    let transform = CATransform3DRotate(CATransform3DMakeRotation(CGFloat(turn), 0.3, 1, 0), 0.4, 0, 0, 1)
    let colors = [SIMD4<Float>(1, 0, 0, 0.6), SIMD4(0, 0.6, 0, 0.6), SIMD4(0, 0, 1, 0.6)]
    let layers = colors.map { SpaceScenes.plane(80, 60, CGColor(straight: $0), transform) }
    for backEnd in SharedRenderers.available {
      let image = try draw(SpaceScenes.root(layers, eye: 500), on: backEnd)
      var color = SIMD4<Float>(repeating: 1)
      for layer in colors { color = SIMD4(layer.x, layer.y, layer.z, 1) * layer.w + color * (1 - layer.w) }
      let drawn = image.pixel(80, 60)
      for component in 0..<4 {
        #expect(abs(Float(drawn[component]) - color[component] * 255) <= 2, "\(backEnd) \(drawn)")
      }
    }
  }

  /// Row 39: a layer's vanishing point moves with its position, and stays where it is under a translation.
  @Test func vanishingPointMovesWithPositionOnly() throws {
    var perspective = CATransform3DIdentity
    perspective.m34 = -1 / 200
    let turned = CATransform3DRotate(perspective, 0.9, 0, 1, 0)
    let middle = SpaceScenes.plane(50, 40, SpaceScenes.color(8), turned)
    let moved = SpaceScenes.plane(50, 40, SpaceScenes.color(8), turned)
    moved.position.x += 40
    let translated = SpaceScenes.plane(
      50, 40, SpaceScenes.color(8), CATransform3DRotate(CATransform3DTranslate(perspective, 40, 0, 0), 0.9, 0, 1, 0))
    for backEnd in SharedRenderers.available {
      let (plain, byPosition) = (
        try draw(SpaceScenes.root([middle]), on: backEnd), try draw(SpaceScenes.root([moved]), on: backEnd)
      )
      for y in 0..<120 {
        for x in 0..<120 where plain.pixel(x, y) != byPosition.pixel(x + 40, y) {
          Issue.record("(\(x), \(y)) did not move with the position")
          return
        }
      }
      // By hand: the near edge x' = (40 + 25 cos a) / (1 - 25 sin a / 200) for z = -25 sin a, here on the far side.
      let byTranslation = try draw(SpaceScenes.root([translated]), on: backEnd, scale: 4)
      let edges = (0..<640).filter { byTranslation.pixel($0, 240) != [255, 255, 255, 255] }
      func place(_ x: Double) -> Double { (40 + x * cos(0.9)) / (1 + x * sin(0.9) / 200) + 80 }
      #expect(abs(Double(try #require(edges.first)) / 4 - place(-25)) < 0.5)
      #expect(abs(Double(try #require(edges.last)) / 4 + 0.25 - place(25)) < 0.5)
      #expect(abs(place(-25) - 117.7) > 1 || abs(place(25) - 129) > 1)
    }
  }

  /// D3-6, D3-10: the back shows the mirror image; not double-sided, nothing, with all that is in it.
  @Test func backsAreMirroredOrHidden() throws {
    let picture = CGImage(width: 2, height: 1, premultipliedRGBA: [255, 0, 0, 255, 0, 0, 255, 255])
    for backEnd in SharedRenderers.available {
      for turn in [0.0, 0.6, 1.4, 1.8, 2.6, .pi] {
        let layer = SpaceScenes.plane(100, 60, SpaceScenes.color(2), CATransform3DMakeRotation(CGFloat(turn), 0, 1, 0))
        layer.contents = picture
        let inner = CALayer()
        inner.frame = CGRect(x: 40, y: 20, width: 20, height: 20)
        inner.backgroundColor = SpaceScenes.color(100)
        layer.addSublayer(inner)
        let root = SpaceScenes.root([layer], eye: 300)
        let image = try draw(root, on: backEnd)
        let isBack = turn > .pi / 2
        let left = image.pixel(80 - Int(clamping: 30 * abs(cos(turn))) - 1, 60)
        #expect((left[0] > left[2]) != isBack, "\(turn): \(left)")
        layer.isDoubleSided = false
        let hidden = try draw(root, on: backEnd)
        #expect((hidden.pixel(80, 60) == [255, 255, 255, 255]) == isBack, "\(turn)")
      }
    }
  }

  /// Facing is decided by the whole transform: beside the vanishing point, perspective turns a face before its
  /// own angle would.
  @Test func facingFollowsPerspective() throws {
    let layer = SpaceScenes.plane(40, 40, SpaceScenes.color(2), CATransform3DMakeRotation(1.45, 0, 1, 0))
    layer.isDoubleSided = false
    let root = SpaceScenes.root([layer], eye: 100)
    for backEnd in SharedRenderers.available {
      for (x, isShown) in [(80.0, true), (20.0, true), (140.0, false)] {
        layer.position.x = CGFloat(x)
        let image = try draw(root, on: backEnd, scale: 4)
        let shows = stride(from: 0, to: image.premultipliedRGBA.count, by: 4).contains {
          image.premultipliedRGBA[$0] < 200 || image.premultipliedRGBA[$0 + 1] < 200
        }
        #expect(shows == isShown, "at \(x)")
      }
    }
  }
}
