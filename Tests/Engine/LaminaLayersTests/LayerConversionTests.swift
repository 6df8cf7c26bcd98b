// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaLayers
import Testing

@Suite("GEO-2, GEO-4, GEO-5, GEO-6") struct LayerConversionTests {
  @Test("GEO-2: sublayerTransform acts about the superlayer's anchor")
  func sublayerTransform() {
    let parent = CALayer()
    parent.bounds = CGRect(x: 0, y: 0, width: 200, height: 200)
    parent.sublayerTransform = CATransform3DMakeScale(2, 2, 2)
    let child = CALayer()
    child.bounds = CGRect(x: 0, y: 0, width: 50, height: 50)
    child.position = CGPoint(x: 100, y: 50)
    child.transform = CATransform3DMakeTranslation(5, 6, 0)
    parent.addSublayer(child)
    #expect(child.convert(CGPoint.zero, to: parent) == CGPoint(x: 60, y: -38))
    #expect(parent.convert(CGPoint.zero, from: child) == CGPoint(x: 60, y: -38))
    #expect(child.convert(CGPoint(x: 60, y: -38), from: parent) == .zero)
  }

  @Test func sublayerTransformSeesTheDepthOfItsSublayers() {
    let parent = CALayer()
    parent.bounds = CGRect(x: 0, y: 0, width: 200, height: 200)
    parent.sublayerTransform.m34 = -1.0 / 100
    let child = makeLayer(0, 0, 200, 200)
    child.zPosition = 50
    parent.addSublayer(child)
    // Half way to the eye everything is twice as far from the vanishing point.
    #expect(isClose(child.convert(CGPoint(x: 110, y: 100), to: parent), CGPoint(x: 120, y: 100)))
    child.zPosition = 0
    child.anchorPointZ = -50
    #expect(isClose(child.convert(CGPoint(x: 110, y: 100), to: parent), CGPoint(x: 120, y: 100)))
    parent.anchorPoint = .zero
    #expect(isClose(child.convert(CGPoint(x: 110, y: 100), to: parent), CGPoint(x: 220, y: 200)))
  }

  @Test("GEO-5: the origin of the bounds scrolls")
  func boundsOrigin() {
    let parent = makeLayer(10, 10, 100, 100)
    parent.bounds.origin = CGPoint(x: 0, y: 30)
    let child = makeLayer(5, 50, 10, 10)
    parent.addSublayer(child)
    #expect(parent.frame == CGRect(x: 10, y: 10, width: 100, height: 100))
    #expect(child.convert(CGPoint.zero, to: parent) == CGPoint(x: 5, y: 50))
    #expect(child.convert(CGPoint.zero, to: nil) == CGPoint(x: 15, y: 30))
  }

  @Test("GEO-4: a flipped layer mirrors what is in it about the middle of its bounds")
  func flipped() {
    let root = makeLayer(0, 0, 100, 100)
    let parent = makeLayer(0, 0, 100, 60)
    parent.isGeometryFlipped = true
    let child = makeLayer(10, 5, 20, 10)
    root.addSublayer(parent)
    parent.addSublayer(child)
    #expect(parent.frame == CGRect(x: 0, y: 0, width: 100, height: 60))
    #expect(root.convert(child.bounds, from: child) == CGRect(x: 10, y: 45, width: 20, height: 10))
    #expect(root.convert(CGPoint(x: 1, y: 2), from: child) == CGPoint(x: 11, y: 53))
    child.isGeometryFlipped = true
    #expect(root.convert(CGPoint(x: 1, y: 2), from: child) == CGPoint(x: 11, y: 47))
    parent.bounds.origin.y = 10
    #expect(root.convert(CGPoint(x: 1, y: 2), from: child) == CGPoint(x: 11, y: 57))
  }

  @Test func theAnchorPointActsOutsideTheFlip() {
    let root = makeLayer(0, 0, 100, 100)
    let layer = CALayer()
    layer.bounds = CGRect(x: 0, y: 0, width: 10, height: 10)
    layer.anchorPoint = .zero
    layer.position = CGPoint(x: 50, y: 50)
    layer.isGeometryFlipped = true
    root.addSublayer(layer)
    #expect(layer.frame == CGRect(x: 50, y: 50, width: 10, height: 10))
    #expect(root.convert(CGPoint(x: 0, y: 10), from: layer) == CGPoint(x: 50, y: 50))
    layer.transform = CATransform3DMakeScale(1, 2, 1)
    #expect(root.convert(CGPoint.zero, from: layer) == CGPoint(x: 50, y: 70))
  }

  @Test("D3-1: every level flattens")
  func flattening() {
    // Turned back about y, the inner layer is narrowed twice; about z it stands upright again.
    let root = makeLayer(0, 0, 400, 400)
    let outer = makeLayer(100, 100, 200, 200)
    let inner = makeLayer(50, 50, 100, 100)
    root.addSublayer(outer)
    outer.addSublayer(inner)
    outer.transform = CATransform3DMakeRotation(.pi / 4, 0, 1, 0)
    inner.transform = CATransform3DMakeRotation(-.pi / 4, 0, 1, 0)
    #expect(isClose(root.convert(inner.bounds, from: inner), CGRect(x: 175, y: 150, width: 50, height: 100)))
    outer.transform = CATransform3DMakeRotation(.pi / 4, 0, 0, 1)
    inner.transform = CATransform3DMakeRotation(-.pi / 4, 0, 0, 1)
    #expect(isClose(root.convert(inner.bounds, from: inner), CGRect(x: 150, y: 150, width: 100, height: 100)))
  }

  @Test("D3-7: a transform layer does not flatten")
  func transformLayer() {
    let root = makeLayer(0, 0, 400, 400)
    let outer = CATransformLayer()
    outer.frame = CGRect(x: 100, y: 100, width: 200, height: 200)
    let inner = makeLayer(50, 50, 100, 100)
    root.addSublayer(outer)
    outer.addSublayer(inner)
    outer.transform = CATransform3DMakeRotation(.pi / 4, 0, 1, 0)
    inner.transform = CATransform3DMakeRotation(-.pi / 4, 0, 1, 0)
    #expect(isClose(root.convert(inner.bounds, from: inner), CGRect(x: 150, y: 150, width: 100, height: 100)))
    let way = inner.convert(CGPoint(x: 3, y: 4), to: root)
    #expect(isClose(inner.convert(way, from: root), CGPoint(x: 3, y: 4)))
  }

  @Test("figure 5.18: two layers in perspective")
  func figure518() {
    let root = makeLayer(0, 0, 568, 300)
    let outer = makeLayer(184, 50, 200, 200)
    let inner = makeLayer(50, 50, 100, 100)
    root.addSublayer(outer)
    outer.addSublayer(inner)
    for (layer, angle) in [(outer, CGFloat.pi / 4), (inner, -CGFloat.pi / 4)] {
      var transform = CATransform3DIdentity
      transform.m34 = -1.0 / 500
      layer.transform = CATransform3DRotate(transform, angle, 0, 1, 0)
    }
    let corners: [(CALayer, CGPoint, CGPoint)] = [
      (outer, CGPoint(x: 0, y: 0), CGPoint(x: 201.64, y: 33.53)),
      (outer, CGPoint(x: 200, y: 0), CGPoint(x: 345.95, y: 62.39)),
      (outer, CGPoint(x: 200, y: 200), CGPoint(x: 345.95, y: 237.61)),
      (outer, CGPoint(x: 0, y: 200), CGPoint(x: 201.64, y: 266.47)),
      (inner, CGPoint(x: 0, y: 0), CGPoint(x: 259.51, y: 101.01)),
      (inner, CGPoint(x: 100, y: 0), CGPoint(x: 309.53, y: 98.94)),
      (inner, CGPoint(x: 100, y: 100), CGPoint(x: 309.53, y: 201.06)),
      (inner, CGPoint(x: 0, y: 100), CGPoint(x: 259.51, y: 198.99)),
    ]
    for (layer, corner, expected) in corners {
      #expect(isClose(root.convert(corner, from: layer), expected, tolerance: 0.006))
    }
  }

  @Test func thereAndBackThroughPerspective() {
    let root = makeLayer(0, 0, 400, 400)
    let left = makeLayer(10, 20, 100, 100)
    let right = makeLayer(200, 50, 80, 60)
    let leaf = makeLayer(5, 6, 30, 20)
    root.addSublayer(left)
    root.addSublayer(right)
    right.addSublayer(leaf)
    root.sublayerTransform.m34 = -1.0 / 700
    left.transform = CATransform3DMakeRotation(0.6, 1, 1, 0)
    right.transform = CATransform3DMakeRotation(-0.4, 0, 1, 1)
    right.isGeometryFlipped = true
    leaf.transform = CATransform3DMakeScale(1, -2, 1)
    leaf.bounds.origin = CGPoint(x: 100, y: -100)
    let point = CGPoint(x: 103, y: -95)
    let there = leaf.convert(point, to: left)
    #expect(isClose(left.convert(there, to: leaf), point, tolerance: 1e-9))
    #expect(isClose(left.convert(point, from: leaf), there))
    #expect(isClose(leaf.convert(point, to: leaf), point))
  }

  @Test("different trees convert as if their roots shared a space")
  func differentTrees() {
    let first = makeLayer(10, 20, 100, 100)
    let second = makeLayer(-5, 7, 100, 100)
    #expect(first.convert(CGPoint.zero, to: second) == CGPoint(x: 15, y: 13))
    #expect(first.convert(CGPoint.zero, to: nil) == CGPoint(x: 10, y: 20))
    #expect(first.convert(CGPoint(x: 10, y: 20), from: nil) == .zero)
  }

  @Test func rectanglesBecomeBoundingBoxes() {
    let root = makeLayer(0, 0, 100, 100)
    let child = makeLayer(0, 0, 100, 100)
    root.addSublayer(child)
    child.setAffineTransform(CGAffineTransform(rotationAngle: .pi / 4))
    let box = child.convert(child.bounds, to: root)
    #expect(isClose(box, child.frame))
  }

  @Test("D3-5: what is behind the eye is cut off, not wrapped")
  func behindTheEye() {
    let root = makeLayer(0, 0, 100, 100)
    let child = makeLayer(0, 0, 1000, 10)
    root.addSublayer(child)
    var transform = CATransform3DIdentity
    transform.m34 = -1.0 / 100
    child.transform = CATransform3DRotate(transform, .pi / 3, 0, 1, 0)
    let box = root.convert(child.bounds, from: child)
    #expect(box.minX < -1e5 && box.maxX < 600)
    child.transform = CATransform3DTranslate(transform, 0, 0, 200)
    #expect(root.convert(child.bounds, from: child).isNull)
  }

  @Test func brokenGeometryIsLeftOut() {
    let root = makeLayer(0, 0, 100, 100)
    let child = makeLayer(10, 10, 10, 10)
    root.addSublayer(child)
    child.position.x = .nan
    #expect(child.convert(CGPoint(x: 1, y: 2), to: root) == CGPoint(x: 1, y: 2))
    child.position.x = 15
    child.transform = CATransform3DMakeScale(0, 0, 1)
    #expect(child.convert(CGPoint(x: 1, y: 2), from: root) == CGPoint(x: 1, y: 2))
  }

  @Test func aMaskConvertsThroughItsLayer() {
    let layer = makeLayer(100, 100, 50, 50)
    let mask = makeLayer(5, 5, 10, 10)
    layer.mask = mask
    #expect(mask.convert(CGPoint.zero, to: layer) == CGPoint(x: 5, y: 5))
    #expect(mask.convert(CGPoint.zero, to: nil) == CGPoint(x: 105, y: 105))
  }

  @Test("TIME-1: times")
  func times() {
    let root = CALayer()
    let child = CALayer()
    let grandchild = CALayer()
    root.addSublayer(child)
    child.addSublayer(grandchild)
    child.beginTime = 2
    child.speed = 0.5
    child.timeOffset = 10
    grandchild.speed = -1
    #expect(child.convertTime(4, from: root) == 11)
    #expect(child.convertTime(11, to: root) == 4)
    #expect(grandchild.convertTime(4, from: root) == -11)
    #expect(grandchild.convertTime(-11, to: nil) == 4)
    child.speed = 0
    #expect(child.convertTime(99, from: root) == 10)
    #expect(child.convertTime(99, to: root) == 2)
  }

  @Test func aHundredThousandLevels() {
    let root = makeLayer(0, 0, 10, 10)
    var tip = root
    for _ in 0..<100_000 {
      let next = makeLayer(1, 2, 10, 10)
      tip.addSublayer(next)
      tip = next
    }
    #expect(isClose(tip.convert(CGPoint.zero, to: root), CGPoint(x: 100_000, y: 200_000), tolerance: 1e-6))
    #expect(isClose(tip.convert(CGPoint(x: 100_000, y: 200_000), from: root), .zero, tolerance: 1e-6))
    #expect(root.hitTest(CGPoint(x: 100_009, y: 200_009)) === tip)
    #expect(tip.convertTime(3, from: root) == 3)
    #expect(!tip.contentsAreFlipped())
  }
}
