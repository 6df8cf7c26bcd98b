// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaTestSupport
import Testing

@Suite struct ModuleNameTests {
  @Test("a program's text becomes a picture by Apple's modules") func picture() throws {
    // A capital H of DejaVu Sans is 1493 of 2048 units high.
    let file = try #require(pictureOfOutlines(of: "HH", size: 204.8))
    let size = try #require(pixelSize(of: file))
    #expect(size.height == 152 && size.width > 200)
    #expect(pictureOfOutlines(of: "", size: 20) == nil)
  }
}
