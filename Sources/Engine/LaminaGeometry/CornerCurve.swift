// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The curve of rounded corners. Geometry, coverage and shadows of a curve follow from the values here; the renderers
/// repeat them in 32-bit floats (`cornerOutline` in `LaminaCPU`, `Shaders/lib/corner_outline.glsl`).
///
/// With a radius of 1 and the origin ``expansion`` inside both edges, a curve is the set of points (a, b) >= 0 with
/// `max(a, b) = extent(u)`, where `u = min(a, b) / max(a, b)`.
///
/// - Conformance: CLIP-3
@frozen @usableFromInline package enum CornerCurve: UInt8, CaseIterable, Sendable {
  case circular, continuous

  /// The last curve; the largest raw value.
  @inlinable package static var last: CornerCurve { .continuous }

  /// The name in documents and in `CALayerCornerCurve`.
  package var name: String {
    switch self {
    case .circular: "circular"
    case .continuous: "continuous"
    }
  }

  /// The curve of a name; `nil` for an unknown name.
  package init?(name: String) {
    guard let curve = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = curve
  }

  /// The length of the corner along the edges, in radii.
  package var expansion: Double {
    switch self {
    case .circular: 1
    case .continuous: ContinuousCorner.expansion
    }
  }

  /// The distance of the curve's middle from both edges, in radii.
  var middle: Double {
    switch self {
    case .circular: 0.292894
    case .continuous: 0.291507
    }
  }

  /// The greater coordinate of the curve for a ratio of the coordinates, 0...1.
  func extent(_ u: Double) -> Double {
    switch self {
    case .circular: 1 / (1 + u * u).squareRoot()
    case .continuous: ContinuousCorner.extent(u)
    }
  }

  /// The derivative of ``extent(_:)``.
  func slope(_ u: Double) -> Double {
    switch self {
    case .circular: -u / (1 + u * u).squareRoot() / (1 + u * u)
    case .continuous: ContinuousCorner.slope(u)
    }
  }
}

/// The outline of the corners of one shape: a curve, mixed with a circle where the whole curve does not fit.
@frozen @usableFromInline package struct CornerOutline: Equatable, Sendable {
  /// The share of the curve, 0...1; the rest is a circle.
  @usableFromInline package let share: Double
  @usableFromInline package let curve: CornerCurve

  static var circular: CornerOutline { CornerOutline(.circular, share: 0) }

  private init(_ curve: CornerCurve, share: Double) {
    (self.share, self.curve) = (share, curve)
  }

  /// The share of a curve that fits two corners of `radius` along a side.
  ///
  /// The whole curve reaches ``CornerCurve/expansion`` radii along the edges. Where half the shorter side is less, the
  /// corner is blended with a circle so that it exactly fills the room; with room for the radius only, it is a circle.
  ///
  /// - Parameters:
  ///   - radius: A radius of at most half the shorter side.
  ///   - shorterSide: The shorter side of the rectangle.
  /// - Conformance: CLIP-3 (the blend is our choice)
  init(_ curve: CornerCurve, radius: Double, shorterSide: Double) {
    let expansion = curve.expansion
    let reach = min(max(shorterSide / 2 / radius, 1), expansion)
    let share = expansion > 1 ? (reach - 1) / (expansion - 1) : 1
    self = curve != .circular && radius > 0 && share > 0 ? CornerOutline(curve, share: share) : .circular
  }

  /// Makes an outline from its number; a value out of range is moved into it.
  package init(code: Float) {
    let usable = Self.usable(code)
    let last = Float(CornerCurve.last.rawValue) - 1
    let index = min((usable / 2).rounded(.down), last)
    let curve = CornerCurve(rawValue: UInt8(clamping: index) + 1)
    self = usable > 0 ? CornerOutline(curve ?? .circular, share: Double(min(usable - 2 * index, 1))) : .circular
  }

  /// The outline as a number, for plans and shaders: 0 for a circle, the share for the first other curve, and 2 more
  /// for each further curve.
  @inlinable package var code: Float { share > 0 ? Float(share) + 2 * (Float(curve.rawValue) - 1) : 0 }

  /// The valid number that is nearest to a value; 0 for NaN.
  @inlinable package static func usable(_ code: Float) -> Float {
    code > 0 ? min(code, 2 * Float(CornerCurve.last.rawValue) - 1) : 0
  }

  /// The length of a corner along the edges, in radii.
  package var reach: Double { 1 + share * (curve.expansion - 1) }

  /// The distance of a corner's middle from both edges, in radii.
  package var middle: Double { (1 - share) * CornerCurve.circular.middle + share * curve.middle }

  /// The greater distance of a point of the outline from the corner's centre, in radii, for a ratio of the distances
  /// along both axes, 0...1.
  package func extent(_ u: Double) -> Double {
    (1 - share) * CornerCurve.circular.extent(u) + share * curve.extent(u)
  }

  /// The derivative of ``extent(_:)``.
  package func slope(_ u: Double) -> Double {
    (1 - share) * CornerCurve.circular.slope(u) + share * curve.slope(u)
  }
}
