// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// swift-format-ignore-file: NeverForceUnwrap
import Foundation
import LaminaTestSupport
import Testing

/// Clips whose pictures say their own number, in twelve blocks of light and dark along their upper edge.
enum NumberedClip {
  static let (width, height) = (320, 180)
  private static let block = 20

  /// Makes a clip by `ffmpeg`.
  ///
  /// - Parameters:
  ///   - encoding: What ffmpeg is told of the output, its name included.
  ///   - rate: Pictures a second.
  ///   - inputs: More inputs, such as a sound.
  static func make(
    _ count: Int, rate: String, inputs: String = "", encoding: String, in folder: TemporaryFolder
  ) throws {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count * width * height * 3 / 2)
    for number in 0..<count { bytes += picture(number) }
    try Data(bytes).write(to: folder.url.appendingPathComponent("raw.yuv"))
    let outcome = try LaminaTool.shell(
      """
      ffmpeg -v error -y -f rawvideo -pix_fmt yuv420p -video_size \(width)x\(height) -framerate \(rate) -i raw.yuv \(inputs) \(encoding)
      rm raw.yuv
      """, in: folder.url)
    try #require(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
  }

  /// The planes of a picture.
  static func picture(_ number: Int) -> [UInt8] {
    var luma = [UInt8](repeating: 60, count: width * height)
    for bit in 0..<12 {
      let value: UInt8 = number >> bit & 1 == 1 ? 235 : 16
      for row in 10..<(10 + block) {
        for column in 0..<block { luma[row * width + 20 + bit * block + column] = value }
      }
    }
    return luma + [UInt8](repeating: 128, count: width * height / 2)
  }

  /// The numbers that the frames of a film show, `stride` times as large as the clip.
  static func numbers(_ name: String, in folder: TemporaryFolder, scale: Int = 1) throws -> [Int] {
    let outcome = try LaminaTool.shell(
      "ffmpeg -v error -i \(name) -fps_mode passthrough -pix_fmt gray -f rawvideo -", in: folder.url)
    try #require(outcome.status == 0, "\(outcome.errors)")
    let (bytes, width, area) = ([UInt8](outcome.outputData), width * scale, width * height * scale * scale)
    return stride(from: 0, to: bytes.count - area + 1, by: area).map { frame in
      (0..<12).reduce(0) { number, bit in
        let (row, column) = ((10 + block / 2) * scale, (20 + bit * block + block / 2) * scale)
        return number | (bytes[frame + row * width + column] > 128 ? 1 << bit : 0)
      }
    }
  }
}
