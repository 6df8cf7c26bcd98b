// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaLayers
import Testing

/// SCROLL-1.
@Suite struct ScrollTests {
  private func scroller() -> (CAScrollLayer, CALayer) {
    let scroller = CAScrollLayer()
    scroller.frame = CGRect(x: 10, y: 10, width: 100, height: 50)
    let content = CALayer()
    content.frame = CGRect(x: 0, y: 0, width: 400, height: 300)
    scroller.addSublayer(content)
    return (scroller, content)
  }

  @Test func pointsMoveTheOriginInTheModesDirections() {
    let (scroller, _) = scroller()
    #expect(scroller.masksToBounds && scroller.scrollMode == .both)
    for (mode, expected) in [
      (CAScrollLayerScrollMode.both, CGPoint(x: 30, y: 40)), (.horizontally, CGPoint(x: 30, y: 0)),
      (.vertically, CGPoint(x: 0, y: 40)), (.none, .zero),
    ] {
      scroller.bounds.origin = .zero
      scroller.scrollMode = mode
      scroller.scroll(to: CGPoint(x: 30, y: 40))
      #expect(scroller.bounds.origin == expected && scroller.bounds.size == CGSize(width: 100, height: 50))
    }
    scroller.scroll(to: CGPoint(x: CGFloat.nan, y: 0))
    #expect(scroller.bounds.origin == .zero)
  }

  @Test(arguments: [
    // shown already; beyond maximum; before minimum; larger than the window, inside it, before it and behind it
    (CGRect(x: 120, y: 60, width: 10, height: 10), CGPoint(x: 100, y: 50)),
    (CGRect(x: 190, y: 60, width: 30, height: 80), CGPoint(x: 120, y: 60)),
    (CGRect(x: 20, y: 90, width: 30, height: 10), CGPoint(x: 20, y: 50)),
    (CGRect(x: 0, y: 0, width: 400, height: 300), CGPoint(x: 100, y: 50)),
    (CGRect(x: 250, y: 0, width: 120, height: 20), CGPoint(x: 250, y: 0)),
    (CGRect(x: 0, y: 0, width: 120, height: 10), CGPoint(x: 20, y: 0)),
  ])
  func rectanglesMoveNoFurtherThanNeeded(_ rect: CGRect, _ origin: CGPoint) {
    let (scroller, content) = scroller()
    scroller.scroll(to: CGPoint(x: 100, y: 50))
    scroller.scroll(to: rect)
    #expect(scroller.bounds.origin == origin)
    scroller.scroll(to: CGPoint(x: 100, y: 50))
    content.scrollRectToVisible(rect)
    #expect(scroller.bounds.origin == origin)
  }

  @Test func layersInsideAskToBeSeen() {
    let (scroller, content) = scroller()
    let badge = CALayer()
    badge.frame = CGRect(x: 300, y: 200, width: 20, height: 20)
    content.addSublayer(badge)
    #expect(badge.visibleRect == .zero && content.visibleRect == CGRect(x: 0, y: 0, width: 100, height: 50))
    badge.scrollRectToVisible(badge.bounds)
    #expect(scroller.bounds.origin == CGPoint(x: 220, y: 170))
    #expect(badge.visibleRect == badge.bounds)
    badge.scroll(CGPoint(x: 5, y: 5))
    #expect(scroller.bounds.origin == CGPoint(x: 305, y: 205))
    #expect(badge.visibleRect == CGRect(x: 5, y: 5, width: 15, height: 15))
    #expect(scroller.visibleRect == scroller.bounds)
    CALayer().scroll(.zero)
  }
}
