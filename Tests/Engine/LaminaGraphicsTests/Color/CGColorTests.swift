// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGraphics
import Testing

@Suite struct CGColorTests {
  @Test func componentsAreKeptUnclamped() {
    let color = CGColor(srgbRed: 1.5, green: -0.25, blue: 0.5, alpha: 0.75)
    #expect(color.components == [1.5, -0.25, 0.5, 0.75])
    #expect(color.numberOfComponents == 4)
    #expect(color.alpha == 0.75)
    #expect(color.colorSpace?.name == CGColorSpace.sRGB)
  }

  @Test(arguments: [(2.0, 1.0), (-1.0, 0.0), (.nan, 0.0), (.infinity, 1.0), (0.25, 0.25)])
  func alphaIsClamped(given: CGFloat, stored: CGFloat) {
    #expect(CGColor(gray: 1, alpha: given).alpha == stored)
    #expect(CGColor.white.copy(alpha: given)?.alpha == stored)
  }

  @Test(arguments: [CGFloat.nan, .infinity, -.infinity, 1e300])
  func componentsThatAreNoNumbersAreZero(component: CGFloat) {
    #expect(
      CGColor(srgbRed: component, green: 1, blue: component, alpha: 1)
        == CGColor(srgbRed: 0, green: 1, blue: 0, alpha: 1))
  }

  @Test func namedColors() {
    #expect(CGColor.black.components == [0, 1] && CGColor.black == CGColor(srgbRed: 0, green: 0, blue: 0, alpha: 1))
    #expect(CGColor.white.components == [1, 1] && CGColor.white == CGColor(srgbRed: 1, green: 1, blue: 1, alpha: 1))
    #expect(CGColor.clear.components == [0, 0] && CGColor.clear == CGColor(srgbRed: 0, green: 0, blue: 0, alpha: 0))
    #expect(CGColor(gray: 0.25, alpha: 0.5).numberOfComponents == 2)
    #expect(CGColor(genericGrayGamma2_2Gray: 0.5, alpha: 1).numberOfComponents == 2)
  }

  @Test func inks() {
    let color = CGColor(genericCMYKCyan: 1, magenta: 0.5, yellow: 0, black: 0.5, alpha: 1)
    #expect(color.components == [0, 0.25, 0.5, 1])
  }

  @Test func premultiplying() {
    #expect(CGColor(srgbRed: 1, green: 0.5, blue: 0, alpha: 0.5).premultiplied == [0.5, 0.25, 0, 0.5])
  }
}
