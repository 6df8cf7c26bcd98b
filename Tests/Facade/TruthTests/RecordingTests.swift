// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// A sample against a recording of a phone that shows it. The numbers are measured: of frames 5 to 14 of the recording,
// fifteen a second, by how far each of the five squares is turned, clockwise on the screen, modulo a quarter turn.

import Foundation
import Lamina
import LaminaTestSupport
import Testing

@Suite(.enabled(if: Sample.folder != nil, "no ../shared/samples beside the package"))
struct RecordingTests {
  /// Degrees, from the largest square to the smallest; a row is a frame.
  static let recorded: [[Double]] = [
    [13.36, 26.65, 40.02, 53.40, 67.08], [19.39, 38.70, 58.02, 77.36, 6.14], [25.31, 50.67, 76.01, 11.27, 36.20],
    [31.32, 62.63, 3.99, 35.36, 67.13], [37.23, 74.58, 21.95, 59.32, 6.03], [43.26, 86.54, 39.91, 83.05, 35.73],
    [49.35, 8.58, 57.84, 17.01, 66.59], [55.35, 20.54, 75.95, 41.16, 5.89], [61.28, 32.48, 3.79, 65.09, 35.83],
    [67.27, 44.39, 21.84, 88.93, 66.93],
  ]

  /// The time of the first row, from its largest square, which turns by a quarter a second; the only number that is
  /// fitted.
  static let firstTime = 13.36 / 90

  @Test("the squares turn as on the phone: the same way, as fast, in the same phase", arguments: 0..<10)
  func spinningSquares(_ frame: Int) throws {
    let folder = try #require(Sample.folder)
    let sample = try #require(Sample.all.first { $0.path.contains("spinning-squares") })
    let wallpaper = (sample.path as NSString).deletingLastPathComponent
    let scene = try SceneReader().read(folder.appendingPathComponent(wallpaper).path)
    let time = Self.firstTime + Double(frame) / 15
    let drawn = try SharedRenderers.draw(scene.root, at: time, hostIsFlipped: scene.hostIsFlipped, on: .cpu).image
    for (index, expected) in Self.recorded[frame].enumerated() {
      let turned = Self.turn(ofSquare: index, in: drawn)
      let difference = (turned - expected + 45).truncatingRemainder(dividingBy: 90) - 45
      // The smallest square is 40 pixels wide in the recording, and dithered.
      #expect(abs(difference) < (index == 4 ? 1.5 : 1), "square \(index): \(turned), recorded \(expected)")
    }
  }

  /// How far a square is turned, in degrees from 0 to 90: the fourth moment of its pixels points to its corners.
  private static func turn(ofSquare index: Int, in image: CGImage) -> Double {
    // Each square lies within the larger ones and lets a quarter of its colour through: red rises inwards.
    let threshold = [32, 88, 130, 161, 185][index]
    var pixels: [(x: Double, y: Double)] = []
    for y in 252..<592 {
      for x in 25..<365 where Int(image.pixel(x, y)[0]) > threshold { pixels.append((Double(x), Double(y))) }
    }
    let count = Double(max(pixels.count, 1))
    let middle = (x: pixels.map(\.x).reduce(0, +) / count, y: pixels.map(\.y).reduce(0, +) / count)
    var (real, imaginary) = (0.0, 0.0)
    for pixel in pixels {
      let (x, y) = (pixel.x - middle.x, pixel.y - middle.y)
      // (x + iy)^4
      let (a, b) = (x * x - y * y, 2 * x * y)
      real += a * a - b * b
      imaginary += 2 * a * b
    }
    let angle = atan2(-imaginary, -real) * 180 / .pi / 4
    return angle < 0 ? angle + 90 : angle
  }
}
