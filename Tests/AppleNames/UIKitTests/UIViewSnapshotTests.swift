// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaTestSupport
import Testing
import UIKit

/// Pictures of views that are views themselves, and questions of programs about their surroundings.
@Suite struct UIViewSnapshotTests {
  /// A red view of 40 by 20 points with a blue right half.
  private static func flag() -> UIView {
    let view = UIView(frame: CGRect(x: 7, y: 9, width: 40, height: 20))
    view.backgroundColor = .red
    let half = UIView(frame: CGRect(x: 20, y: 0, width: 20, height: 20))
    half.backgroundColor = .blue
    view.addSubview(half)
    return view
  }

  @Test("a part of a view shows what the view shows there")
  func part() throws {
    let view = Self.flag()
    let shown = try #require(
      view.resizableSnapshotView(
        from: CGRect(x: 10, y: 5, width: 20, height: 10), afterScreenUpdates: true, withCapInsets: .zero))
    #expect(shown.frame == CGRect(x: 0, y: 0, width: 20, height: 10))
    let picture = try Pictures.draw(shown)
    #expect(picture.straightPixel(x: 4, y: 5) == SIMD4(255, 0, 0, 255))
    #expect(picture.straightPixel(x: 15, y: 5) == SIMD4(0, 0, 255, 255))
    #expect(view.snapshotView(afterScreenUpdates: true)?.frame == view.frame)
    for nothing in [CGRect.zero, .null, .infinite] {
      #expect(view.resizableSnapshotView(from: nothing, afterScreenUpdates: true, withCapInsets: .zero) == nil)
    }
  }

  @Test("insets keep the edges of what is shown when its size changes")
  func insets() throws {
    let shown = try #require(
      Self.flag().resizableSnapshotView(
        from: CGRect(x: 0, y: 0, width: 40, height: 20), afterScreenUpdates: true,
        withCapInsets: UIEdgeInsets(top: 0, left: 30, bottom: 0, right: 0)))
    #expect(shown.layer.contentsCenter == CGRect(x: 0.75, y: 0, width: 0.25, height: 1))
    // The left 30 points stay as they are, 20 of them red; the rest, which is blue, is stretched.
    shown.frame.size.width = 80
    let picture = try Pictures.draw(shown)
    #expect(picture.straightPixel(x: 18, y: 10) == SIMD4(255, 0, 0, 255))
    #expect(picture.straightPixel(x: 23, y: 10) == SIMD4(0, 0, 255, 255))
  }

  @Test("traits differ in colour where their appearance does")
  func appearance() {
    let (light, dark) = (UITraitCollection(userInterfaceStyle: .light), UITraitCollection(userInterfaceStyle: .dark))
    #expect(light.hasDifferentColorAppearance(comparedTo: dark))
    #expect(light.hasDifferentColorAppearance(comparedTo: nil))
    #expect(
      !light.hasDifferentColorAppearance(comparedTo: UITraitCollection(displayScale: 3, userInterfaceStyle: .light)))
  }
}
