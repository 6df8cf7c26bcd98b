// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// swift-format-ignore-file: NeverForceUnwrap
import Foundation
import Lamina
import LaminaTestSupport
import LaminaVideo
import Testing

/// Layers over a video reach its planes: half-covered edges have the colours of the layers that cover them.
@Suite(.enabled(if: Films.hasEncoder, "there is no ffmpeg here"))
struct OverlayPlanesTests {
  /// A colour converted by BT.601 or BT.709, each component 0...1.
  private static func planes(_ color: SIMD3<Double>, _ matrix: String, isFull: Bool) -> SIMD3<Double> {
    let (red, blue) = matrix == "bt709" ? (0.2126, 0.0722) : (0.299, 0.114)
    let luma = color.x * red + color.y * (1 - red - blue) + color.z * blue
    let (u, v) = ((color.z - luma) / (2 * (1 - blue)), (color.x - luma) / (2 * (1 - red)))
    return isFull
      ? SIMD3(255 * luma, 128 + 255 * u, 128 + 255 * v) : SIMD3(16 + 219 * luma, 128 + 224 * u, 128 + 224 * v)
  }

  @Test(
    "colours, their edges and their alpha, by every matrix and range",
    arguments: [("bt709", "tv"), ("bt709", "pc"), ("smpte170m", "tv"), ("smpte170m", "pc")],
    [SIMD4<Double>(1, 0, 0, 1), SIMD4(0, 0, 1, 1), SIMD4(1, 1, 0, 0.5), SIMD4(0.2, 0.6, 0.4, 0.25), SIMD4(1, 1, 1, 1)])
  func colors(_ kind: (String, String), _ color: SIMD4<Double>) throws {
    let (matrix, range) = kind
    let folder = try TemporaryFolder()
    let made = try LaminaTool.shell(
      "ffmpeg -v error -f lavfi -i color=gray:size=64x48:rate=10:duration=0.5 -vf scale=out_color_matrix=\(matrix):out_range=\(range),format=yuv420p "
        + "-colorspace \(matrix) -color_primaries \(matrix) -color_trc bt709 -color_range \(range) -c:v libx264 -crf 0 clip.mp4",
      in: folder.url)
    try #require(made.status == 0, "\(made.errors)")
    let components = (0..<3).map { "\(color[$0])" }.joined(separator: " ")
    // Its right edge lies in the middle of a pixel, and of a sample of chroma.
    try Data(
      """
      <caml xmlns="http://www.apple.com/CoreAnimation/1.0"><CALayer bounds="0 0 64 48" geometryFlipped="1"><sublayers>
      <CALayer bounds="0 0 20.5 20" position="20.25 20" opacity="\(color.w)"><backgroundColor value="\(components)"/></CALayer>
      </sublayers></CALayer></caml>
      """.utf8
    ).write(to: folder.url.appendingPathComponent("title.caml"))
    let outcome = try LaminaTool.shell(
      """
      lamina export title.caml --over clip.mp4 -o film.mp4 -q --renderer cpu --crf 0 \
      && for f in clip film; do ffmpeg -v error -i $f.mp4 -frames:v 1 -f rawvideo $f.yuv; done
      """, in: folder.url)
    try #require(outcome.status == 0, "\(outcome.errors)")
    let (before, after) = try (
      [UInt8](#require(FileManager.default.contents(atPath: folder.path("clip.yuv")))),
      [UInt8](#require(FileManager.default.contents(atPath: folder.path("film.yuv"))))
    )
    try #require(before.count == 64 * 48 * 3 / 2 && after.count == before.count)
    let wanted = Self.planes(SIMD3(color.x, color.y, color.z), matrix, isFull: range == "pc")
    func check(_ place: Int, _ value: Double, _ alpha: Double, _ tolerance: Double) {
      let expected = Double(before[place]) * (1 - alpha) + value * alpha
      #expect(abs(Double(after[place]) - expected) <= tolerance, "\(place): \(after[place]), \(expected)")
    }
    // Inside, outside, and the pixel at the edge, of which half is covered.
    check(20 * 64 + 20, wanted.x, color.w, 1.5)
    check(20 * 64 + 40, wanted.x, 0, 0)
    check(20 * 64 + 30, wanted.x, color.w / 2, 2.5)
    for (plane, value) in [(0, wanted.y), (1, wanted.z)] {
      let start = 64 * 48 + plane * 32 * 24 + 10 * 32
      check(start + 10, value, color.w, 1.5)
      check(start + 20, value, 0, 0)
      // Of these two columns a quarter is covered, and half of the left one, which some builds of ffmpeg take for both:
      // the colour there is the colour, only less of it.
      let place = start + 15
      guard abs(value - 128) > 20 else { continue }
      let share = (Double(after[place]) - Double(before[place])) / (value - Double(before[place]))
      #expect(share > color.w * 0.2 && share < color.w * 0.56, "\(place): \(after[place]), \(share)")
    }
  }
}
