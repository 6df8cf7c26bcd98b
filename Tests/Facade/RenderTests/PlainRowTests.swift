// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaTestSupport
import Testing

/// On the CPU, rows of tiles that mostly show one colour are filled with it before anything is drawn on them, where
/// few threads share many rows.
@Suite struct PlainRowTests {
  /// A page of texts and lines with some of other things among them.
  ///
  /// - Parameter share: How much of the page other things may cover: many of them leave no row plain.
  private static func page(_ random: inout RandomTree, share: Double) -> CALayer {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 653, height: 420)
    // A page of one colour, one that shows through, and none.
    if random.chance(0.7) {
      root.backgroundColor =
        random.chance(0.6) ? CGColor(srgbRed: 0.93, green: 0.9, blue: 0.8, alpha: 1) : random.color()
    }
    // Photographs side by side, a texel a pixel, one of which may let something through.
    for column in 0..<(random.chance(0.4) ? 4 : 0) {
      let photograph = CALayer()
      photograph.frame = CGRect(x: 167 * column, y: 64, width: 166, height: 300)
      let alpha: UInt8 = random.chance(0.2) ? 200 : 255
      photograph.contents = CGImage(width: 166, height: 300) { x, y in
        SIMD4(UInt8(x), UInt8(y % 200), UInt8((x * y + column) % 200), alpha)
      }
      root.addSublayer(photograph)
    }
    for line in 0..<50 where !random.chance(share < 0.05 ? 0.5 : 0) {
      let layer: CALayer
      if random.chance(share) {
        layer = CALayer()
        layer.backgroundColor = random.color()
        layer.cornerRadius = random.chance(0.5) ? 4 : 0
        if random.chance(0.3) { random.addContents(to: layer) }
        if random.chance(0.2) { layer.shadowOpacity = 0.5 }
      } else if random.chance(0.3) {
        let shape = CAShapeLayer()
        let path = CGMutablePath()
        path.move(to: CGPoint(x: 0, y: random.number(0, 9)))
        path.addLine(to: CGPoint(x: random.number(10, 200), y: random.number(0, 9)))
        (shape.path, shape.strokeColor, shape.lineWidth) = (path, random.color(), random.number(0.5, 3))
        layer = shape
      } else {
        let text = CATextLayer()
        (text.string, text.fontSize, text.foregroundColor) = ("Line \(line) of a page", 9, random.color())
        layer = text
      }
      layer.frame = CGRect(
        x: random.number(-10, 520), y: Double(line / 2 * 17) + random.number(0, 3), width: 150, height: 15)
      root.addSublayer(layer)
    }
    return root
  }

  /// A pane that reads what is behind it, so that its pass goes on in the pixels of another one, and over that a panel
  /// that hides most of it.
  private static func panelOverGlass(_ random: inout RandomTree) -> CALayer {
    let root = page(&random, share: 0.6)
    let glass = CALayer()
    glass.frame = CGRect(x: random.number(0, 60), y: 40, width: 40, height: 300)
    let blur = CAFilter(type: "gaussianBlur")
    blur.setValue(4, forKey: "inputRadius")
    glass.backgroundFilters = [blur]
    root.addSublayer(glass)
    let panel = CALayer()
    panel.frame = CGRect(x: 128, y: 0, width: 600, height: 420)
    panel.backgroundColor = CGColor(srgbRed: 0.2, green: 0.3, blue: 0.4, alpha: 1)
    root.addSublayer(panel)
    return root
  }

  @Test("what another pass left is not laid over", arguments: 0..<6)
  func panels(seed: Int) throws {
    var random = RandomTree(changes: 13_000 + seed)
    try Self.expectSame(Self.panelOverGlass(&random))
  }

  @Test("what is laid down first shows in no pixel", arguments: 0..<40)
  func pages(seed: Int) throws {
    var random = RandomTree(changes: 12_000 + seed)
    try Self.expectSame(Self.page(&random, share: [0, 0.03, 0.1, 0.6][seed % 4]))
  }

  private static func expectSame(_ page: CALayer) throws {
    // Fourteen rows of tiles: threads take whole rows of them where there are one or three, and tiles where there are
    // eight.
    let tiles = try Renderer(.cpu(threads: 8)).render(page).image
    for threads in [1, 3] {
      let renderer = try Renderer(.cpu(threads: threads))
      renderer.drawsChangesOnly = false
      // Twice, the second time into memory that holds the picture before: it has a mebibyte, so it is kept.
      for _ in 0..<2 {
        let rows = try renderer.render(page).image
        #expect(rows.premultipliedRGBA == tiles.premultipliedRGBA && rows.isOpaque == tiles.isOpaque)
      }
      var options = RenderOptions()
      options.strategy = .painter
      #expect(try renderer.render(page, options: options).image.premultipliedRGBA == tiles.premultipliedRGBA)
    }
  }
}
