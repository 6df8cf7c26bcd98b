// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaLayers
import Testing

/// Whether two points agree to within `tolerance`.
func isClose(_ first: CGPoint, _ second: CGPoint, tolerance: CGFloat = 1e-9) -> Bool {
  abs(first.x - second.x) <= tolerance && abs(first.y - second.y) <= tolerance
}

/// Whether two rectangles agree to within `tolerance`.
func isClose(_ first: CGRect, _ second: CGRect, tolerance: CGFloat = 1e-9) -> Bool {
  isClose(first.origin, second.origin, tolerance: tolerance)
    && abs(first.size.width - second.size.width) <= tolerance
    && abs(first.size.height - second.size.height) <= tolerance
}

/// A layer with a frame.
func makeLayer(_ x: CGFloat, _ y: CGFloat, _ width: CGFloat, _ height: CGFloat) -> CALayer {
  let layer = CALayer()
  layer.frame = CGRect(x: x, y: y, width: width, height: height)
  return layer
}

@Suite("GEO-1, GEO-3, GEO-7") struct LayerGeometryTests {
  @Test func startsEmpty() {
    let layer = CALayer()
    #expect(layer.bounds == .zero && layer.position == .zero && layer.frame == .zero)
    #expect(layer.anchorPoint == CGPoint(x: 0.5, y: 0.5) && layer.anchorPointZ == 0 && layer.zPosition == 0)
    #expect(layer.transform == CATransform3DIdentity && layer.sublayerTransform == CATransform3DIdentity)
    #expect(layer.isDoubleSided && !layer.isGeometryFlipped)
  }

  @Test func frameSetsTheSizeAndThePosition() {
    let layer = CALayer()
    layer.bounds.origin = CGPoint(x: 7, y: 8)
    layer.frame = CGRect(x: 10, y: 20, width: 30, height: 40)
    #expect(layer.bounds == CGRect(x: 7, y: 8, width: 30, height: 40))
    #expect(layer.position == CGPoint(x: 25, y: 40))
    #expect(layer.frame == CGRect(x: 10, y: 20, width: 30, height: 40))
  }

  @Test func negativeSizesAreStandardised() {
    let layer = CALayer()
    layer.frame = CGRect(x: 10, y: 20, width: -30, height: -40)
    #expect(layer.frame == CGRect(x: -20, y: -20, width: 30, height: 40))
    #expect(layer.bounds.size == CGSize(width: 30, height: 40))
    layer.bounds = CGRect(x: 0, y: 0, width: -10, height: 5)
    #expect(layer.bounds == CGRect(x: -10, y: 0, width: 10, height: 5))
  }

  @Test func underAScaleTheBoundsAreSmaller() {
    let layer = CALayer()
    layer.transform = CATransform3DMakeScale(2, 4, 1)
    layer.frame = CGRect(x: 10, y: 20, width: 100, height: 50)
    #expect(layer.bounds.size == CGSize(width: 50, height: 12.5))
    #expect(layer.frame == CGRect(x: 10, y: 20, width: 100, height: 50))
  }

  @Test func rotatedSquareHasALargerFrame() {
    let layer = makeLayer(0, 0, 100, 100)
    layer.setAffineTransform(CGAffineTransform(rotationAngle: .pi / 4))
    #expect(abs(layer.frame.width - 141.42) < 0.005 && abs(layer.frame.height - 141.42) < 0.005)
    #expect(isClose(CGPoint(x: layer.frame.midX, y: layer.frame.midY), CGPoint(x: 50, y: 50)))
  }

  struct Sample: Sendable, CustomTestStringConvertible {
    var name: String
    var transform: CATransform3D
    var anchor: CGPoint
    var testDescription: String { name }
  }

  static let samples: [Sample] = [
    Sample(name: "identity", transform: CATransform3DIdentity, anchor: CGPoint(x: 0, y: 1)),
    Sample(name: "mirrored", transform: CATransform3DMakeScale(-1, 1, 1), anchor: .zero),
    Sample(name: "half turn", transform: CATransform3DMakeRotation(.pi, 0, 0, 1), anchor: CGPoint(x: 0.2, y: 3)),
    Sample(name: "quarter turn", transform: CATransform3DMakeRotation(.pi / 2, 0, 0, 1), anchor: CGPoint(x: 1, y: 0)),
    Sample(name: "moved", transform: CATransform3DMakeTranslation(5, -6, 7), anchor: CGPoint(x: 0.5, y: 0.5)),
    Sample(name: "turned about y", transform: CATransform3DMakeRotation(1, 0, 1, 0), anchor: CGPoint(x: 0.1, y: 0.9)),
  ]

  @Test("what is set is read, where the transform keeps upright boxes", arguments: samples)
  func roundTrip(_ sample: Sample) {
    let layer = CALayer()
    layer.bounds.origin = CGPoint(x: -3, y: 11)
    layer.anchorPoint = sample.anchor
    layer.transform = sample.transform
    let frame = CGRect(x: 10, y: 20, width: 100, height: 50)
    layer.frame = frame
    #expect(isClose(layer.frame, frame))
    #expect(layer.bounds.origin == CGPoint(x: -3, y: 11))
    #expect(layer.transform == sample.transform && layer.anchorPoint == sample.anchor)
  }

  @Test func aSingularTransformKeepsTheSize() {
    let layer = makeLayer(0, 0, 100, 50)
    layer.transform = CATransform3DMakeScale(0, 1, 1)
    #expect(layer.frame == CGRect(x: 50, y: 0, width: 0, height: 50))
    layer.frame = CGRect(x: 10, y: 10, width: 20, height: 20)
    #expect(layer.bounds.size == CGSize(width: 100, height: 50))
    #expect(isClose(CGPoint(x: layer.frame.midX, y: layer.frame.midY), CGPoint(x: 20, y: 20)))
  }

  @Test func aFrameInPerspectiveHoldsTheImage() {
    let layer = makeLayer(-100, -100, 200, 200)
    var transform = CATransform3DIdentity
    transform.m34 = -1.0 / 500
    layer.transform = CATransform3DRotate(transform, .pi / 4, 0, 1, 0)
    #expect(abs(layer.frame.minX - -82.36) < 0.005 && abs(layer.frame.maxX - 61.95) < 0.005)
    #expect(layer.frame.height > 200)
  }

  @Test func brokenGeometryDoesNotTrap() {
    let layer = makeLayer(0, 0, 10, 10)
    layer.transform.m11 = .nan
    _ = layer.frame
    layer.frame = CGRect(x: CGFloat.nan, y: 0, width: .infinity, height: -1)
    layer.transform = CATransform3D()
    _ = layer.frame
    layer.frame = CGRect(x: 1, y: 2, width: 3, height: 4)
    #expect(layer.transform == CATransform3D())
  }

  @Test("GEO-3: position and anchor point leave each other alone")
  func anchorPoint() {
    let layer = makeLayer(0, 0, 100, 100)
    layer.anchorPoint = CGPoint(x: 0, y: 1.5)
    #expect(layer.position == CGPoint(x: 50, y: 50))
    #expect(layer.frame == CGRect(x: 50, y: -100, width: 100, height: 100))
    layer.position = CGPoint(x: 1, y: 2)
    #expect(layer.anchorPoint == CGPoint(x: 0, y: 1.5))
  }

  @Test("GEO-7: affine transforms")
  func affineTransform() {
    let layer = CALayer()
    #expect(layer.affineTransform().isIdentity)
    let affine = CGAffineTransform(a: 1, b: 2, c: 3, d: 4, tx: 5, ty: 6)
    layer.transform = CATransform3DMakeTranslation(0, 0, 9)
    #expect(layer.affineTransform().isIdentity)
    layer.setAffineTransform(affine)
    #expect(layer.affineTransform() == affine)
    #expect(layer.transform == CATransform3DMakeAffineTransform(affine))
    layer.transform = CATransform3DMakeRotation(1, 0, 1, 0)
    #expect(layer.affineTransform().isIdentity)
  }

  @Test func theTransformedFlagFollowsTheTransform() {
    let layer = CALayer()
    #expect(!layer.properties.flags.contains(.transformed))
    layer.transform.m34 = -0.01
    #expect(layer.properties.flags.contains(.transformed))
    layer.transform = CATransform3DIdentity
    #expect(!layer.properties.flags.contains(.transformed))
  }

  @Test("GEO-4: contentsAreFlipped counts the flips")
  func contentsAreFlipped() {
    let (root, middle, leaf) = (CALayer(), CALayer(), CALayer())
    root.addSublayer(middle)
    middle.addSublayer(leaf)
    #expect(!leaf.contentsAreFlipped())
    root.isGeometryFlipped = true
    #expect(leaf.contentsAreFlipped() && root.contentsAreFlipped())
    leaf.isGeometryFlipped = true
    #expect(!leaf.contentsAreFlipped() && middle.contentsAreFlipped())
  }
}
