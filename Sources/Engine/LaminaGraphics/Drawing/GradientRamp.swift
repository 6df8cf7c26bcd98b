// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import Foundation

/// The colours of a gradient along its length, as drawn by contexts and by gradient layers.
///
/// Components are interpolated as they are stored: sRGB-encoded and straight, alpha included. The colour half way from
/// white to transparent black is (128, 128, 128) at half alpha.
///
/// - Conformance: GRAD-1
package struct GradientRamp: Hashable, Sendable {
  /// The locations of the colours, ascending.
  package let locations: [Double]
  /// The colours, straight; as many as ``locations``.
  package let colors: [SIMD4<Float>]

  /// Makes a ramp.
  ///
  /// - Parameters:
  ///   - colors: The colours. Without any there is no ramp.
  ///   - locations: The positions of the colours, clamped to 0...1. A location that is less than the one before, or
  ///     NaN, counts as the one before; surplus locations are ignored; with too few, or `nil`, the colours are spread
  ///     evenly.
  package init?(colors: [CGColor], locations: [CGFloat]?) {
    guard !colors.isEmpty else { return nil }
    self.colors = colors.map(\.straight)
    if let locations, locations.count >= colors.count {
      var previous = 0.0
      self.locations = locations.prefix(colors.count).map { location in
        previous = location > previous ? Double(min(location, 1)) : previous
        return previous
      }
    } else {
      let last = max(colors.count - 1, 1)
      self.locations = colors.indices.map { Double($0) / Double(last) }
    }
  }

  /// The colour at a place, premultiplied. Before the first location the first colour, after the last location the last
  /// colour.
  package func premultiplied(at location: Double) -> SIMD4<Float> {
    var cursor = Cursor()
    return premultiplied(at: location, from: &cursor)
  }

  /// The interval of the last call, at which calls for neighbouring locations start.
  package struct Cursor {
    fileprivate var index = 0
    package init() {}
  }

  /// The colour at a location near the last one, premultiplied.
  ///
  /// - Complexity: O(1) between the same colours, O(log colours) otherwise.
  package func premultiplied(at location: Double, from cursor: inout Cursor) -> SIMD4<Float> {
    let color = straight(at: location, from: &cursor)
    var result = color * color.w
    result.w = color.w
    return result
  }

  private func straight(at location: Double, from cursor: inout Cursor) -> SIMD4<Float> {
    let last = locations.count - 1
    // Where several colours have the same location, the last of them begins there.
    guard location >= locations[0] else { return colors[0] }
    guard location < locations[last] else { return colors[last] }
    var index = cursor.index
    if !(locations[index] <= location && location < locations[index + 1]) {
      index = interval(of: location)
      cursor.index = index
    }
    let fraction = Float((location - locations[index]) / (locations[index + 1] - locations[index]))
    return colors[index] + (colors[index + 1] - colors[index]) * fraction
  }

  /// The interval that holds a location between the first and the last.
  private func interval(of location: Double) -> Int {
    var (low, high) = (0, locations.count - 1)
    while high - low > 1 {
      let middle = (low + high) / 2
      if locations[middle] <= location { low = middle } else { high = middle }
    }
    return low
  }
}
