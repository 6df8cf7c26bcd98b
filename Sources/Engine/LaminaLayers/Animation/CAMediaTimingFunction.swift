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
