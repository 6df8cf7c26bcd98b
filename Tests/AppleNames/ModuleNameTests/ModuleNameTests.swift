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

  @Test("nothing of ours imports the modules that clients import, but their tests") func importers() throws {
    let names = ["CoreGraphics", "CoreText", "ImageIO"]
    for path in PackageFolder.files(under: "Sources") where path.hasSuffix(".swift") {
      let text = try PackageFolder.text(path)
      for name in names { #expect(!text.contains("import \(name)\n"), "\(path) imports \(name)") }
    }
  }
}
