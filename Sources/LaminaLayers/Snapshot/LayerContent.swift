package import Foundation
package import LaminaGraphics

/// What a layer of a special class draws besides what every layer does, as values that any thread may read.
package enum LayerContent: Sendable {
  case gradient(GradientContent)
  case shape(ShapeContent)
}

/// What a gradient layer draws.
///
/// - Conformance: GRAD-1, GRAD-2
package struct GradientContent: Sendable, Equatable {
  /// How a point becomes a place between the first colour and the last.
  package enum Kind: UInt8, Sendable, BitwiseCopyable {
    case axial, radial, conic
  }

  /// One colour and where it stands.
  package struct Stop: Sendable, Equatable {
    /// 0...1, never below that of the stop before.
    package var location: Float
    /// Straight sRGB-encoded components, 0...1.
    package var straight: SIMD4<Float>

    package init(location: Float, straight: SIMD4<Float>) {
      self.location = location
      self.straight = straight
    }
  }

  package var kind: Kind
  /// Unit space of the bounds.
  package var start: CGPoint
  /// Unit space of the bounds.
  package var end: CGPoint
  /// In order; never empty.
  package var stops: [Stop]

  /// Applies the rules for colours and locations.
  ///
  /// No locations spread the colours evenly; surplus locations are ignored; a colour without a location, and a
  /// location that is no number or lies below the one before, stands where that one does.
  /// - Returns: `nil` without any colour, which draws nothing.
  package init?(kind: Kind, start: CGPoint, end: CGPoint, colors: [CGColor], locations: [Double]?) {
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
  }
}
