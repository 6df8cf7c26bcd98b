// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaTestSupport
import Testing

/// Trees in space that a ray caster drew: many samples a pixel, each of which meets the planes by itself.
@Suite struct SpaceTrialTests {
  private static let folder = PackageFolder.shared("trials/space")

  /// A tree at two pixels a point on white, and the ray caster's picture of it.
  private func trial(_ name: String, on backEnd: BackEnd) throws -> (drawn: CGImage, oracle: CGImage) {
    let folder = try #require(Self.folder)
    let scene = try DocumentReader().read(folder.appendingPathComponent(name + ".caml").path)
    let oracle = try ImageDecoder().decode(contentsOf: folder.appendingPathComponent(name + "-oracle.png").path).image
    var options = PlanOptions()
    options.scale = 2
    options.background = CGColor(srgbRed: 1, green: 1, blue: 1, alpha: 1)
    let drawn = try SharedRenderers.draw(
      scene.root, hostIsFlipped: scene.hostIsFlipped, options: options, on: backEnd)
    return (drawn.image, oracle)
  }

  private static let names = (folder.flatMap { try? FileManager.default.contentsOfDirectory(atPath: $0.path) } ?? [])
    .filter { $0.hasSuffix(".caml") }.map { String($0.dropLast(5)) }.sorted()

  /// Cuts are hard, so that a pixel on one shows one of two planes: along each, up to half of the difference of both.
  @Test(
    "D3-2: within .3 % of the picture", .enabled(if: folder != nil, "no ../shared/trials beside the package"),
    arguments: names, SharedRenderers.available)
  func trees(_ name: String, on backEnd: BackEnd) throws {
    let (drawn, oracle) = try trial(name, on: backEnd)
    let pixels = drawn.width * drawn.height * 3 / 1000
    let wrong = PictureExpectation.mismatch(drawn, oracle, tolerance: 32, pixels: pixels)
    #expect(wrong == nil, "\(wrong ?? "")")
  }

  @Test(
    "CLIP-4: a clip that a ray caster drew", .enabled(if: folder != nil, "no ../shared/trials beside the package"),
    arguments: SharedRenderers.available)
  func clipTrial(on backEnd: BackEnd) throws {
    let (drawn, oracle) = try trial("clip-rim-shows-what-is-below", on: backEnd)
    #expect(PictureExpectation.mismatch(drawn, oracle, tolerance: 8) == nil)
  }

  /// The coverage of pixels by a rounded box, two pixels a point, whose edges are ramps one pixel wide (GROUP-3).
  private func coverage(_ place: SIMD2<Double>, of half: SIMD2<Double>, radius: Double) -> Double {
    func ramp(_ points: Double) -> Double { min(max(2 * points + 0.5, 0), 1) }
    let (across, down) = (abs(place.x), abs(place.y))
    let straight = ramp(half.x - across) * ramp(half.y - down)
    let corner = SIMD2(across, down) - (half - radius)
    guard corner.x > 0, corner.y > 0 else { return straight }
    return min(straight, ramp(radius - (corner * corner).sum().squareRoot()))
  }

  /// The tree with the border in closed form: a red box in a black card with a border of .7 white, all turned by 11
  /// degrees, on white.
  private func borderTrial(_ x: Int, _ y: Int) -> SIMD4<Double> {
    let (cosine, sine) = (cos(11 * Double.pi / 180), sin(11 * Double.pi / 180))
    let apart = SIMD2(Double(x) + 0.5, Double(y) + 0.5) / 2 - SIMD2(200.3, 140.4)
    let place = SIMD2(apart.x * cosine + apart.y * sine, apart.y * cosine - apart.x * sine)
    let card = coverage(place, of: SIMD2(100, 80), radius: 60)
    let inside = coverage(place, of: SIMD2(94, 74), radius: 54)
    let red = coverage(place + SIMD2(10, 0), of: SIMD2(30, 20), radius: 0)
    let white = (1 - card) + 0.7 * max(0, card - inside)
    return 255 * SIMD4(white + red * inside, white, white, 1)
  }

  private func levels(_ first: SIMD4<Double>, _ second: SIMD4<Double>) -> Double {
    max((first - second).max(), (second - first).max())
  }

  /// The ray caster's samples are up to 11.6 levels off the areas of pixels along edges that are nearly upright, and
  /// ramps up to 8 at the round corners. Where both meet, the closed form alone decides.
  @Test(
    "PAINT-3: a border that a ray caster drew", .enabled(if: folder != nil, "no ../shared/trials beside the package"),
    arguments: SharedRenderers.available)
  func borderTrial(on backEnd: BackEnd) throws {
    let (image, oracle) = try trial("border-over-sublayers-shows-background-at-its-rim", on: backEnd)
    let (drawn, cast) = (PixelGrid(image), PixelGrid(oracle))
    var (excepted, wrong) = (0, [String]())
    for index in drawn.pixels.indices {
      let expected = borderTrial(index % drawn.width, index / drawn.width)
      let (pixel, oracle) = (SIMD4<Double>(drawn.pixels[index]), SIMD4<Double>(cast.pixels[index]))
      let isExcepted = levels(expected, oracle) > 7
      if isExcepted { excepted += 1 }
      if levels(expected, pixel) > 2 || (!isExcepted && levels(oracle, pixel) > 8) {
        wrong.append("\(pixel), not \(expected) or \(oracle), at (\(index % drawn.width), \(index / drawn.width))")
      }
    }
    #expect(wrong.isEmpty, "\(wrong.count) pixels, \(wrong.first ?? "")")
    #expect(excepted < 100, "of 480,000 pixels")
  }
}
