// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Compares two pictures as an eye sees them, with tolerance at edges. Antialiasing differs between renderers by parts
// of a pixel, so a pixel within the range of the reference's neighbouring pixels is no error.

internal import Foundation
internal import LaminaGeometry
package import LaminaGraphics

/// The agreement of two pictures of one size.
package struct PerceptualComparison: Sendable {
  /// The share of pixels whose colours are at most ``limit`` apart in CIE-Lab.
  package private(set) var agreeing = 0.0
  /// The share of pixels that lie more than ``levels`` outside the range of the reference's pixels around them.
  package private(set) var outside = 0.0
  /// The CIE-Lab distance of each pixel, row by row, up to 255.
  package private(set) var distances: [UInt8] = []

  /// The largest distance at which two colours count as equal: 3 % of the range of CIE-Lab.
  package static let limit = 3.0
  /// The tolerance of ``outside``, in levels of 255.
  package static let levels = 12

  /// Compares a picture with a reference, over black and over white: the larger distance counts, so that a difference
  /// of alpha alone shows.
  ///
  /// - Returns: `nil` where the sizes differ.
  package init?(_ picture: CGImage, reference: CGImage) {
    guard picture.width == reference.width, picture.height == reference.height else { return nil }
    let pixels = picture.width * picture.height
    distances = [UInt8](repeating: 0, count: pixels)
    var lab = LabTable()
    var agreed = 0
    var strays = 0
    picture.premultipliedRGBA.withUnsafeBufferPointer { ours in
      reference.premultipliedRGBA.withUnsafeBufferPointer { theirs in
        for pixel in 0..<pixels {
          let at = 4 * pixel
          if ours[at] == theirs[at], ours[at + 1] == theirs[at + 1], ours[at + 2] == theirs[at + 2],
            ours[at + 3] == theirs[at + 3]
          {
            agreed += 1
            continue
          }
          let distance = lab.distance(ours, theirs, at)
          distances[pixel] = UInt8(clamping: min(distance.rounded(), 255))
          if distance <= Self.limit { agreed += 1 }
          if Self.isStray(ours, theirs, pixel, reference.width, reference.height) { strays += 1 }
        }
      }
    }
    agreeing = Double(agreed) / Double(max(pixels, 1))
    outside = Double(strays) / Double(max(pixels, 1))
  }

  /// Whether a pixel lies outside the range of the reference's 3 x 3 pixels around it.
  private static func isStray(
    _ ours: UnsafeBufferPointer<UInt8>, _ theirs: UnsafeBufferPointer<UInt8>, _ pixel: Int, _ width: Int, _ height: Int
  ) -> Bool {
    let (y, x) = pixel.quotientAndRemainder(dividingBy: width)
    for component in 0..<4 {
      let value = Int(ours[4 * pixel + component])
      var least = 255
      var most = 0
      for row in max(y - 1, 0)...min(y + 1, height - 1) {
        for column in max(x - 1, 0)...min(x + 1, width - 1) {
          let near = Int(theirs[4 * (row * width + column) + component])
          least = min(least, near)
          most = max(most, near)
        }
      }
      if value < least - levels || value > most + levels { return true }
    }
    return false
  }
}

/// CIE-Lab of sRGB colours (D65).
private struct LabTable {
  private let linear: [Double] = (0...255).map { level in
    let value = Double(level) / 255
    return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
  }

  /// The distance of two premultiplied pixels, over black or white, whichever is larger.
  mutating func distance(_ one: UnsafeBufferPointer<UInt8>, _ two: UnsafeBufferPointer<UInt8>, _ at: Int) -> Double {
    var result = 0.0
    for background in [0, 255] {
      func over(_ pixels: UnsafeBufferPointer<UInt8>) -> SIMD3<Double> {
        let rest = (255 - Int(pixels[at + 3])) * background / 255
        return lab(
          min(Int(pixels[at]) + rest, 255), min(Int(pixels[at + 1]) + rest, 255), min(Int(pixels[at + 2]) + rest, 255))
      }
      let way = over(one) - over(two)
      result = max(result, (way * way).sum().squareRoot())
    }
    return result
  }

  private func lab(_ red: Int, _ green: Int, _ blue: Int) -> SIMD3<Double> {
    let (r, g, b) = (linear[red], linear[green], linear[blue])
    let x = (0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047
    let y = 0.2126729 * r + 0.7151522 * g + 0.0721750 * b
    let z = (0.0193339 * r + 0.1191920 * g + 0.9503041 * b) / 1.08883
    func curve(_ t: Double) -> Double { t > 216.0 / 24389 ? cbrt(t) : (24389.0 / 27 * t + 16) / 116 }
    let (fx, fy, fz) = (curve(x), curve(y), curve(z))
    return SIMD3(116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz))
  }
}
