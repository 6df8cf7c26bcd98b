// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation

/// A colour filter: an affine map of straight sRGB-encoded colours, clamped to 0...1 afterwards.
///
/// - Conformance: GROUP-4
package struct ColorMatrix: Sendable, Hashable, BitwiseCopyable {
  /// The factors of (r, g, b, a) for each component of the result.
  package var red: SIMD4<Float>
  package var green: SIMD4<Float>
  package var blue: SIMD4<Float>
  package var alpha: SIMD4<Float>
  /// The offset that is added.
  package var bias: SIMD4<Float>

  package static let identity = ColorMatrix(
    red: [1, 0, 0, 0], green: [0, 1, 0, 0], blue: [0, 0, 1, 0], alpha: [0, 0, 0, 1], bias: .zero)

  package init(red: SIMD4<Float>, green: SIMD4<Float>, blue: SIMD4<Float>, alpha: SIMD4<Float>, bias: SIMD4<Float>) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
    self.bias = bias
  }

  /// Makes a matrix from four rows of five numbers.
  package init(rows numbers: [Double]) {
    func row(_ index: Int) -> SIMD4<Float> {
      SIMD4(
        Float(numbers[5 * index]), Float(numbers[5 * index + 1]), Float(numbers[5 * index + 2]),
        Float(numbers[5 * index + 3]))
    }
    self.init(
      red: row(0), green: row(1), blue: row(2), alpha: row(3),
      bias: SIMD4(Float(numbers[4]), Float(numbers[9]), Float(numbers[14]), Float(numbers[19])))
  }

  /// Makes a matrix from a row for each of red, green and blue, and a common bias.
  private init(_ rows: [SIMD3<Double>], bias: Double = 0) {
    func row(_ index: Int) -> SIMD4<Float> { SIMD4(SIMD3<Float>(rows[index]), 0) }
    self.init(
      red: row(0), green: row(1), blue: row(2), alpha: [0, 0, 0, 1],
      bias: SIMD4(Float(bias), Float(bias), Float(bias), 0))
  }

  /// The brightness of red, green and blue: the weights of Rec. 709, which CSS's filters of the same names use too.
  private static let luminance = SIMD3(0.213, 0.715, 0.072)

  private static func axis(_ index: Int) -> SIMD3<Double> {
    var axis = SIMD3<Double>.zero
    axis[index] = 1
    return axis
  }

  /// Mixes between greys (0) and the colours (1), and beyond.
  package static func saturation(_ amount: Double) -> ColorMatrix {
    ColorMatrix((0..<3).map { luminance * (1 - amount) + axis($0) * amount })
  }

  /// Scales the distance from the middle grey.
  package static func contrast(_ amount: Double) -> ColorMatrix {
    ColorMatrix((0..<3).map { axis($0) * amount }, bias: 0.5 - 0.5 * amount)
  }

  /// Adds to each component.
  package static func brightness(_ amount: Double) -> ColorMatrix {
    ColorMatrix((0..<3).map(axis), bias: amount)
  }

  /// Rotates about the axis of greys, keeping the luminance.
  ///
  /// - Parameter angle: The angle, in radians.
  package static func hueRotation(_ angle: Double) -> ColorMatrix {
    let (c, s) = (cos(angle), sin(angle))
    let l = luminance
    // The matrices of cosine and sine, as in the filter effects of the web.
    let sines: [SIMD3<Double>] = [
      [-l.x, -l.y, 1 - l.z], [0.143, 0.14, -0.283], [-(1 - l.x), l.y, l.z],
    ]
    return ColorMatrix((0..<3).map { row in l + (axis(row) - l) * c + sines[row] * s })
  }

  /// The inversion: one minus each component.
  package static let inversion = ColorMatrix((0..<3).map { -axis($0) }, bias: 1)

  /// Mixes with shades of a colour by `amount`, plus a bias.
  package static func monochrome(_ color: SIMD3<Double>, amount: Double, bias: Double) -> ColorMatrix {
    var result = ColorMatrix((0..<3).map { axis($0) * (1 - amount) + luminance * (color[$0] * amount) })
    let added = Float(bias * amount)
    result.bias = [added, added, added, 0]
    return result
  }

  /// Whether all results are within 0...1, so that clamping does nothing.
  package var keepsRange: Bool {
    for (row, bias) in [(red, bias.x), (green, bias.y), (blue, bias.z), (alpha, bias.w)] {
      var (low, high) = (bias, bias)
      for index in 0..<4 {
        low += min(row[index], 0)
        high += max(row[index], 0)
      }
      guard low >= -1e-6, high <= 1 + 1e-6 else { return false }
    }
    return true
  }

  /// Applies this matrix first, then `next`, without clamping between them.
  package func followed(by next: ColorMatrix) -> ColorMatrix {
    func combine(_ row: SIMD4<Float>) -> SIMD4<Float> {
      red * row.x + green * row.y + blue * row.z + alpha * row.w
    }
    func added(_ row: SIMD4<Float>, _ bias: Float) -> Float { (row * self.bias).sum() + bias }
    return ColorMatrix(
      red: combine(next.red), green: combine(next.green), blue: combine(next.blue), alpha: combine(next.alpha),
      bias: [
        added(next.red, next.bias.x), added(next.green, next.bias.y), added(next.blue, next.bias.z),
        added(next.alpha, next.bias.w),
      ])
  }
}
