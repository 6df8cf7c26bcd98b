// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Testing
import UIKit

/// Names from before Swift 4.2, and texts of values.
@Suite struct OldNameTests {
  @Test("what was renamed does what its new name does") func renamed() {
    let (view, first, second) = (UIView(), UIView(), UIView())
    view.addSubview(first)
    view.addSubview(second)
    view.bringSubview(toFront: first)
    #expect(view.subviews == [second, first])
    view.sendSubview(toBack: first)
    #expect(view.subviews == [first, second])
    #expect(UIEdgeInsetsMake(1, 2, 3, 4) == UIEdgeInsets(top: 1, left: 2, bottom: 3, right: 4))
    #expect(RunLoopMode.commonModes == .common && RunLoop.Mode.defaultRunLoopMode == .default)
    #expect(UIFontTextStyle.body == UIFont.TextStyle.body)
  }

  @Test("what is written as text is read back; other text is zero, or the identity") func texts() {
    let transform = CGAffineTransform(a: 1, b: 0.5, c: -2, d: 3, tx: 4, ty: -5.25)
    #expect(NSCoder.string(for: transform) == "[1, 0.5, -2, 3, 4, -5.25]")
    #expect(NSCoder.cgAffineTransform(for: "[1, 0.5, -2, 3, 4, -5.25]") == transform)
    #expect(NSCoder.cgAffineTransform(for: "[1, 2]") == .identity && NSCoder.cgAffineTransform(for: "") == .identity)
    let nothing = CGAffineTransform(a: 0, b: 0, c: 0, d: 0, tx: 0, ty: 0)
    #expect(NSCoder.cgAffineTransform(for: "[0, 0, 0, 0, 0, 0]") == nothing)
    // Brackets of another kind are other text.
    #expect(NSCoder.cgAffineTransform(for: "{1, 0, 0, 1, 2, 3}") == .identity)
    #expect(NSCoder.cgPoint(for: "[1, 2]") == .zero && NSCoder.cgPoint(for: "{1, 2}") == CGPoint(x: 1, y: 2))
    let vector = CGVector(dx: 1.5, dy: -2)
    #expect(NSCoder.string(for: vector) == "{1.5, -2}" && NSCoder.cgVector(for: "{1.5, -2}") == vector)
    #expect(NSCoder.cgVector(for: "{1.5, nan}") == .zero)
    let insets = UIEdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
    #expect(NSCoder.string(for: insets) == "{1, 2, 3, 4}" && NSCoder.uiEdgeInsets(for: "{1, 2, 3, 4}") == insets)
  }

  @Test("data of bytes is a copy of them; lengths that are none make no data") func data() throws {
    let bytes: [UInt8] = [3, 1, 4]
    #expect(CFDataCreate(nil, bytes, 3) == Data(bytes) && CFDataCreate(nil, bytes, 0) == Data())
    #expect(CFDataCreate(nil, bytes, -1) == nil && CFDataCreate(nil, nil, 2) == nil)
    let growing = try #require(CFDataCreateMutable(nil, 0))
    growing.append(Data(bytes))
    #expect(growing.length == 3)
  }
}
