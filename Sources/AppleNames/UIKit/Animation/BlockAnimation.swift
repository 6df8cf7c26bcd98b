// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import LaminaLayers
internal import QuartzCore

/// The settings of a block of animations, used for every animation that is added in it.
struct BlockAnimation {
  var duration: Double
  var delay: Double
  var curve: UIView.AnimationCurve
  var options: UIView.AnimationOptions
  var repeatCount: Float
  var autoreverses: Bool
  var spring: SpringTiming?
  /// Gathers the steps of a block of keyframes.
  var steps: KeyframeSteps?
  /// Records whether all animations ran to their end; retained by them.
  var outcome = AnimationOutcome()

  init(_ duration: Double, _ delay: Double, _ options: UIView.AnimationOptions) {
    self.duration = duration > 0 && duration.isFinite ? duration : 0
    self.delay = delay > 0 && delay.isFinite ? delay : 0
    self.options = options
    curve = options.curve
    repeatCount = options.contains(.repeat) ? .infinity : 0
    autoreverses = options.contains(.autoreverse)
  }

  /// The block as it runs inside another one, from which it inherits duration, delay and curve unless its options
  /// override them.
  func nested(in outer: BlockAnimation?) -> BlockAnimation {
    guard let outer else { return self }
    var result = self
    if !options.contains(.overrideInheritedDuration) { (result.duration, result.delay) = (outer.duration, outer.delay) }
    if !options.contains(.overrideInheritedCurve) { result.curve = outer.curve }
    return result
  }

  /// Whether the block animates anything.
  var isAnimating: Bool { duration > 0 || delay > 0 }

  /// An animation of a key from its visible value to the value that is set.
  func makeAnimation(for layer: CALayer, key: String) -> CABasicAnimation {
    let animation = spring?.makeAnimation() ?? CABasicAnimation()
    animation.keyPath = key
    if spring == nil { animation.timingFunction = curve.function }
    prepare(animation, for: layer)
    return animation
  }

  /// Applies the block's times to an animation.
  func prepare(_ animation: CAAnimation, for layer: CALayer) {
    // An animation with a duration of 0 would take the transaction's.
    animation.duration = max(duration, 1e-6)
    animation.repeatCount = repeatCount
    animation.autoreverses = autoreverses
    animation.delegate = outcome
    if delay > 0 {
      animation.beginTime = CALayer.localTime(of: CACurrentMediaTime(), from: nil, to: layer) + delay
      animation.fillMode = .backwards
    }
  }
}

/// Whether the animations of a block ran to their end.
final class AnimationOutcome: CAAnimationDelegate {
  private(set) var isFinished = true

  func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {
    if !flag { isFinished = false }
  }
}

/// A spring that comes to rest in a given time.
struct SpringTiming {
  private var stiffness: Double
  private var damping: Double
  private var velocity: Double
  private var allowsOverdamping = false
  private(set) var duration: Double

  /// A spring with a damping ratio that comes within a thousandth of its end value when the duration is over.
  init(duration: Double, dampingRatio: CGFloat, velocity: CGFloat) {
    let ratio = dampingRatio.isFinite ? min(max(Double(dampingRatio), 0.01), 1) : 1
    let start = velocity.isFinite ? Double(velocity) : 0
    let time = duration > 0 && duration.isFinite ? duration : 1
    // A stiffer spring comes to rest sooner, so bisection finds the frequency.
    var (low, high) = (1e-3 / time, 1e5 / time)
    for _ in 0..<80 {
      let middle = (low * high).squareRoot()
      if Self.settling(middle, ratio, start) > time { low = middle } else { high = middle }
    }
    (stiffness, damping) = (high * high, 2 * ratio * high)
    (self.velocity, self.duration) = (start, time)
  }

  /// A spring with a perceived duration and a bounce.
  init(perceptualDuration: Double, bounce: CGFloat, velocity: CGFloat) {
    let spring = CASpringAnimation(perceptualDuration: perceptualDuration, bounce: min(bounce, 0.99))
    spring.initialVelocity = velocity.isFinite ? velocity : 0
    stiffness = Double(spring.stiffness)
    damping = Double(spring.damping)
    self.velocity = Double(spring.initialVelocity)
    allowsOverdamping = spring.allowsOverdamping
    duration = spring.settlingDuration
  }

  /// The time until a spring of unit mass is within a thousandth of its end value; the rule TIME-8.
  private static func settling(_ frequency: Double, _ ratio: Double, _ velocity: Double) -> Double {
    guard ratio < 1 else {
      // Critically damped: the remaining distance is e^(-wt) (1 + (w - v) t).
      func left(_ time: Double) -> Double { abs(exp(-frequency * time) * (1 + (frequency - velocity) * time)) }
      var (low, high) = (0.0, 100 / frequency)
      while left(high) > 1e-3, high < 1e12 { high *= 2 }
      for _ in 0..<60 {
        let middle = (low + high) / 2
        if left(middle) > 1e-3 { low = middle } else { high = middle }
      }
      return high
    }
    let damped = frequency * (1 - ratio * ratio).squareRoot()
    return (log(1000) + log(1 + abs((velocity - ratio * frequency) / damped))) / (ratio * frequency)
  }

  func makeAnimation() -> CABasicAnimation {
    let animation = CASpringAnimation()
    (animation.mass, animation.stiffness, animation.damping) = (1, CGFloat(stiffness), CGFloat(damping))
    animation.initialVelocity = CGFloat(velocity)
    animation.allowsOverdamping = allowsOverdamping
    return animation
  }
}
