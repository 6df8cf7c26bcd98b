// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import Foundation

/// The content of a gradient layer.
///
/// - Conformance: GRAD-1, GRAD-2
package struct GradientContent: Sendable, Equatable {
  /// The mapping from a point to a location between the first colour and the last.
  package enum Kind: UInt8, Sendable, BitwiseCopyable {
    case axial, radial, conic
  }

  /// A colour and its location.
  package struct Stop: Sendable, Equatable {
    /// The location, 0...1, never below that of the stop before.
    package var location: Float
    /// Straight sRGB-encoded components, 0...1.
    package var straight: SIMD4<Float>
  }

  package var kind: Kind
  /// The start, in the unit space of the bounds.
  package var start: CGPoint
  /// The end, in the unit space of the bounds.
  package var end: CGPoint
  /// The stops in order; never empty; at most ``maximumStops`` plus two.
  package var stops: [Stop]
  /// The number of colours that were left out because they are too close to the colour before.
  package private(set) var omittedStops = 0

  /// The number of colours above which they are thinned out: no canvas has pixels to show more.
  package static let maximumStops = 4096

  /// Applies the rules for colours and locations.
  ///
  /// No locations spread the colours evenly; surplus locations are ignored; a colour without a location, or with a
  /// location that is NaN or less than the one before, has the location of the colour before.
  /// - Returns: `nil` without any colour, which draws nothing.
  package init?(
    kind: Kind, start: CGPoint, end: CGPoint, colors: [CGColor], locations: [Double]?,
    mixing: GradientMixing = .encoded
  ) {
    guard !colors.isEmpty else { return nil }
    self.kind = kind
    self.start = start
    self.end = end
    stops = []
    stops.reserveCapacity(colors.count)
    var last: Float = 0
    for (index, color) in colors.enumerated() {
      var location = colors.count == 1 ? 0 : Float(index) / Float(colors.count - 1)
      if let locations { location = index < locations.count ? Float(locations[index]) : last }
      last = location > last ? min(location, 1) : last
      var straight = color.straight
      straight.replace(with: 0, where: .!(straight .> 0))
      straight.replace(with: 1, where: straight .> 1)
      stops.append(Stop(location: last, straight: straight))
    }
    if mixing == .genericRGB { stops = GenericRGB.mixing(stops) }
    thinOut()
  }

  /// Of too many stops, keeps the first, the last, and stops that are a step or more after the stop kept before.
  private mutating func thinOut() {
    guard stops.count > Self.maximumStops else { return }
    let step = 1 / Float(Self.maximumStops)
    var kept = [stops[0]]
    for stop in stops.dropFirst() where stop.location - kept[kept.count - 1].location >= step { kept.append(stop) }
    if kept[kept.count - 1] != stops[stops.count - 1] { kept.append(stops[stops.count - 1]) }
    omittedStops = stops.count - kept.count
    stops = kept
  }
}
