public import Foundation
public import LaminaGeometry

/// How values between two keyframes are found.
///
/// - Conformance: TIME-5
public struct CAAnimationCalculationMode: RawRepresentable, Hashable, Sendable {
  /// The name, as documents write it.
  public let rawValue: String
  /// Makes a mode from its name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// On a straight line.
  public static let linear = CAAnimationCalculationMode(rawValue: "linear")
  /// Not at all: each value holds until the next.
  public static let discrete = CAAnimationCalculationMode(rawValue: "discrete")
  /// On a straight line, always as fast, whatever the times.
  public static let paced = CAAnimationCalculationMode(rawValue: "paced")
  /// On a smooth curve through all values.
  public static let cubic = CAAnimationCalculationMode(rawValue: "cubic")
  /// On a smooth curve, each piece taking as long as it is.
  public static let cubicPaced = CAAnimationCalculationMode(rawValue: "cubicPaced")
}

/// Whether a layer turns with the path that it follows.
public struct CAAnimationRotationMode: RawRepresentable, Hashable, Sendable {
  /// The name, as documents write it.
  public let rawValue: String
  /// Makes a mode from its name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Its x axis points along the path.
  public static let rotateAuto = CAAnimationRotationMode(rawValue: "auto")
  /// Its x axis points back along the path.
  public static let rotateAutoReverse = CAAnimationRotationMode(rawValue: "autoReverse")
}

/// An animation through several values, or along a path.
///
/// - Conformance: TIME-5
open class CAKeyframeAnimation: CAPropertyAnimation {
  /// The values, of the property's type; those of another type are reported and left out.
  ///
  /// - Default: `nil`.
  open var values: [Any]?

  /// The path that a point follows; it takes precedence over `values`. Its keyframes are the ends of its pieces.
  ///
  /// Along a curve progress is the curve's parameter, beyond its ends too; in the paced modes it is the length.
  ///
  /// - Default: `nil`.
  /// - Conformance: TIME-5, observed in pictures of animations by Core Animation.
  open var path: CGPath? {
    didSet { path = path?.copy() }
  }

  /// When each value is reached, as fractions of the duration.
  ///
  /// - Range: rising from 0 to 1, as many as there are values, in mode `discrete` one more. Times that are not spread
  ///   the values evenly, which is reported; in mode `discrete` each time counts for as long as there are values, and those
  ///   that go back count as the time before. Not looked at in the paced modes.
  /// - Default: `nil`, which spreads the values evenly.
  open var keyTimes: [NSNumber]?

  /// How progress follows time between each two values; missing ones are linear, surplus ones are ignored.
  ///
  /// - Default: `nil`.
  open var timingFunctions: [CAMediaTimingFunction]?

  /// How values between keyframes are found; an unknown name is linear.
  ///
  /// - Default: `linear`.
  open var calculationMode: CAAnimationCalculationMode = .linear

  /// How tight a cubic curve is at each value; 1 is straight, -1 round. Missing ones are 0.
  open var tensionValues: [NSNumber]?
  /// How sharp the corner of a cubic curve is at each value. Missing ones are 0.
  open var continuityValues: [NSNumber]?
  /// Whether a cubic curve bends before or behind each value. Missing ones are 0.
  open var biasValues: [NSNumber]?

  /// Whether the layer turns with the path.
  ///
  /// - Default: `nil`, which does not.
  open var rotationMode: CAAnimationRotationMode?

  package override func makeEmpty() -> CAAnimation { CAKeyframeAnimation() }

  package override func takeValues(of other: CAAnimation) {
    super.takeValues(of: other)
    guard let other = other as? CAKeyframeAnimation else { return }
    values = other.values
    path = other.path
    keyTimes = other.keyTimes
    timingFunctions = other.timingFunctions
    calculationMode = other.calculationMode
    tensionValues = other.tensionValues
    continuityValues = other.continuityValues
    biasValues = other.biasValues
    rotationMode = other.rotationMode
  }
}
