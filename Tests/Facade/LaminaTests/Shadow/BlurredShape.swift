// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaTestSupport

/// Shadows by brute force: the integral of a Gaussian over a shape, in double precision, as the definition says.
enum BlurredShape {
  /// The blur of a shape given by its extent at each height, at one point.
  ///
  /// - Parameters:
  ///   - span: Where the shape begins and ends at a height; `nil` where it is not.
  ///   - heights: Where to look for it.
  static func value(
    at point: SIMD2<Double>, sigma: Double, heights: ClosedRange<Double>, span: (Double) -> (Double, Double)?
  ) -> Double {
    let low = max(heights.lowerBound, point.y - 7 * sigma)
    let high = min(heights.upperBound, point.y + 7 * sigma)
    guard low < high else { return 0 }
    let steps = max(200, Int(clamping: (high - low) / sigma * 60))
    let step = (high - low) / Double(steps)
    var sum = 0.0
    for index in 0..<steps {
      let y = low + (Double(index) + 0.5) * step
      guard let (left, right) = span(y) else { continue }
      let distance = (y - point.y) / sigma
      let weight = exp(-distance * distance / 2) / (sigma * (2 * Double.pi).squareRoot())
      let inside = integral((right - point.x) / sigma) - integral((left - point.x) / sigma)
      sum += weight * inside * step
    }
    return sum
  }

  /// The blur of a rounded rectangle with circular corners: radii at (minX, minY) and around.
  static func roundedRectangle(
    _ rect: CGRect, radii: [Double], at point: SIMD2<Double>, sigma: Double
  ) -> Double {
    value(at: point, sigma: sigma, heights: Double(rect.minY)...Double(rect.maxY)) { y in
      func inset(_ radius: Double, _ fromEdge: Double) -> Double {
        fromEdge < radius ? radius - (radius * radius - (radius - fromEdge) * (radius - fromEdge)).squareRoot() : 0
      }
      let (above, below) = (y - Double(rect.minY), Double(rect.maxY) - y)
      return (
        Double(rect.minX) + max(inset(radii[0], above), inset(radii[3], below)),
        Double(rect.maxX) - max(inset(radii[1], above), inset(radii[2], below))
      )
    }
  }

  private static func integral(_ x: Double) -> Double { 0.5 * (1 + erf(x / 2.0.squareRoot())) }

  /// The sigma to blur a silhouette of two pixels a pixel with, so that the mean of four of them is what a shadow of
  /// `sigma` pixels shows: the silhouette's edges, the squares of the sum and the mean have blurred it already, and
  /// below one and a half pixels a shadow is to be blurred by its own pixels as well.
  static func fineSigma(for sigma: Double) -> Double {
    let own = min(max(1.5 - sigma, 0), 1) / 12
    return (4 * (sigma * sigma + own) - 1.0 / 12 - 1.0 / 12 - 1.0 / 4).squareRoot()
  }

  /// The blur of the alpha of a picture, pixel by pixel, at every pixel of it.
  ///
  /// - Parameter sigma: In pixels of the picture.
  static func alpha(of image: CGImage, sigma: Double) -> [Double] {
    let (width, height) = (image.width, image.height)
    let reach = Int(clamping: (6 * sigma).rounded(.up))
    // A pixel is a little square: its weight is the Gaussian's integral over it.
    let weights = (-reach...reach).map { offset in
      integral((Double(offset) + 0.5) / sigma) - integral((Double(offset) - 0.5) / sigma)
    }
    let source = (0..<(width * height)).map { Double(image.pixel($0 % width, $0 / width)[3]) }
    var across = [Double](repeating: 0, count: width * height)
    for y in 0..<height {
      for x in 0..<width {
        for offset in max(-reach, -x)...min(reach, width - 1 - x) {
          across[y * width + x] += source[y * width + x + offset] * weights[offset + reach]
        }
      }
    }
    var result = [Double](repeating: 0, count: width * height)
    for y in 0..<height {
      for offset in max(-reach, -y)...min(reach, height - 1 - y) {
        for x in 0..<width { result[y * width + x] += across[(y + offset) * width + x] * weights[offset + reach] }
      }
    }
    return result
  }
}

extension PlanOptions {
  /// A canvas of more pixels a point.
  static func scaled(_ scale: Double) -> PlanOptions {
    var options = PlanOptions()
    options.scale = scale
    return options
  }
}
