// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaExport
import LaminaTestSupport
import Testing

/// The colours of videos by their numbers: a pixel's luma and colour differences by the sums of ITU-R
/// BT.601, BT.709, BT.2020 and BT.2100, computed here.
@Suite(.enabled(if: Films.hasEncoder, "there is no ffmpeg here"))
struct VideoColorTests {
  /// The meaning of the numbers of a clip.
  struct Meaning: Sendable, CustomTestStringConvertible {
    var matrix: String
    var transfer = "bt709"
    var isFullRange = false
    var bits = 8
    var testDescription: String { "\(matrix), \(transfer), \(isFullRange ? "full" : "limited"), \(bits) bits" }

    /// The weights of red and blue in luma.
    var weights: (red: Double, blue: Double) {
      switch matrix {
      case "bt709": (0.2126, 0.0722)
      case "smpte170m": (0.299, 0.114)
      default: (0.2627, 0.0593)
      }
    }

    /// The numbers of a colour, 0...1 as it is encoded.
    func numbers(_ color: [Double]) -> [Int] {
      let (red, blue) = weights
      let luma = red * color[0] + (1 - red - blue) * color[1] + blue * color[2]
      let differences = [(color[2] - luma) / (2 - 2 * blue), (color[0] - luma) / (2 - 2 * red)]
      let (scale, top) = (Double(1 << (bits - 8)), Double(1 << bits) - 1)
      let first = isFullRange ? luma * top : (16 + 219 * luma) * scale
      let others = differences.map { isFullRange ? (top + 1) / 2 + $0 * top : (128 + 224 * $0) * scale }
      return ([first] + others).map { Int(clamping: min(max($0.rounded(), 0), top)) }
    }
  }

  private static let (width, height, patch) = (256, 32, 32)

  /// Makes a clip with patches side by side, without loss, and gives what a layer shows in the middle of each.
  private func shown(_ colors: [[Double]], _ meaning: Meaning) throws -> [[Double]] {
    let folder = try TemporaryFolder()
    let numbers = colors.map(meaning.numbers)
    var bytes: [UInt8] = []
    for plane in 0..<3 {
      for _ in 0..<Self.height {
        for column in 0..<Self.width {
          let value = numbers[min(column / Self.patch, numbers.count - 1)][plane]
          bytes.append(UInt8(value & 0xFF))
          if meaning.bits > 8 { bytes.append(UInt8(value >> 8)) }
        }
      }
    }
    try Data(bytes + bytes + bytes).write(to: folder.url.appendingPathComponent("raw.yuv"))
    let format = meaning.bits > 8 ? "yuv444p10le" : "yuv444p"
    let primaries = meaning.matrix.hasPrefix("bt2020") ? "bt2020" : meaning.matrix
    let outcome = try LaminaTool.shell(
      """
      ffmpeg -v error -y -f rawvideo -pix_fmt \(format) -video_size \(Self.width)x\(Self.height) -framerate 25 -i raw.yuv \
      -c:v ffv1 -colorspace \(meaning.matrix) -color_primaries \(primaries) -color_trc \(meaning.transfer) \
      -color_range \(meaning.isFullRange ? "pc" : "tv") clip.mkv
      """, in: folder.url)
    try #require(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    let clip = try VideoClip(folder.path("clip.mkv"))
    #expect(clip.color.matrix == meaning.matrix && clip.color.transfer == meaning.transfer)
    #expect(clip.color.isFullRange == meaning.isFullRange)
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: Self.width, height: Self.height)
    let layer = AVPlayerLayer(player: AVPlayer(url: URL(fileURLWithPath: folder.path("clip.mkv"))))
    layer.frame = root.bounds
    root.addSublayer(layer)
    let result = try Renderer(.cpu(threads: 1)).render(Scene(root: root, hostIsFlipped: false), at: 0)
    #expect(result.diagnostics.isEmpty, "\(result.diagnostics)")
    return colors.indices.map { index in
      let pixel = result.image.pixel(index * Self.patch + Self.patch / 2, Self.height / 2)
      return pixel[..<3].map { Double($0) / 255 }
    }
  }

  @Test(
    "standard range: numbers come back as the colours that they were made of",
    arguments: ["bt709", "smpte170m", "bt2020nc"].flatMap { matrix in
      [false, true].flatMap { isFull in
        [8, 10].map { Meaning(matrix: matrix, isFullRange: isFull, bits: $0) }
      }
    })
  func standardRange(_ meaning: Meaning) throws {
    let colors = [
      [0, 0, 0], [1, 1, 1], [0.5, 0.5, 0.5], [0.8, 0.2, 0.1], [0.1, 0.7, 0.3], [0.2, 0.3, 0.9], [0.9, 0.8, 0.1],
      [0.02, 0.03, 0.02],
    ]
    for (color, seen) in zip(colors, try shown(colors, meaning)) {
      for (wanted, value) in zip(color, seen) {
        // Eight bits of luma in limited range are 219 steps, and colour differences add their own rounding.
        #expect(abs(wanted - value) <= (meaning.bits > 8 ? 1.6 : 3) / 255, "\(color) is \(seen)")
      }
    }
  }

  @Test("10 bits make steps of 8 bits that 8 bits in limited range cannot") func depth() throws {
    // 64 steps of a tenth of the range: those of 219 miss some of the 255.
    let levels = (0..<8).map { 100.0 / 255 + Double($0) / 255 }
    let colors = levels.map { [$0, $0, $0] }
    let seen = try shown(colors, Meaning(matrix: "bt709", bits: 10)).map { $0[0] * 255 }
    #expect(zip(seen.dropFirst(), seen).allSatisfy { $0 - $1 == 1 }, "\(seen)")
  }

  /// PQ of BT.2100: the number for candelas a square metre.
  private func perceptual(_ light: Double) -> Double {
    let power = pow(light / 10000, 0.1593017578125)
    return pow((0.8359375 + 18.8515625 * power) / (1 + 18.6875 * power), 78.84375)
  }

  @Test("high range: what is well below paper white keeps its light, and what is brighter stays apart") func highRange()
    throws
  {
    // Paper white is 203 candelas; greys, since these are the same in all primaries.
    let shares = [0.02, 0.05, 0.1, 0.2, 0.28, 0.6, 1.0, 2.0]
    let colors = shares.map { Array(repeating: perceptual(203 * $0), count: 3) }
    let seen = try shown(colors, Meaning(matrix: "bt2020nc", transfer: "smpte2084", bits: 10))
    for (share, pixel) in zip(shares, seen) where share < 0.3 {
      let wanted = share <= 0.0031308 ? 12.92 * share : 1.055 * pow(share, 1 / 2.4) - 0.055
      for value in pixel { #expect(abs(value - wanted) <= 3.0 / 255, "\(share): \(pixel), not \(wanted)") }
    }
    let greys = seen.map { $0[1] }
    #expect(zip(greys, greys.dropFirst()).allSatisfy { $1 - $0 > 4.0 / 255 }, "\(greys)")
    // HLG: the same order, from black to its brightest.
    let levels = [0, 0.1, 0.25, 0.4, 0.5, 0.65, 0.75, 0.95].map { [$0, $0, $0] }
    let hybrid = try shown(levels, Meaning(matrix: "bt2020nc", transfer: "arib-std-b67", bits: 10)).map { $0[1] }
    #expect(hybrid[0] < 2.0 / 255 && hybrid[7] <= 1)
    #expect(zip(hybrid, hybrid.dropFirst()).allSatisfy { $1 - $0 > 2.0 / 255 }, "\(hybrid)")
  }
}
