// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaTestSupport
import Testing

/// A scene without its picture tests nothing; a picture without its scene is never looked at.
@Suite struct ScenePictureTests {
  static let folder = "Tests/Facade/RenderTests/Scenes"

  @Test("every scene of the render tests has its picture, and every picture its scene")
  func pairs() {
    // Files in `assets` or in a `.ca` folder belong to the scene, not to the tests.
    let files = PackageFolder.files(under: Self.folder).filter {
      !$0.contains("/assets/") && (!$0.contains(".ca/") || $0.hasSuffix(".ca/main.caml"))
    }
    let scenes = Set(files.filter { $0.hasSuffix(".caml") }.map { Self.stem(of: $0, "/main.caml", ".caml", ".ca") })
    let pictures = Set(files.filter { $0.hasSuffix(".png") }.map { Self.stem(of: $0, ".png") })
    expectNone(scenes.subtracting(pictures).sorted().map { "\($0).caml:1: no picture beside it" })
    expectNone(pictures.subtracting(scenes).sorted().map { "\($0).png:1: no scene beside it" })
  }

  private static func stem(of path: String, _ suffixes: String...) -> String {
    suffixes.reduce(path) { $0.hasSuffix($1) ? String($0.dropLast($1.count)) : $0 }
  }
}
