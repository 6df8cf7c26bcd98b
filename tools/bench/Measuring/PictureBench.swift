// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CPNG
import Foundation
package import Lamina
import ReportText

/// Measures encoding a picture as PNG, by Lamina and by libpng with its defaults, in turn.
package struct PictureCourse: Encodable {
  var name: String
  var lamina: TimeSummary
  var libpng: TimeSummary
  var laminaBytes: Int
  var libpngBytes: Int

  /// Measures a picture, `rounds` times with each encoder.
  init(_ name: String, _ image: CGImage, rounds: Int) throws(GraphicsError) {
    var (ours, theirs): ([Double], [Double]) = ([], [])
    var (ourBytes, theirBytes) = (0, 0)
    for _ in 0..<rounds {
      var stopwatch = Stopwatch()
      ourBytes = try PNGEncoder().encode(image).count
      ours.append(stopwatch.lap())
      theirBytes = Self.encodeByLibpng(image)
      theirs.append(stopwatch.lap())
    }
    self.name = name
    lamina = TimeSummary(seconds: ours)
    libpng = TimeSummary(seconds: theirs)
    (laminaBytes, libpngBytes) = (ourBytes, theirBytes)
  }

  /// The size of libpng's output with its defaults; opaque pictures are written without alpha, as Lamina does.
  private static func encodeByLibpng(_ image: CGImage) -> Int {
    var description = png_image()
    description.version = png_uint_32(PNG_IMAGE_VERSION)
    description.width = png_uint_32(image.width)
    description.height = png_uint_32(image.height)
    // PNG_FORMAT_RGB and PNG_FORMAT_RGBA, which Swift does not import.
    description.format = png_uint_32(image.isOpaque ? 2 : 3)
    let straight = image.straightRGBA()
    var pixels = straight
    if image.isOpaque {
      pixels = [UInt8](unsafeUninitializedCapacity: 3 * image.width * image.height) { bytes, count in
        for pixel in 0..<(image.width * image.height) {
          for component in 0..<3 { bytes[3 * pixel + component] = straight[4 * pixel + component] }
        }
        count = bytes.count
      }
    }
    var bytes = [UInt8](repeating: 0, count: pixels.count + pixels.count / 8 + 65536)
    var count = bytes.count
    guard png_image_write_to_memory(&description, &bytes, &count, 0, pixels, 0, nil) != 0 else { return 0 }
    return count
  }

  /// A picture with the statistics of a photograph: soft shapes, texture at every scale, and a sensor's noise.
  static func makePhotograph(width: Int, height: Int) -> CGImage? {
    func noise(_ x: Int, _ y: Int, _ seed: Int) -> Double {
      var random = SplitMix64(state: UInt64(truncatingIfNeeded: x &* 73_856_093 ^ y &* 19_349_663 ^ seed &* 83_492_791))
      return random.number(in: -1...1)
    }
    func smooth(_ x: Double, _ y: Double, _ seed: Int) -> Double {
      let (column, row) = (Int(clamping: x.rounded(.down)), Int(clamping: y.rounded(.down)))
      let (u, v) = (x - x.rounded(.down), y - y.rounded(.down))
      let top = noise(column, row, seed) * (1 - u) + noise(column + 1, row, seed) * u
      let bottom = noise(column, row + 1, seed) * (1 - u) + noise(column + 1, row + 1, seed) * u
      return top * (1 - v) + bottom * v
    }
    return CGImage(width: width, height: height) { x, y in
      var value = 0.0
      var weight = 60.0
      for octave in 0..<6 {
        let scale = Double(width) / Double(4 << octave)
        value += weight * smooth(Double(x) / scale, Double(y) / scale, octave)
        weight *= 0.55
      }
      let grain = 2.5 * noise(x, y, 99)
      func level(_ base: Double, _ tint: Double) -> UInt8 {
        UInt8(clamping: min(max(base + tint * value + grain, 0), 255))
      }
      return [level(130, 1), level(120, 0.9), level(100 + 40 * Double(y) / Double(height), 0.7), 255]
    }
  }
}

extension [PictureCourse] {
  /// Encodes a flat picture, 100 cards, and one with the statistics of a photograph.
  ///
  /// - Parameters:
  ///   - size: The size of both pictures.
  ///   - rounds: The number of times that each is encoded by each encoder; at least one.
  package static func measure(size: PixelSize, rounds: Int) throws(GraphicsError) -> [PictureCourse] {
    var courses: [PictureCourse] = []
    var options = RenderOptions()
    options.size = size
    let source = CardsScene.makeMoving(count: 100)
    if let flat = try? Renderer(.cpu(threads: nil)).render(source.root, options: options).image {
      courses.append(try PictureCourse("flat (100 cards)", flat, rounds: rounds))
    }
    if let photograph = PictureCourse.makePhotograph(width: size.width, height: size.height) {
      courses.append(try PictureCourse("photograph", photograph, rounds: rounds))
    }
    return courses
  }

  /// A table of times and sizes, with their ratios to libpng's.
  package var text: String {
    var table = TextTable(
      header: ["picture", "lamina ms", "libpng ms", "time", "lamina bytes", "libpng bytes", "size"], rows: [])
    table.rightAligned = [1, 2, 3, 4, 5, 6]
    for course in self {
      table.rows.append([
        course.name, course.lamina.median.formatted(places: 1), course.libpng.median.formatted(places: 1),
        (course.lamina.median / course.libpng.median).formatted(places: 2), "\(course.laminaBytes)",
        "\(course.libpngBytes)", (Double(course.laminaBytes) / Double(course.libpngBytes)).formatted(places: 2),
      ])
    }
    return table.text
  }
}
