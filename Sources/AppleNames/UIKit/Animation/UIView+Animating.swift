// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import LaminaLayers
public import QuartzCore

// Blocks of animations. Changes in a block animate the layers of views; the thread's `MediaClock` moves them and calls
// what waits for their end. A picture of any time shows them without it.

extension UIView {
  /// Animates changes of views, from what shows to what is set, by `easeInOut`.
  ///
  ///     UIView.animate(withDuration: 0.5) { card.center.y += 100 } completion: { _ in print("there") }
  ///     let half = try Renderer().render(window.layer, at: 0.25)
  ///     MediaClock.time = 0.5  // prints
  ///
  /// Animations begin at the time of the thread's clock. Position, bounds, transform, opacity, colours, corners,
  /// borders and shadows of views' own layers animate, and what layers of other classes add.
  ///
  /// - Parameters:
  ///   - duration: Seconds. With 0, changes take effect at once.
  ///   - animations: What changes views.
  ///   - completion: Called while the clock moves past the end, or with `false` when animations were replaced or
  ///     removed; at once where nothing animates.
  public class func animate(
    withDuration duration: TimeInterval, animations: () -> Void, completion: ((Bool) -> Void)? = nil
  ) {
    animate(withDuration: duration, delay: 0, options: [], animations: animations, completion: completion)
  }

  /// Animates changes of views; see ``animate(withDuration:animations:completion:)``.
  ///
  /// - Parameters:
  ///   - duration: Seconds.
  ///   - delay: Seconds until it begins; what shows does not change before.
  ///   - options: The curve, and whether it repeats. In a block inside another, duration, delay and curve are the outer
  ///     one's unless they say otherwise.
  ///   - animations: What changes views.
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
  ///   - duration: Seconds until it is within a thousandth of the way.
  ///   - delay: Seconds until it begins.
  ///   - dampingRatio: 1 comes to rest without passing the end; below, it swings. Below 0.01 it is that, above 1 it is
  ///     1.
  ///   - velocity: How fast it moves at first, in whole ways a second.
  ///   - options: Whether it repeats; a curve has no meaning for a spring.
  ///   - animations: What changes views.
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

  /// Animates changes of views like a weight on a spring, said by how long it seems to take and how much it bounces.
  ///
  /// - Parameters:
  ///   - duration: How long it seems to take, in seconds.
  ///   - bounce: How much it bounces: 0 not at all, 1 for ever, below 0 it is overdamped.
  ///   - initialSpringVelocity: How fast it moves at first, in whole ways a second.
  ///   - delay: Seconds until it begins.
  ///   - options: Whether it repeats.
  ///   - animations: What changes views.
  ///   - completion: Called when it has come to rest.
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

  /// Animates changes of views in steps, which ``addKeyframe(withRelativeStartTime:relativeDuration:animations:)``
  /// says.
  ///
  /// - Parameters:
  ///   - duration: Seconds, of all steps together.
  ///   - delay: Seconds until it begins.
  ///   - options: How values lie between the steps, and whether it repeats. The whole runs by `easeInOut`, unless the
  ///     bits of another curve of ``AnimationOptions`` are in it.
  ///   - animations: What adds steps; what it changes beside them animates over the whole.
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
  ///   - frameStartTime: When it begins, in fractions of the whole, 0...1.
  ///   - frameDuration: How long it takes, in fractions of the whole, 0...1.
  ///   - animations: What changes views. Outside of a block of keyframes it is called, and nothing else.
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

  /// Lets the animations that a block adds repeat.
  ///
  /// - Parameters:
  ///   - count: How many cycles; may be fractional.
  ///   - autoreverses: Whether each cycle runs back.
  ///   - animations: What changes views, in a block of animations.
  public class func modifyAnimations(
    withRepeatCount count: CGFloat, autoreverses: Bool, animations: () -> Void
  ) {
    ViewAnimations.current.changing {
      ($0.repeatCount, $0.autoreverses) = (Float(count), autoreverses)
    } in: {
      animations()
    }
  }

  /// Changes a view, and fades from what it and all in it looked like before.
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - duration: Seconds.
  ///   - options: With `transitionCrossDissolve` it fades, and changes in it do not animate unless
  ///     `allowAnimatedContent` is there; without, it is
  ///     ``animate(withDuration:delay:options:animations:completion:)``.
  ///   - animations: What changes the view.
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

  /// Puts one view in the place of another in its superview, and fades.
  ///
  /// - Parameters:
  ///   - fromView: The view that leaves, or is hidden with `showHideTransitionViews`.
  ///   - toView: The view that comes, or is shown.
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

  /// The duration of the block that runs, in seconds; 0 outside.
  public class var inheritedAnimationDuration: TimeInterval { ViewAnimations.current.innermost?.duration ?? 0 }

  /// Begins what ``commitAnimations()`` ends: changes between them animate, for 0.2 seconds unless said otherwise.
  ///
  /// - Parameters:
  ///   - animationID: Not looked at.
  ///   - context: Not looked at.
  public class func beginAnimations(_ animationID: String?, context: UnsafeMutableRawPointer?) {
    ViewAnimations.current.begin(BlockAnimation(0.2, 0, []), nil)
  }

  /// Ends what ``beginAnimations(_:context:)`` began.
  public class func commitAnimations() { ViewAnimations.current.end() }

  /// Sets the duration of what ``beginAnimations(_:context:)`` began, in seconds.
  public class func setAnimationDuration(_ duration: TimeInterval) {
    ViewAnimations.current.change { $0.duration = max(duration, 0) }
  }

  /// Sets the delay of what ``beginAnimations(_:context:)`` began, in seconds.
  public class func setAnimationDelay(_ delay: TimeInterval) {
    ViewAnimations.current.change { $0.delay = max(delay, 0) }
  }

  /// Sets the curve of what ``beginAnimations(_:context:)`` began.
  public class func setAnimationCurve(_ curve: AnimationCurve) {
    ViewAnimations.current.change { $0.curve = curve }
  }

  /// Sets how often what ``beginAnimations(_:context:)`` began repeats.
  public class func setAnimationRepeatCount(_ repeatCount: Float) {
    ViewAnimations.current.change { $0.repeatCount = repeatCount }
  }

  /// Sets whether what ``beginAnimations(_:context:)`` began runs back.
  public class func setAnimationRepeatAutoreverses(_ repeatAutoreverses: Bool) {
    ViewAnimations.current.change { $0.autoreverses = repeatAutoreverses }
  }
}
