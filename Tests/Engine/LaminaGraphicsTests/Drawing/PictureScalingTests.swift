// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaGraphics
import Testing

/// Pictures that are drawn smaller, and ones that are repeated.
@Suite struct PictureScalingTests {
  private func context(_ width: Int, _ height: Int) throws -> CGContext {
    try #require(CGContext(width: width, height: height))
  }

  /// The first component of each pixel of a row.
  private func row(_ context: CGContext, _ y: Int = 0) throws -> [Int] {
    let image = try #require(context.makeImage())
    return (0..<image.width).map { Int(image.premultipliedRGBA[4 * (y * image.width + $0)]) }
  }

  /// Two halves, red and green.
  private func tile(_ side: Int) throws -> CGImage {
    try #require(CGImage(width: side, height: side) { x, _ in 2 * x < side ? [255, 0, 0, 255] : [0, 255, 0, 255] })
  }

  @Test(
    "tiles lie on whole pixels, wherever the matrix puts them",
    arguments: [(0.2, 1.0), (0.5, 1), (-7.7, 1), (0, 0.998), (0.3, 1.003), (0.1, 1.37), (0, 0.51)])
  func tiles(_ offset: Double, _ scale: Double) throws {
    let page = try context(1000, 20)
    page.interpolationQuality = .none
    page.translateBy(x: offset, y: 0)
    page.scaleBy(x: scale, y: 1)
    page.draw(try tile(20), in: CGRect(x: 0, y: 0, width: 20, height: 20), byTiling: true)
    let pixels = try row(page)
    #expect(pixels.filter { $0 != 0 && $0 != 255 } == [])
    // Tiles do not drift from where the matrix has them.
    for x in 0..<1000 {
      let place = ((Double(x) + 0.5 - offset) / scale / 20)
      let phase = place - place.rounded(.down)
      guard min(phase, abs(phase - 0.5), 1 - phase) * 20 * scale > 1.01 else { continue }
      #expect(pixels[x] == (phase < 0.5 ? 255 : 0), "\(x)")
    }
  }

  @Test("the edge of a clip is the only mixed pixel of tiles")
  func clippedTiles() throws {
    let page = try context(120, 20)
    page.translateBy(x: 0.2, y: 0)
    page.clip(to: CGRect(x: 20, y: 0, width: 80, height: 20))
    page.draw(try tile(20), in: CGRect(x: 0, y: 0, width: 20, height: 20), byTiling: true)
    let pixels = try row(page, 10)
    #expect(pixels[22..<98].allSatisfy { $0 == 0 || $0 == 255 } && pixels[10] == 0 && abs(pixels[20] - 204) <= 1)
  }

  @Test("tiles that are turned, tiny or huge are drawn, too", arguments: [0.01, 0.5, 1, 3e4, 1e12])
  func otherTiles(_ side: Double) throws {
    for angle in [0, 0.3, Double.pi / 2] {
      let page = try context(30, 30)
      page.rotate(by: angle)
      let white = try #require(CGImage(width: 2, height: 2) { _, _ in [255, 255, 255, 255] })
      page.draw(white, in: CGRect(x: 0, y: 0, width: side, height: side), byTiling: true)
      if side < 1e6 { #expect(try row(page, 15).allSatisfy { $0 >= 254 }, "\(angle)") }
    }
  }

  @Test("a smaller picture is weighed by Catmull-Rom's kernel, stretched by the scale", arguments: [2, 3, 4, 6])
  func smaller(_ scale: Int) throws {
    // A step, whose edge lies inside a pixel of the result.
    let (count, edge) = (20, 31)
    let source = try #require(
      CGImage(width: count * scale, height: scale * 8) { x, _ in x < edge ? [0, 0, 0, 255] : [200, 200, 200, 255] })
    func kernel(_ x: Double) -> Double {
      let x = abs(x)
      if x < 1 { return 1.5 * x * x * x - 2.5 * x * x + 1 }
      return x < 2 ? -0.5 * x * x * x + 2.5 * x * x - 4 * x + 2 : 0
    }
    let page = try context(count, 8)
    page.draw(source, in: CGRect(x: 0, y: 0, width: count, height: 8))
    let pixels = try row(page, 4)
    for x in 3..<(count - 3) {
      let middle = (Double(x) + 0.5) * Double(scale)
      var (sum, weights) = (0.0, 0.0)
      for texel in 0..<(count * scale) {
        let weight = kernel((Double(texel) + 0.5 - middle) / Double(scale))
        (sum, weights) = (sum + (texel < edge ? 0 : 200 * weight), weights + weight)
      }
      #expect(abs(Double(pixels[x]) - min(max(sum / weights, 0), 255)) <= 3, "\(x): \(pixels[x]), \(sum / weights)")
    }
  }
}
