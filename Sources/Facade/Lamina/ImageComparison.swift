// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Compares two pictures by their premultiplied components, as they are drawn: colours under zero alpha do not count.

internal import LaminaGeometry
package import LaminaGraphics

/// The differences between two pictures of one size.
package struct ImageComparison: Sendable, Equatable {
  /// The number of pixels that were compared.
  package let pixels: Int
  /// The largest difference of any component, in levels of 255.
  package private(set) var largest = 0
  /// The column of the pixel where the largest difference was first found, from the left.
  package private(set) var worstX = 0
  /// The row of the pixel where the largest difference was first found, from the top.
  package private(set) var worstY = 0
  /// The number of pixels that differ in any component.
  package private(set) var differingPixels = 0
  /// The number of pixels that differ by more than the tolerance.
  package private(set) var pixelsOverTolerance = 0
  /// The mean difference over all components of all pixels, in levels of 255.
  package private(set) var mean = 0.0
  /// The largest difference of each pixel, row by row.
  private let differences: [UInt8]
  private let size: PixelSize

  /// Compares two pictures.
  ///
  /// - Parameters:
  ///   - first: A picture.
  ///   - second: A picture of the same size.
  ///   - tolerance: The largest difference, in levels of 255, that `pixelsOverTolerance` does not count.
  /// - Returns: `nil` where the sizes differ.
  package init?(_ first: CGImage, _ second: CGImage, tolerance: Int = 0) {
    guard first.width == second.width, first.height == second.height else { return nil }
    size = PixelSize(width: first.width, height: first.height)
    pixels = size.area
    let (differences, sum) = Self.differences(first, second)
    self.differences = differences
    mean = Double(sum) / Double(4 * pixels)
    for (index, difference) in differences.enumerated() where difference > 0 {
      differingPixels += 1
      if Int(difference) > tolerance { pixelsOverTolerance += 1 }
      if Int(difference) > largest {
        largest = Int(difference)
        (worstY, worstX) = index.quotientAndRemainder(dividingBy: size.width)
      }
    }
  }

  /// The largest difference of each pixel, and the sum over all components.
  private static func differences(_ first: CGImage, _ second: CGImage) -> ([UInt8], sum: Int) {
    var differences = [UInt8](repeating: 0, count: first.width * first.height)
    var sum = 0
    first.premultipliedRGBA.withUnsafeBufferPointer { a in
      second.premultipliedRGBA.withUnsafeBufferPointer { b in
        for pixel in differences.indices {
          var most: UInt8 = 0
          for component in (4 * pixel)..<(4 * pixel + 4) {
            let difference = a[component] > b[component] ? a[component] - b[component] : b[component] - a[component]
            sum += Int(difference)
            if difference > most { most = difference }
          }
          differences[pixel] = most
        }
      }
    }
    return (differences, sum)
  }

  /// A picture of the differences: opaque grey, black where the pixels are equal, white where the difference is
  /// largest.
  package var picture: CGImage? {
    var bytes = [UInt8](repeating: 255, count: 4 * pixels)
    for (index, difference) in differences.enumerated() {
      let grey = largest == 0 ? 0 : UInt8(Int(difference) * 255 / largest)
      for component in 0..<3 { bytes[4 * index + component] = grey }
    }
    return CGImage(width: size.width, height: size.height, premultipliedRGBA: bytes)
  }
}

extension ImageComparison: CustomStringConvertible {
  /// One line: largest and mean difference, and how many pixels differ.
  package var description: String {
    let percent = 100 * Double(differingPixels) / Double(pixels)
    let place = largest > 0 ? " at (\(worstX), \(worstY))" : ""
    return "largest difference \(largest)\(place), mean \(mean.formatted(places: 4)), "
      + "\(differingPixels) of \(pixels) pixels differ (\(percent.formatted(places: 2)) %)"
  }
}

extension Double {
  /// The number with a fixed number of decimal places, the same in every locale.
  package func formatted(places: Int) -> String {
    guard isFinite, abs(self) < 1e15 else { return "\(self)" }
    var scale = 1
    for _ in 0..<places { scale *= 10 }
    let scaled = Int(clamping: (abs(self) * Double(scale)).rounded())
    let sign = self < 0 && scaled > 0 ? "-" : ""
    guard places > 0 else { return sign + String(scaled) }
    let (whole, fraction) = scaled.quotientAndRemainder(dividingBy: scale)
    let digits = String(fraction)
    return sign + "\(whole)." + String(repeating: "0", count: places - digits.count) + digits
  }
}
