// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation

/// An animation that moves like a mass on a spring, past its end value and back.
///
/// Its `duration` limits the time that it is shown, as for any animation; ``settlingDuration`` is the time that the
/// spring takes to come to rest.
///
///     let bounce = CASpringAnimation(perceptualDuration: 0.5, bounce: 0.3)
///     bounce.keyPath = "position.y"
///     bounce.toValue = 300
///     bounce.duration = bounce.settlingDuration
///
/// - Conformance: TIME-8
open class CASpringAnimation: CABasicAnimation {
  /// The mass on the spring.
  ///
  /// - Range: above 0; other values count as 1.
  /// - Default: 1.
  open var mass: CGFloat = 1

  /// The stiffness of the spring.
  ///
  /// - Range: above 0; other values count as 100.
  /// - Default: 100.
  open var stiffness: CGFloat = 100

  /// The damping of the movement.
  ///
  /// - Range: `0...`; other values count as 10. With 0 the spring never comes to rest.
  /// - Default: 10.
  open var damping: CGFloat = 10

  /// The initial velocity, in distances from start to end per second; below 0 it points away from the end.
  ///
  /// - Default: 0.
  open var initialVelocity: CGFloat = 0

  /// Whether a damping above the critical one slows the movement down further. If not, such a spring is critically
  /// damped.
  ///
  /// - Default: `false`.
  open var allowsOverdamping = false

  /// Makes a spring with the defaults.
  public override init() {
    super.init()
  }

  /// Makes an animation from an archive; see ``CALayer/init(coder:)``.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
  }

  /// Makes a spring from its perceived duration and bounce.
  ///
  /// - Parameters:
  ///   - perceptualDuration: The perceived duration, in seconds, which is the undamped period. A value that is not
  ///     above 0 counts as 0.5.
  ///   - bounce: The amount of bounce: 1 bounces for ever, 0 not at all, below 0 the spring is overdamped; cut to
  ///     -1...1.
  public convenience init(perceptualDuration: CFTimeInterval, bounce: CGFloat) {
    self.init()
    let period = perceptualDuration > 0 && perceptualDuration.isFinite ? max(perceptualDuration, 1e-6) : 0.5
    let bounce = min(max(Double(bounce.isFinite ? bounce : 0), -1), 1)
    let frequency = 2 * Double.pi / period
    mass = 1
    stiffness = CGFloat(frequency * frequency)
    // Unlimited overdamping would never arrive: the damping ratio is at most 1,000.
    let ratio = bounce >= 0 ? 1 - bounce : 1 / max(1 + bounce, 1e-3)
    damping = CGFloat(2 * ratio * frequency)
    allowsOverdamping = bounce < 0
    duration = settlingDuration
  }

  /// The undamped period, which is the perceived duration of the movement, in seconds.
  public var perceptualDuration: CFTimeInterval { 2 * .pi / motion.frequency }

  /// The amount of bounce: 1 bounces for ever, 0 not at all, below 0 the spring is overdamped.
  public var bounce: CGFloat {
    let ratio = motion.ratio
    return CGFloat(ratio <= 1 ? 1 - ratio : 1 / ratio - 1)
  }

  /// The time that the spring takes to come within a thousandth of the distance from its end; infinite without damping.
  ///
  /// - Units: seconds.
  open var settlingDuration: CFTimeInterval { motion.settlingDuration }

  /// The movement as numbers.
  package var motion: SpringMotion {
    SpringMotion(
      mass: Double(mass), stiffness: Double(stiffness), damping: Double(damping),
      initialVelocity: Double(initialVelocity), allowsOverdamping: allowsOverdamping)
  }

  package override func makeEmpty() -> CAAnimation { CASpringAnimation() }

  package override func takeValues(of other: CAAnimation) {
    super.takeValues(of: other)
    guard let other = other as? CASpringAnimation else { return }
    mass = other.mass
    stiffness = other.stiffness
    damping = other.damping
    initialVelocity = other.initialVelocity
    allowsOverdamping = other.allowsOverdamping
  }
}
