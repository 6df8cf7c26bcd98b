// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaTestSupport
import Testing
import UIKit

/// Colours by UIKit's documentation.
@Suite struct UIColorTests {
  private func rgba(_ color: UIColor) -> [CGFloat] {
    var (r, g, b, a): (CGFloat, CGFloat, CGFloat, CGFloat) = (-1, -1, -1, -1)
    #expect(color.getRed(&r, green: &g, blue: &b, alpha: &a))
    return [r, g, b, a].map { ($0 * 1e4).rounded() / 1e4 }
  }

  @Test("hues a sixth of a turn apart are the corners of the colour cube")
  func hues() {
    let corners: [[CGFloat]] = [[1, 0, 0], [1, 1, 0], [0, 1, 0], [0, 1, 1], [0, 0, 1], [1, 0, 1], [1, 0, 0]]
    for (index, corner) in corners.enumerated() {
      let color = UIColor(hue: CGFloat(index) / 6, saturation: 1, brightness: 1, alpha: 0.5)
      #expect(rgba(color) == corner + [0.5])
    }
    #expect(rgba(UIColor(hue: 0.3, saturation: 0, brightness: 0.4, alpha: 1)) == [0.4, 0.4, 0.4, 1])
    #expect(rgba(UIColor(hue: 7, saturation: 1, brightness: 1, alpha: 1)) == [1, 0, 0, 1])
  }

  @Test("hue, saturation and brightness come back", arguments: stride(from: 0.01, to: 1, by: 0.07).map { $0 })
  func hueRoundTrip(_ hue: Double) {
    var (h, s, b, a): (CGFloat, CGFloat, CGFloat, CGFloat) = (0, 0, 0, 0)
    let color = UIColor(hue: CGFloat(hue), saturation: 0.6, brightness: 0.8, alpha: 0.25)
    #expect(color.getHue(&h, saturation: &s, brightness: &b, alpha: &a))
    #expect(abs(h - CGFloat(hue)) < 1e-6 && abs(s - 0.6) < 1e-6 && abs(b - 0.8) < 1e-6 && a == 0.25)
  }

  @Test("greys have two components, and are equal to greys only")
  func greys() {
    #expect(UIColor.white == UIColor(white: 1, alpha: 1))
    #expect(UIColor.white != UIColor(red: 1, green: 1, blue: 1, alpha: 1))
    #expect(UIColor.white.cgColor.numberOfComponents == 2)
    #expect(rgba(.gray) == [0.5, 0.5, 0.5, 1])
    #expect(UIColor.red == UIColor(red: 1, green: 0, blue: 0, alpha: 1))
    #expect(UIColor.red.hash == UIColor(red: 1, green: 0, blue: 0, alpha: 1).hash)
    var (white, alpha): (CGFloat, CGFloat) = (0, 0)
    #expect(UIColor(white: 0.3, alpha: 0.7).getWhite(&white, alpha: &alpha))
    #expect(abs(white - 0.3) < 1e-6 && abs(alpha - 0.7) < 1e-6)
    // The luminance of green is the greatest, that of blue the least.
    var values: [CGFloat] = []
    for color in [UIColor.blue, .red, .green] {
      #expect(color.getWhite(&white, alpha: nil))
      values.append(white)
    }
    #expect(values == values.sorted() && values[0] > 0 && values[2] < 1)
  }

  @Test("Display P3 red is redder than sRGB's; its white is white")
  func displayP3() {
    let wide = rgba(UIColor(displayP3Red: 1, green: 0, blue: 0, alpha: 1))
    #expect(wide[0] > 1.08 && wide[1] < -0.2 && wide[2] < -0.1)
    for component in rgba(UIColor(displayP3Red: 1, green: 1, blue: 1, alpha: 1)) { #expect(abs(component - 1) < 1e-3) }
  }

  @Test("another opacity leaves the rest")
  func alpha() {
    #expect(rgba(UIColor.systemBlue.withAlphaComponent(0.3)) == rgba(.systemBlue).dropLast() + [0.3])
    #expect(rgba(UIColor(red: 2, green: 0, blue: 0, alpha: 7)) == [2, 0, 0, 1])
    #expect(rgba(UIColor(red: .nan, green: .infinity, blue: 0, alpha: .nan)) == [0, 0, 0, 0])
  }

  @Test("system colours have the bytes that Apple's guidelines list")
  func system() {
    let listed: [(UIColor, [CGFloat])] = [
      (.systemRed, [255, 59, 48]), (.systemOrange, [255, 149, 0]), (.systemYellow, [255, 204, 0]),
      (.systemGreen, [52, 199, 89]), (.systemBlue, [0, 122, 255]), (.systemIndigo, [88, 86, 214]),
      (.systemGray, [142, 142, 147]), (.systemGray6, [242, 242, 247]), (.systemPurple, [175, 82, 222]),
    ]
    for (color, bytes) in listed { #expect(rgba(color).prefix(3).map { ($0 * 255).rounded() } == bytes) }
    #expect(rgba(.separator).last == 0.29)
  }

  @Test("a provider is asked for the traits")
  func dynamic() {
    let color = UIColor { $0.userInterfaceStyle == .dark ? .white : .red }
    #expect(rgba(color) == [1, 0, 0, 1])
    #expect(color.resolvedColor(with: UITraitCollection(userInterfaceStyle: .dark)) == .white)
    #expect(rgba(color.withAlphaComponent(0.5)) == [1, 0, 0, 0.5])
  }

  @Test("colours fill and stroke what is drawn in the current context, and nothing without one")
  func drawing() throws {
    UIColor.red.set()
    UIRectFill(CGRect(x: 0, y: 0, width: 9, height: 9))
    let image = try #require(
      Pictures.drawn(CGSize(width: 20, height: 20)) {
        UIColor.red.setFill()
        UIColor.blue.setStroke()
        let path = UIBezierPath(rect: CGRect(x: 4, y: 4, width: 12, height: 12))
        path.lineWidth = 4
        path.fill()
        path.stroke()
      })
    #expect(image.pixel(10, 10) == red)
    #expect(image.pixel(4, 10) == blue)
    #expect(image.pixel(1, 1) == clear)
    // A square of 12 with a line of 4 about its edge covers 16 by 16.
    #expect(abs(image.coveredArea - 256) < 0.1)
  }

  @Test("a pattern repeats its picture from the origin, upright")
  func pattern() throws {
    let tile = UIColor(patternImage: UIImage(cgImage: Pictures.quarters()))
    let image = try #require(
      Pictures.drawn(CGSize(width: 12, height: 12)) {
        tile.setFill()
        UIRectFill(CGRect(x: 0, y: 0, width: 12, height: 12))
      })
    for (x, y) in [(0, 0), (4, 0), (8, 8)] {
      #expect(image.pixel(x, y) == red && image.pixel(x + 2, y) == green)
      #expect(image.pixel(x, y + 2) == blue && image.pixel(x + 2, y + 2) == white)
    }
    let view = UIView(frame: CGRect(x: 0, y: 0, width: 8, height: 8))
    view.backgroundColor = tile
    let shown = try Pictures.draw(view, scale: 2)
    #expect(shown.pixel(1, 1) == red && shown.pixel(5, 1) == green && shown.pixel(1, 5) == blue)
    #expect(view.backgroundColor == tile)
    view.backgroundColor = .green
    #expect(try Pictures.draw(view).pixel(3, 3) == green)
    #expect(!tile.getRed(nil, green: nil, blue: nil, alpha: nil))
  }

  @Test("a layer draws the colour of a pattern as a view does")
  func patternOfLayer() throws {
    let tile = UIImage(cgImage: Pictures.quarters())
    let (view, plain) = (UIView(), UIView())
    for each in [view, plain] { each.frame = CGRect(x: 0, y: 0, width: 13, height: 9) }
    view.backgroundColor = UIColor(patternImage: tile)
    // Nobody holds the colour but the layer.
    plain.layer.backgroundColor = UIColor(patternImage: tile).cgColor
    for _ in 0..<200 { _ = UIColor(patternImage: tile) }
    let images = try [view, plain].map { try Pictures.draw($0) }
    #expect(PictureExpectation.mismatch(images[0], images[1]) == nil)
    let size = (width: tile.cgImage?.width ?? 1, height: tile.cgImage?.height ?? 1)
    for (x, y) in [(0, 0), (12, 8), (5, 3), (size.width, size.height)] {
      #expect(images[0].pixel(x, y) == tile.cgImage?.pixel(x % size.width, y % size.height))
    }
    #expect(view.backgroundColor == UIColor(patternImage: tile) && view.backgroundColor?.cgColor.pattern != nil)
  }
}
