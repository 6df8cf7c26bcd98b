// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation

/// The name of a common timing function.
///
/// - Conformance: TIME-10
public struct CAMediaTimingFunctionName: RawRepresentable, Hashable, Sendable {
  /// The name, as documents write it.
  public let rawValue: String
  /// Makes a name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Constant speed.
  public static let linear = CAMediaTimingFunctionName(rawValue: "linear")
  /// Slow start.
  public static let easeIn = CAMediaTimingFunctionName(rawValue: "easeIn")
  /// Slow end.
  public static let easeOut = CAMediaTimingFunctionName(rawValue: "easeOut")
  /// Slow start and end.
  public static let easeInEaseOut = CAMediaTimingFunctionName(rawValue: "easeInEaseOut")
  /// The function of implicit animations: quick start and slow end.
  public static let `default` = CAMediaTimingFunctionName(rawValue: "default")
}

/// The progress of an animation over time: a cubic Bézier curve from (0, 0) to (1, 1).
///
///     animation.timingFunction = CAMediaTimingFunction(name: .easeInEaseOut)
///     animation.timingFunction = CAMediaTimingFunction(controlPoints: 0.3, -0.2, 0.7, 1.2)
///
/// - Conformance: TIME-10
public final class CAMediaTimingFunction: NSObject, Sendable {
  /// The curve as numbers.
  package let curve: TimingCurve

  /// Makes a function by its name.
  ///
  /// - Parameter name: One of the five; any other is linear.
  public convenience init(name: CAMediaTimingFunctionName) {
    self.init(curve: TimingCurve(name: name) ?? .linear)
  }

  /// Makes a curve with two control points.
  ///
  /// - Parameters:
  ///   - c1x: x of the first control point, a fraction of the time; clamped to 0...1.
  ///   - c1y: y of the first control point, a fraction of the progress; any number: below 0 and above 1 the animation
  ///     overshoots.
  ///   - c2x: x of the second control point.
  ///   - c2y: y of the second control point.
  public convenience init(controlPoints c1x: Float, _ c1y: Float, _ c2x: Float, _ c2y: Float) {
    self.init(curve: TimingCurve(Double(c1x), Double(c1y), Double(c2x), Double(c2y)))
  }

  package init(curve: TimingCurve) {
    self.curve = curve
    super.init()
  }

  /// Copies the coordinates of a control point.
  ///
  /// - Parameters:
  ///   - idx: 0 for the start, 1 and 2 for the control points, 3 for the end; other numbers copy nothing.
  ///   - values: Memory for x and y.
  public func getControlPoint(at idx: Int, values: UnsafeMutablePointer<Float>) {
    let points = [SIMD2(0, 0), curve.first, curve.second, SIMD2(1, 1)]
    guard points.indices.contains(idx) else { return }
    values[0] = Float(points[idx].x)
    values[1] = Float(points[idx].y)
  }

  /// Whether another object is the same curve.
  public override func isEqual(_ object: Any?) -> Bool {
    (object as? CAMediaTimingFunction)?.curve == curve
  }

  /// A hash of the control points.
  public override var hash: Int { curve.hashValue }
}

// A timing function as numbers, from the fraction of time that has passed to the fraction of the way.
//
// The curve is given as x(s), y(s); for a time x the parameter s is found by Newton's method inside a bracket that
// shrinks with every step, so that flat places and vertical ones converge too.

/// A cubic Bézier curve from (0, 0) to (1, 1).
///
/// - Conformance: TIME-10
package struct TimingCurve: Hashable, Sendable {
  package let first: SIMD2<Double>
  package let second: SIMD2<Double>
  /// Whether the result equals the time.
  package let isLinear: Bool

  /// Makes a curve; x is clamped to 0...1, and values that are not finite are 0.
  package init(_ c1x: Double, _ c1y: Double, _ c2x: Double, _ c2y: Double) {
    func time(_ x: Double) -> Double { x > 0 ? min(x, 1) : 0 }
    func way(_ y: Double) -> Double { y.isFinite ? y : 0 }
    first = SIMD2(time(c1x), way(c1y))
    second = SIMD2(time(c2x), way(c2y))
    isLinear = first.x == first.y && second.x == second.y
  }

  package static let linear = TimingCurve(0, 0, 1, 1)
  package static let standard = TimingCurve(0.25, 0.1, 0.25, 1)

  /// Makes the curve with a name; `nil` for an unknown name.
  package init?(name: CAMediaTimingFunctionName) {
    switch name {
    case .linear: self = .linear
    case .easeIn: self.init(0.42, 0, 1, 1)
    case .easeOut: self.init(0, 0, 0.58, 1)
    case .easeInEaseOut: self.init(0.42, 0, 0.58, 1)
    case .default: self = .standard
    default: return nil
    }
  }

  /// Returns the fraction of the way.
  ///
  /// - Parameter time: The fraction of time that has passed; below 0 and above 1 as at the ends.
  package func callAsFunction(_ time: Double) -> Double {
    if isLinear { return min(max(time, 0), 1) }
    guard time > 0 else { return 0 }
    guard time < 1 else { return 1 }
    let s = parameter(at: time)
    return Self.value(first.y, second.y, s)
  }

  /// Returns the parameter at which x is `time`.
  private func parameter(at time: Double) -> Double {
    // x(s) = ((a s + b) s + c) s
    let c = 3 * first.x
    let b = 3 * (second.x - first.x) - c
    let a = 1 - c - b
    var (low, high) = (0.0, 1.0)
    var s = time
    for _ in 0..<60 {
      let miss = ((a * s + b) * s + c) * s - time
      if miss > 0 { high = s } else { low = s }
      let slope = (3 * a * s + 2 * b) * s + c
      var next = s - miss / slope
      // Outside the bracket, or without a slope: bisect.
      if !(next > low && next < high) { next = (low + high) / 2 }
      // Newton's method squares the error, so the next error would be far below the required precision.
      if abs(next - s) < 1e-8 { return next }
      s = next
    }
    return s
  }

  private static func value(_ a: Double, _ b: Double, _ s: Double) -> Double {
    let c = 3 * a
    let d = 3 * (b - a) - c
    return ((1 - c - d) * s + d) * s * s + c * s
  }
}
