// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import Foundation

extension CGMutablePath {
  /// Adds a rectangle with continuous corners as a closed subpath, from the end of the corner of minimum x and y
  /// towards maximum x.
  ///
  /// A corner is a line, a curve, a short line and two curves, as published for Apple's rounded rectangles. It begins
  /// 1.528665 radii from where the edges meet. Where half the shorter side is less, the corner is blended with a
  /// quarter of a circle, as ``CornerOutline`` describes; where there is only room for the radius, it is the quarter
  /// of a circle.
  ///
  /// - Parameters:
  ///   - rect: The rectangle.
  ///   - cornerRadius: The radius, in points; clamped to half the shorter side; negative values and NaN are 0.
  ///   - maskedCorners: Bits 1 minXminY, 2 maxXminY, 4 minXmaxY, 8 maxXmaxY; corners without their bit are sharp.
  package func addContinuousRoundedRect(in rect: CGRect, cornerRadius: CGFloat, maskedCorners: UInt8 = 15) {
    let outline = RoundedRectangle(
      bounds: rect, cornerRadius: cornerRadius, maskedCorners: maskedCorners, curve: .continuous)
    guard outline.radii.max() > 0 else { return addRect(rect) }
    if outline.corner == .circular, maskedCorners & 15 == 15 {
      return addRoundedRect(in: rect, cornerWidth: outline.radii.x, cornerHeight: outline.radii.x)
    }
    let (low, high) = (outline.minimum, outline.maximum)
    let bezier = CornerBezier(outline.corner)
    // Around from the second corner to the first: where the edges meet, and the ways back along one and on along the
    // other.
    let corners = [
      Corner(tip: SIMD2(high.x, low.y), back: SIMD2(-1, 0), along: SIMD2(0, 1), radius: outline.radii.y),
      Corner(tip: high, back: SIMD2(0, -1), along: SIMD2(-1, 0), radius: outline.radii.z),
      Corner(tip: SIMD2(low.x, high.y), back: SIMD2(1, 0), along: SIMD2(0, -1), radius: outline.radii.w),
      Corner(tip: low, back: SIMD2(0, 1), along: SIMD2(1, 0), radius: outline.radii.x),
    ]
    if let last = corners.last { move(to: last.point(SIMD2(0, bezier.reach))) }
    for corner in corners {
      guard corner.radius > 0 else {
        addLine(to: corner.point(.zero))
        continue
      }
      addLine(to: corner.point(SIMD2(bezier.reach, 0)))
      for curve in bezier.curves {
        if let line = curve.line { addLine(to: corner.point(line)) }
        addCurve(
          to: corner.point(curve.end), control1: corner.point(curve.control1), control2: corner.point(curve.control2))
      }
    }
    closeSubpath()
  }
}

/// The place of a corner.
private struct Corner {
  var tip: SIMD2<Double>
  var back: SIMD2<Double>
  var along: SIMD2<Double>
  var radius: Double

  /// A point, in radii from the tip: back along the edge before the corner, and forward along the edge after it.
  func point(_ place: SIMD2<Double>) -> CGPoint {
    let point = tip + back * (place.x * radius) + along * (place.y * radius)
    return CGPoint(x: point.x, y: point.y)
  }
}

/// The curves of a corner of radius 1.
private struct CornerBezier {
  struct Curve {
    /// The end of a line that is drawn before the curve; `nil` for no line.
    var line: SIMD2<Double>?
    var control1: SIMD2<Double>
    var control2: SIMD2<Double>
    var end: SIMD2<Double>
  }

  /// The distance of the corner's ends from the point where the edges meet.
  let reach: Double
  let curves: [Curve]

  /// The whole curve.
  private static let continuous = [
    Curve(control1: SIMD2(1.088493, 0), control2: SIMD2(0.868407, 0), end: SIMD2(0.669934, 0.065496)),
    Curve(
      line: SIMD2(0.631494, 0.074911), control1: SIMD2(0.372824, 0.169059), control2: SIMD2(0.169059, 0.372824),
      end: SIMD2(0.074911, 0.631494)),
    Curve(control1: SIMD2(0, 0.868407), control2: SIMD2(0, 1.088493), end: SIMD2(0, ContinuousCorner.expansion)),
  ]

  /// The quarter of a circle, in as many curves; its middle curve begins in the same direction as that of the
  /// continuous corner.
  private static let circular: [Curve] = {
    let bend = atan2(0.094148, 0.258670)
    return [arc(0, bend), arc(bend, .pi / 2 - bend), arc(.pi / 2 - bend, .pi / 2)]
  }()

  private static func arc(_ from: Double, _ to: Double) -> Curve {
    let handle = 4.0 / 3 * tan((to - from) / 4)
    func place(_ angle: Double) -> SIMD2<Double> { SIMD2(1 - sin(angle), 1 - cos(angle)) }
    func direction(_ angle: Double) -> SIMD2<Double> { SIMD2(-cos(angle), sin(angle)) }
    return Curve(
      line: from > 0 && to < 1.5 ? place(from) : nil, control1: place(from) + handle * direction(from),
      control2: place(to) - handle * direction(to), end: place(to))
  }

  init(_ corner: CornerOutline) {
    reach = corner.reach
    let share = corner.share
    if share == 1 {
      curves = Self.continuous
    } else if share == 0 {
      curves = [Self.arc(0, .pi / 2)].map { curve in
        var curve = curve
        // The ends lie exactly on the edges.
        (curve.control1.y, curve.control2.x, curve.end) = (0, 0, SIMD2(0, 1))
        return curve
      }
    } else {
      func mix(_ one: SIMD2<Double>, _ other: SIMD2<Double>) -> SIMD2<Double> { one + (other - one) * share }
      var mixed = zip(Self.circular, Self.continuous).map { circle, whole in
        Curve(
          line: circle.line.flatMap { line in whole.line.map { mix(line, $0) } },
          control1: mix(circle.control1, whole.control1), control2: mix(circle.control2, whole.control2),
          end: mix(circle.end, whole.end))
      }
      mixed[0].control1.y = 0
      (mixed[2].control2.x, mixed[2].end) = (0, SIMD2(0, reach))
      curves = mixed
    }
  }
}
