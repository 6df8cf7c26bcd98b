// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import LaminaLayers
public import QuartzCore

// Blocks of animations. Changes in a block animate the layers of views. The thread's `MediaClock` advances the
// animations and calls their completion handlers; a picture of any time shows the animations even without the clock.

extension UIView {
  /// Animates changes of views by `easeInOut`, from the visible values to the new ones.
  ///
  ///     UIView.animate(withDuration: 0.5) { card.center.y += 100 } completion: { _ in print("there") }
  ///     let half = try Renderer().render(window.layer, at: 0.25)
  ///     MediaClock.time = 0.5  // prints
  ///
  /// Animations begin at the time of the thread's clock. Position, bounds, transform, opacity, colours, corners,
  /// borders and shadows of views' own layers animate, as well as the additional properties of layers of other classes.
  ///
  /// - Parameters:
  ///   - duration: Seconds. With 0, changes take effect at once.
  ///   - animations: A closure that changes views.
  ///   - completion: Called when the clock passes the end, or with `false` when animations were replaced or removed; at
  ///     once if nothing animates.
  public class func animate(
    withDuration duration: TimeInterval, animations: () -> Void, completion: ((Bool) -> Void)? = nil
  ) {
    animate(withDuration: duration, delay: 0, options: [], animations: animations, completion: completion)
  }

  /// Animates changes of views; see ``animate(withDuration:animations:completion:)``.
  ///
  /// - Parameters:
  ///   - duration: Seconds.
  ///   - delay: Seconds until the animation begins; until then the old values are visible.
  ///   - options: The curve, and whether the animation repeats. A block inside another one inherits its duration, delay
  ///     and curve unless the options override them.
  ///   - animations: A closure that changes views.
  ///   - completion: Called at the end.
  public class func animate(
    withDuration duration: TimeInterval, delay: TimeInterval, options: AnimationOptions = [], animations: () -> Void,
    completion: ((Bool) -> Void)? = nil
  ) {
    ViewAnimations.current.run(BlockAnimation(duration, delay, options), completion, animations)
  }

  /// Animates changes of views like a weight on a spring, which comes to rest within the duration.
  ///
  /// - Parameters:
  ///   - duration: Seconds until the spring is within a thousandth of the way.
  ///   - delay: Seconds until the animation begins.
  ///   - dampingRatio: The damping ratio: 1 comes to rest without overshooting, lower values swing. Values are clamped
  ///     to 0.01...1.
  ///   - velocity: The initial speed, in lengths of the whole way per second.
  ///   - options: Whether the animation repeats; a curve has no meaning for a spring.
  ///   - animations: A closure that changes views.
  ///   - completion: Called at the end.
  public class func animate(
    withDuration duration: TimeInterval, delay: TimeInterval, usingSpringWithDamping dampingRatio: CGFloat,
    initialSpringVelocity velocity: CGFloat, options: AnimationOptions = [], animations: () -> Void,
    completion: ((Bool) -> Void)? = nil
  ) {
    var block = BlockAnimation(duration, delay, options)
    block.spring = SpringTiming(duration: duration, dampingRatio: dampingRatio, velocity: velocity)
    ViewAnimations.current.run(block, completion, animations)
  }

  /// Animates changes of views like a weight on a spring with a perceived duration and a bounce.
  ///
  /// - Parameters:
  ///   - duration: The perceived duration, in seconds.
  ///   - bounce: The bounce: 0 for none, 1 for endless, below 0 for overdamped.
  ///   - initialSpringVelocity: The initial speed, in lengths of the whole way per second.
  ///   - delay: Seconds until the animation begins.
  ///   - options: Whether the animation repeats.
  ///   - animations: A closure that changes views.
  ///   - completion: Called when the spring has come to rest.
  public class func animate(
    springDuration duration: TimeInterval = 0.5, bounce: CGFloat = 0, initialSpringVelocity: CGFloat = 0,
    delay: TimeInterval = 0, options: AnimationOptions = [], animations: () -> Void,
    completion: ((Bool) -> Void)? = nil
  ) {
    let spring = SpringTiming(perceptualDuration: duration, bounce: bounce, velocity: initialSpringVelocity)
    var block = BlockAnimation(duration > 0 ? spring.duration : 0, delay, options)
    block.spring = spring
    ViewAnimations.current.run(block, completion, animations)
  }

  /// Animates changes of views in steps, which are added by
  /// ``addKeyframe(withRelativeStartTime:relativeDuration:animations:)``.
  ///
  /// - Parameters:
  ///   - duration: Seconds, of all steps together.
  ///   - delay: Seconds until the animation begins.
  ///   - options: The interpolation between the steps, and whether the animation repeats. The whole block runs by
  ///     `easeInOut`, unless the options contain the bits of another curve of ``AnimationOptions``.
  ///   - animations: A closure that adds steps; other changes in it animate over the whole duration.
  ///   - completion: Called at the end.
  public class func animateKeyframes(
    withDuration duration: TimeInterval, delay: TimeInterval, options: KeyframeAnimationOptions = [],
    animations: () -> Void, completion: ((Bool) -> Void)? = nil
  ) {
    var block = BlockAnimation(duration, delay, AnimationOptions(rawValue: options.rawValue))
    let steps = KeyframeSteps(mode: options.mode)
    block.steps = steps
    ViewAnimations.current.run(block, completion) {
      animations()
      steps.add(to: ViewAnimations.current)
    }
  }

  /// Adds a step to the block of keyframes that runs.
  ///
  /// - Parameters:
  ///   - frameStartTime: The start of the step, in fractions of the whole block, 0...1.
  ///   - frameDuration: The duration of the step, in fractions of the whole block, 0...1.
  ///   - animations: A closure that changes views. Outside of a block of keyframes it is called without animating.
  public class func addKeyframe(
    withRelativeStartTime frameStartTime: Double, relativeDuration frameDuration: Double, animations: () -> Void
  ) {
    guard let steps = ViewAnimations.current.innermost?.steps else { return animations() }
    steps.step(from: frameStartTime, duration: frameDuration, animations)
  }

  /// Changes views without animating them, also in a block of animations.
  public class func performWithoutAnimation(_ actionsWithoutAnimation: () -> Void) {
    ViewAnimations.current.runWithout(actionsWithoutAnimation)
  }

  /// Makes the animations repeat that a block adds.
  ///
  /// - Parameters:
  ///   - count: The number of cycles; may be fractional.
  ///   - autoreverses: Whether each cycle runs back.
  ///   - animations: A closure that changes views, in a block of animations.
  public class func modifyAnimations(
    withRepeatCount count: CGFloat, autoreverses: Bool, animations: () -> Void
  ) {
    ViewAnimations.current.changing {
      ($0.repeatCount, $0.autoreverses) = (Float(count), autoreverses)
    } in: {
      animations()
    }
  }

  /// Changes a view, and cross-fades from the previous look of the view and its subviews.
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - duration: Seconds.
  ///   - options: With `transitionCrossDissolve` the view fades, and changes in it do not animate without
  ///     `allowAnimatedContent`. Without `transitionCrossDissolve` the call is the same as
  ///     ``animate(withDuration:delay:options:animations:completion:)``.
  ///   - animations: A closure that changes the view.
  ///   - completion: Called at the end.
  public class func transition(
    with view: UIView, duration: TimeInterval, options: AnimationOptions = [], animations: (() -> Void)?,
    completion: ((Bool) -> Void)? = nil
  ) {
    let block = BlockAnimation(duration, 0, options)
    ViewAnimations.current.run(block, completion) {
      guard options.crossDissolves, duration > 0 else { return animations?() ?? () }
      ViewAnimations.current.addFade(to: view.layer)
      guard let animations else { return }
      if options.contains(.allowAnimatedContent) { animations() } else { performWithoutAnimation(animations) }
    }
  }

  /// Replaces a view in its superview by another one, and cross-fades.
  ///
  /// - Parameters:
  ///   - fromView: The view that is removed, or hidden with `showHideTransitionViews`.
  ///   - toView: The view that is added, or shown with `showHideTransitionViews`.
  ///   - duration: Seconds.
  ///   - options: As for ``transition(with:duration:options:animations:completion:)``.
  ///   - completion: Called at the end.
  public class func transition(
    from fromView: UIView, to toView: UIView, duration: TimeInterval, options: AnimationOptions = [],
    completion: ((Bool) -> Void)? = nil
  ) {
    guard let container = fromView.superview else { return completion?(false) ?? () }
    transition(with: container, duration: duration, options: options) {
      if options.contains(.showHideTransitionViews) {
        (fromView.isHidden, toView.isHidden) = (true, false)
      } else {
        container.insertSubview(toView, aboveSubview: fromView)
        fromView.removeFromSuperview()
      }
    } completion: {
      completion?($0)
    }
  }

  // MARK: Switches and the older spelling

  /// Whether blocks of animations animate. Default `true`.
  public class var areAnimationsEnabled: Bool { ViewAnimations.current.areEnabled }

  /// Sets whether blocks of animations animate.
  public class func setAnimationsEnabled(_ enabled: Bool) { ViewAnimations.current.areEnabled = enabled }

  /// The duration of the running block, in seconds; 0 outside of blocks.
  public class var inheritedAnimationDuration: TimeInterval { ViewAnimations.current.innermost?.duration ?? 0 }

  /// Begins a block of animations that ``commitAnimations()`` ends. Changes in it animate, for 0.2 seconds by default.
  ///
  /// - Parameters:
  ///   - animationID: Ignored.
  ///   - context: Ignored.
  public class func beginAnimations(_ animationID: String?, context: UnsafeMutableRawPointer?) {
    ViewAnimations.current.begin(BlockAnimation(0.2, 0, []), nil)
  }

  /// Ends the block that ``beginAnimations(_:context:)`` began.
  public class func commitAnimations() { ViewAnimations.current.end() }

  /// Sets the duration of the block that ``beginAnimations(_:context:)`` began, in seconds.
  public class func setAnimationDuration(_ duration: TimeInterval) {
    ViewAnimations.current.change { $0.duration = max(duration, 0) }
  }

  /// Sets the delay of the block that ``beginAnimations(_:context:)`` began, in seconds.
  public class func setAnimationDelay(_ delay: TimeInterval) {
    ViewAnimations.current.change { $0.delay = max(delay, 0) }
  }

  /// Sets the curve of the block that ``beginAnimations(_:context:)`` began.
  public class func setAnimationCurve(_ curve: AnimationCurve) {
    ViewAnimations.current.change { $0.curve = curve }
  }

  /// Sets the number of repetitions in the block that ``beginAnimations(_:context:)`` began.
  public class func setAnimationRepeatCount(_ repeatCount: Float) {
    ViewAnimations.current.change { $0.repeatCount = repeatCount }
  }

  /// Sets whether animations run back in the block that ``beginAnimations(_:context:)`` began.
  public class func setAnimationRepeatAutoreverses(_ repeatAutoreverses: Bool) {
    ViewAnimations.current.change { $0.autoreverses = repeatAutoreverses }
  }
}
