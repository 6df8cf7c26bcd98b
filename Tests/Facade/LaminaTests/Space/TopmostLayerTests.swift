// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaTestSupport
import Testing

/// The layer that is seen at a point.
@Suite struct TopmostLayerTests {
  /// GEO-8: for random scenes and points, the layer that is named is the one whose colour is there.
  @Test(arguments: 1...40)
  func namesTheLayerWhoseColorIsThere(_ seed: Int) throws {
    var random = SeededGenerator(UInt64(seed))
    let root = SpaceScenes.random(UInt64(seed))
    decorate(root, &random)
    let image = try SharedRenderers.draw(root, on: .cpu).image
    let colors = Set(colors(of: root))
    var points: [CGPoint] = []
    for _ in 0..<2_000 {
      points.append(
        CGPoint(x: floor(random.number(0...159.99)) + 0.5, y: floor(random.number(0...119.99)) + 0.5))
    }
    var plain = 0
    for (point, layer) in zip(points, root.topmostLayers(at: points)) {
      let shown = image.pixel(Int(point.x), Int(point.y))
      // Where an edge is antialiased, no layer's own colour is there.
      guard colors.contains(shown) else { continue }
      plain += 1
      let named = layer?.backgroundColor.map(bytes(of:))
      guard named != shown else { continue }
      Issue.record("seed \(seed) at \(point): \(shown) is there, \(layer?.name ?? "none") \(named ?? []) is named")
      return
    }
    #expect(plain > 1_000)
  }

  /// One point asked for alone gives the same as many at once.
  @Test func onePointAsMany() {
    let root = SpaceScenes.random(5)
    let points: [CGPoint] = (0..<60).map { (index: Int) -> CGPoint in
      let (column, row) = (index * 37 % 160, index * 53 % 120)
      return CGPoint(x: Double(column) + 0.3, y: Double(row) + 0.7)
    }
    for (point, layer) in zip(points, root.topmostLayers(at: points)) {
      #expect(root.topmostLayer(at: point) === layer)
    }
  }

  /// Row 15, figure 5.23: on a cube, hit testing follows the tree, and this what is in front.
  @Test func frontFaceOfACube() throws {
    let root = SpaceScenes.root(eye: 500)
    let front = SpaceScenes.plane(60, 60, SpaceScenes.color(1), CATransform3DMakeTranslation(0, 0, 30))
    let back = SpaceScenes.plane(60, 60, SpaceScenes.color(2), CATransform3DMakeTranslation(0, 0, -30))
    root.sublayers = [front, back]
    let point = CGPoint(x: 80, y: 60)
    #expect(root.hitTest(point) === back)
    #expect(root.topmostLayer(at: point) === front)
    root.sublayerTransform = CATransform3DRotate(root.sublayerTransform, .pi, 0, 1, 0)
    #expect(root.hitTest(point) === back)
    #expect(root.topmostLayer(at: point) === back)
    // Turned about, it shows its back, which is not drawn (D3-6).
    back.isDoubleSided = false
    #expect(root.topmostLayer(at: point) === front)
    back.isHidden = true
    #expect(root.topmostLayer(at: point) === front)
    front.isDoubleSided = false
    #expect(root.topmostLayer(at: point) === root)
  }

  @Test func onlyWhatIsDrawnCounts() {
    let root = SpaceScenes.root()
    root.backgroundColor = nil
    let card = SpaceScenes.plane(80, 80, SpaceScenes.color(1), CATransform3DIdentity)
    card.cornerRadius = 40
    root.addSublayer(card)
    #expect(root.topmostLayer(at: CGPoint(x: 80, y: 60)) === card)
    #expect(root.topmostLayer(at: CGPoint(x: 44, y: 24)) == nil, "outside the corner")
    #expect(root.topmostLayer(at: CGPoint(x: 300, y: 60)) == nil, "outside the picture")
    #expect(root.topmostLayer(at: CGPoint(x: CGFloat.nan, y: 60)) == nil)
    // A frame without inside.
    card.backgroundColor = nil
    card.borderWidth = 10
    #expect(root.topmostLayer(at: CGPoint(x: 80, y: 60)) == nil)
    #expect(root.topmostLayer(at: CGPoint(x: 80, y: 25)) === card)
    // A picture that is clear on its right half.
    card.borderWidth = 0
    card.contents = CGImage(width: 2, height: 1, premultipliedRGBA: [255, 0, 0, 255, 0, 0, 0, 0])
    card.magnificationFilter = .nearest
    #expect(root.topmostLayer(at: CGPoint(x: 60, y: 60)) === card)
    #expect(root.topmostLayer(at: CGPoint(x: 100, y: 60)) == nil)
    // Clipped away.
    let child = CALayer()
    child.frame = CGRect(x: 0, y: 0, width: 300, height: 300)
    child.backgroundColor = SpaceScenes.color(9)
    card.addSublayer(child)
    #expect(root.topmostLayer(at: CGPoint(x: 44, y: 24)) === child)
    card.masksToBounds = true
    #expect(root.topmostLayer(at: CGPoint(x: 44, y: 24)) == nil)
    #expect(root.topmostLayer(at: CGPoint(x: 100, y: 60)) === child)
  }

  @Test func pointsLieInTheLayersOwnSpace() {
    let root = SpaceScenes.root()
    root.bounds.origin = CGPoint(x: 1000, y: -50)
    let mark = CALayer()
    mark.frame = CGRect(x: 1010, y: -40, width: 20, height: 20)
    mark.backgroundColor = SpaceScenes.color(1)
    root.addSublayer(mark)
    #expect(root.topmostLayer(at: CGPoint(x: 1015, y: -35)) === mark)
    root.position = CGPoint(x: 5, y: 5)
    root.transform = CATransform3DMakeScale(2, 2, 1)
    #expect(root.topmostLayer(at: CGPoint(x: 1015, y: -35)) === mark)
    root.isGeometryFlipped = true
    #expect(root.topmostLayer(at: CGPoint(x: 1015, y: -35)) === mark)
    #expect(root.topmostLayer(at: CGPoint(x: 1015, y: 65)) === root)
  }

  /// Sublayers that stick out, corners, clips, and groups that fade as passes of their own.
  private func decorate(_ root: CALayer, _ random: inout SeededGenerator) {
    var index = 50
    for layer in root.sublayers ?? [] where !(layer is CATransformLayer) {
      layer.cornerRadius = random.number(0...30)
      layer.masksToBounds = Bool.random(using: &random)
      for _ in 0..<2 {
        let child = CALayer()
        child.frame = CGRect(x: random.number(-20...60), y: random.number(-20...60), width: 30, height: 20)
        child.backgroundColor = SpaceScenes.color(index)
        child.transform = CATransform3DMakeRotation(random.number(-1...1), 0, 1, 1)
        child.name = "child \(index)"
        index += 1
        layer.addSublayer(child)
      }
    }
  }

  private func colors(of root: CALayer) -> [[UInt8]] {
    var (open, result) = ([root], [[UInt8]]())
    while let layer = open.popLast() {
      if let color = layer.backgroundColor { result.append(bytes(of: color)) }
      open += layer.sublayers ?? []
    }
    return result
  }

  private func bytes(of color: CGColor) -> [UInt8] {
    (0..<4).map { UInt8(clamping: (color.straight[$0] * 255).rounded()) }
  }
}
