// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation

/// The name of a timing function that everybody knows.
///
/// - Conformance: TIME-10
public struct CAMediaTimingFunctionName: RawRepresentable, Hashable, Sendable {
  /// The name, as documents write it.
  public let rawValue: String
  /// Makes a name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Always as fast.
  public static let linear = CAMediaTimingFunctionName(rawValue: "linear")
  /// Starts slowly.
  public static let easeIn = CAMediaTimingFunctionName(rawValue: "easeIn")
  /// Ends slowly.
  public static let easeOut = CAMediaTimingFunctionName(rawValue: "easeOut")
  /// Starts and ends slowly.
  public static let easeInEaseOut = CAMediaTimingFunctionName(rawValue: "easeInEaseOut")
  /// What implicit animations have: starts quickly and ends slowly.
  public static let `default` = CAMediaTimingFunctionName(rawValue: "default")
}

/// How far an animation has come when so much of its time has passed: a cubic Bézier curve from (0, 0) to (1, 1).
///
///     animation.timingFunction = CAMediaTimingFunction(name: .easeInEaseOut)
///     animation.timingFunction = CAMediaTimingFunction(controlPoints: 0.3, -0.2, 0.7, 1.2)
///
/// - Conformance: TIME-10
public final class CAMediaTimingFunction: NSObject, NSSecureCoding, Sendable {
  /// The curve as numbers.
  package let curve: TimingCurve

  /// Makes a function by its name.
  ///
  /// - Parameter name: One of the five; any other is linear.
  public convenience init(name: CAMediaTimingFunctionName) {
    self.init(curve: TimingCurve(name: name) ?? .linear)
  }

  /// Makes the curve of two control points.
  ///
  /// - Parameters:
  ///   - c1x: x of the first, a fraction of the time; below 0 it is 0, above 1 it is 1.
  ///   - c1y: y of the first, a fraction of the way; any number, below 0 and above 1 the animation overshoots.
  ///   - c2x: x of the second.
  ///   - c2y: y of the second.
  public convenience init(controlPoints c1x: Float, _ c1y: Float, _ c2x: Float, _ c2y: Float) {
    self.init(curve: TimingCurve(Double(c1x), Double(c1y), Double(c2x), Double(c2y)))
  }

  package init(curve: TimingCurve) {
    self.curve = curve
    super.init()
  }

  /// Makes the curve that an archive holds.
  ///
  /// - Parameter coder: A keyed decoder. Numbers that are missing are 0.
  public init?(coder: NSCoder) {
    let numbers = ["c1x", "c1y", "c2x", "c2y"].map { coder.decodeDouble(forKey: $0) }
    curve = TimingCurve(numbers[0], numbers[1], numbers[2], numbers[3])
    super.init()
  }

  /// Whether archives may demand that it is decoded securely: always.
  public static var supportsSecureCoding: Bool { true }

  /// Writes the control points into an archive.
  ///
  /// - Parameter coder: A keyed encoder.
  public func encode(with coder: NSCoder) {
    let numbers = [("c1x", curve.first.x), ("c1y", curve.first.y), ("c2x", curve.second.x), ("c2y", curve.second.y)]
    for (key, number) in numbers { coder.encode(number, forKey: key) }
  }

  /// Writes a control point.
  ///
  /// - Parameters:
  ///   - idx: 0 the start, 1 and 2 the control points, 3 the end; others write nothing.
  ///   - values: Room for x and y.
  public func getControlPoint(at idx: Int, values: UnsafeMutablePointer<Float>) {
    let points = [SIMD2(0, 0), curve.first, curve.second, SIMD2(1, 1)]
    guard points.indices.contains(idx) else { return }
    values[0] = Float(points[idx].x)
    values[1] = Float(points[idx].y)
  }

  /// Whether the other is the same curve.
  public override func isEqual(_ object: Any?) -> Bool {
    (object as? CAMediaTimingFunction)?.curve == curve
  }

  /// A hash of the control points.
  public override var hash: Int { curve.hashValue }
}
