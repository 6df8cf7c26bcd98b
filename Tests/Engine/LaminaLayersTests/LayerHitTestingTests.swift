// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaLayers
import Testing

@Suite("GEO-8") struct LayerHitTestingTests {
  let root = makeLayer(0, 0, 100, 100)
  let back = makeLayer(10, 10, 50, 50)
  let front = makeLayer(30, 30, 50, 50)

  init() {
    root.addSublayer(back)
    root.addSublayer(front)
  }

  @Test func containsTestsTheOwnBounds() {
    back.bounds.origin = CGPoint(x: 5, y: 5)
    #expect(back.contains(CGPoint(x: 5, y: 5)) && back.contains(CGPoint(x: 54.9, y: 54.9)))
    #expect(!back.contains(CGPoint(x: 4.9, y: 20)) && !back.contains(CGPoint(x: 55, y: 20)))
  }

  @Test func arrayOrderDecidesNotDepth() {
    back.zPosition = 100
    #expect(root.hitTest(CGPoint(x: 40, y: 40)) === front)
    #expect(root.hitTest(CGPoint(x: 20, y: 20)) === back)
    #expect(root.hitTest(CGPoint(x: 5, y: 5)) === root)
    #expect(root.hitTest(CGPoint(x: 200, y: 5)) == nil)
  }

  @Test func thePointIsInTheSuperlayersSpace() {
    root.position = CGPoint(x: 1050, y: 50)
    #expect(root.hitTest(CGPoint(x: 1040, y: 40)) === front)
    #expect(back.hitTest(CGPoint(x: 10, y: 10)) === back)
    #expect(back.hitTest(CGPoint(x: 9, y: 9)) == nil)
  }

  @Test func hiddenAndClearLayersAreNotHit() {
    front.isHidden = true
    #expect(root.hitTest(CGPoint(x: 40, y: 40)) === back)
    front.isHidden = false
    front.opacity = 0
    #expect(root.hitTest(CGPoint(x: 40, y: 40)) === back)
    front.opacity = .nan
    #expect(root.hitTest(CGPoint(x: 40, y: 40)) === back)
    front.opacity = 0.01
    #expect(root.hitTest(CGPoint(x: 40, y: 40)) === front)
  }

  @Test func whatFacesAwayIsHit() {
    front.isDoubleSided = false
    front.transform = CATransform3DMakeRotation(.pi, 0, 1, 0)
    #expect(root.hitTest(CGPoint(x: 40, y: 40)) === front)
  }

  @Test func childrenOutsideAreHitUnlessMasked() {
    let outside = makeLayer(200, 0, 10, 10)
    back.addSublayer(outside)
    #expect(root.hitTest(CGPoint(x: 215, y: 15)) === outside)
    back.masksToBounds = true
    #expect(root.hitTest(CGPoint(x: 215, y: 15)) == nil)
    back.masksToBounds = false
    root.masksToBounds = true
    #expect(root.hitTest(CGPoint(x: 215, y: 15)) == nil)
  }

  @Test func transformsAreUndone() {
    front.transform = CATransform3DMakeRotation(.pi / 4, 0, 0, 1)
    #expect(root.hitTest(CGPoint(x: 79, y: 79)) === root)
    #expect(root.hitTest(CGPoint(x: 85, y: 55)) === front)
    front.transform = CATransform3DMakeScale(0, 1, 1)
    #expect(root.hitTest(CGPoint(x: 55, y: 55)) === back)
    front.position.x = .nan
    #expect(root.hitTest(CGPoint(x: 55, y: 55)) === back)
  }

  @Test func whatIsBehindTheEyeIsNotHit() {
    front.transform.m34 = -1.0 / 100
    front.transform = CATransform3DTranslate(front.transform, 0, 0, 200)
    #expect(root.hitTest(CGPoint(x: 55, y: 55)) === back)
  }

  @Test func flippedAndScrolled() {
    root.isGeometryFlipped = true
    #expect(root.hitTest(CGPoint(x: 15, y: 85)) === back)
    root.isGeometryFlipped = false
    root.bounds.origin = CGPoint(x: 10, y: 10)
    #expect(root.hitTest(CGPoint(x: 0, y: 0)) === back)
  }

  @Test func transformLayersArePassedThrough() {
    let depth = CATransformLayer()
    depth.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
    depth.masksToBounds = true
    root.addSublayer(depth)
    let inside = makeLayer(60, 0, 100, 10)
    depth.addSublayer(inside)
    #expect(root.hitTest(CGPoint(x: 90, y: 5)) === inside)
    #expect(root.hitTest(CGPoint(x: 150, y: 5)) === inside)
    #expect(root.hitTest(CGPoint(x: 90, y: 90)) === root)
    #expect(depth.hitTest(CGPoint(x: 90, y: 90)) == nil)
    // Turned forth and back in one space, the inner layer lies where it was.
    inside.position.x = 50
    depth.transform = CATransform3DMakeRotation(.pi / 3, 0, 1, 0)
    inside.transform = CATransform3DMakeRotation(-.pi / 3, 0, 1, 0)
    #expect(root.hitTest(CGPoint(x: 2, y: 5)) === inside)
    #expect(inside.hitTest(CGPoint(x: 2, y: 5)) === inside)
  }

  @Test func sublayerTransformCounts() {
    root.sublayerTransform = CATransform3DMakeScale(0.5, 0.5, 1)
    #expect(root.hitTest(CGPoint(x: 31, y: 31)) === back)
    #expect(front.hitTest(CGPoint(x: 64, y: 64)) === front)
    #expect(front.hitTest(CGPoint(x: 66, y: 66)) == nil)
  }

  /// Never hit, as owners make a layer that lets touches through.
  final class Untouchable: CALayer {
    override func hitTest(_ p: CGPoint) -> CALayer? { nil }
  }

  /// Hit in a circle only.
  final class Round: CALayer {
    override func contains(_ p: CGPoint) -> Bool { hypot(p.x - bounds.midX, p.y - bounds.midY) < bounds.midX }
  }

  @Test func overridesAreAsked() {
    let cover = Untouchable()
    cover.frame = root.bounds
    root.addSublayer(cover)
    #expect(root.hitTest(CGPoint(x: 40, y: 40)) === front)
    let disc = Round()
    disc.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
    root.addSublayer(disc)
    #expect(root.hitTest(CGPoint(x: 40, y: 40)) === disc)
    #expect(root.hitTest(CGPoint(x: 2, y: 2)) === root)
  }
}
