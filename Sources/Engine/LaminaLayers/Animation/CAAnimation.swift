// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation

/// The base class of animations: time, speed, and a delegate.
///
/// An animation is a description. ``CALayer/add(_:forKey:)`` copies it; later changes have no effect on the layer. It
/// never changes the layer's own properties: snapshots show, at every time, the animated values.
///
/// - Conformance: TIME-1
open class CAAnimation: NSObject, NSCopying, NSSecureCoding, CAMediaTiming, CAAction {
  /// The begin time, duration, speed and repetition of the animation.
  package final var timing = MediaTiming()
  /// The values that were set under keys that are no properties.
  package final var storedValues: [String: Any] = [:]

  /// The pacing of the animation, as progress over time; `nil` is linear.
  ///
  /// - Default: `nil`.
  open var timingFunction: CAMediaTimingFunction?

  /// The object that is told when the animation starts and stops, while the caller moves the clock; retained.
  ///
  /// - Default: `nil`.
  open var delegate: (any CAAnimationDelegate)?

  /// Whether the layer removes the animation when the clock has passed its end.
  ///
  /// - Default: `true`.
  open var isRemovedOnCompletion = true

  /// The frame rate that the animation prefers; stored without effect, since the caller decides which frames are drawn.
  ///
  /// - Default: no preference.
  open var preferredFrameRateRange = CAFrameRateRange.default

  /// Makes an animation with the defaults.
  public override init() {
    super.init()
  }

  /// Makes an animation from an archive; see ``CALayer/init(coder:)``.
  ///
  /// - Parameter coder: A keyed decoder.
  /// - Returns: `nil` for an archive that contains itself or is nested too deeply for the thread's stack, if the
  ///   decoder accepts errors.
  public required init?(coder: NSCoder) {
    super.init()
    guard coding.decode(self, with: coder) else { return nil }
  }

  /// Whether archives may demand that animations are decoded securely: always.
  open class var supportsSecureCoding: Bool { true }

  /// Writes all values that are not the default into an archive, except for the delegate; see
  /// ``CALayer/encode(with:)``.
  ///
  /// - Parameter coder: A keyed encoder.
  open func encode(with coder: NSCoder) { coding.encode(self, with: coder) }

  /// Whether an archive gets the value of a key: by default, whether the value is not the key's default.
  open func shouldArchiveValue(forKey key: String) -> Bool { coding.isChanged(key, of: self) }

  /// The class that an archive names; see ``CALayer/classForKeyedArchiver``.
  open override var classForKeyedArchiver: AnyClass? { coding.archivedClass(of: self) }

  /// An animation with the same values.
  open func copy(with zone: NSZone? = nil) -> Any { duplicate() }

  /// An animation with the same values.
  open override func copy() -> Any { copy(with: nil) }

  /// Returns a new object of Lamina's class that is nearest to this one's.
  package func makeEmpty() -> CAAnimation { CAAnimation() }

  /// Takes over all values of another animation of this class or of a subclass.
  package func takeValues(of other: CAAnimation) {
    timing = other.timing
    storedValues = other.storedValues
    timingFunction = other.timingFunction
    delegate = other.delegate
    isRemovedOnCompletion = other.isRemovedOnCompletion
    preferredFrameRateRange = other.preferredFrameRateRange
  }

  /// Returns a copy, of Lamina's class that is nearest to this one's.
  package final func duplicate() -> CAAnimation {
    let copy = makeEmpty()
    copy.takeValues(of: self)
    return copy
  }

  /// Adds a copy of the animation to the layer at which an event occurred, with the event as the key.
  open func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {
    (anObject as? CALayer)?.add(self, forKey: event)
  }

  /// The value of a property, or of any other key that was set.
  ///
  /// Numbers and booleans come as `NSNumber`, names as `String`, other values as themselves.
  ///
  /// - Returns: `nil` where nothing is set and there is no default.
  open func value(forKey key: String) -> Any? { codedValue(forKey: key) }

  /// Sets a property, or keeps a value under a key that is no property, as in a dictionary.
  ///
  /// A value that the property cannot take changes nothing and is reported to ``CALayer/keyPathFailureHandler``.
  open func setValue(_ value: Any?, forKey key: String) { setCodedValue(value, forKey: key) }

  /// The value that ``value(forKey:)`` gives for a key that is no property: the one set under the key, or else the
  /// class's default.
  ///
  /// Subclasses override it to compute such keys, and call `super` for keys that they do not know.
  open func value(forUndefinedKey key: String) -> Any? { storedValues[key] ?? standardValue(forKey: key) }

  /// Sets a key that is no property, for ``setValue(_:forKey:)``: keeps the value, as in a dictionary.
  open func setValue(_ value: Any?, forUndefinedKey key: String) { storedValues[key] = value }

  /// The value of a property, of a component of a property, or of a part of an object or a dictionary that was set:
  /// `layer.position.x`.
  ///
  /// A path that leads nowhere gives `nil` and is reported to ``CALayer/keyPathFailureHandler``.
  open func value(forKeyPath keyPath: String) -> Any? { codedValue(forKeyPath: keyPath) }

  /// Sets the value that ``value(forKeyPath:)`` reads.
  ///
  /// A path that leads nowhere and a value of another type change nothing and are reported to
  /// ``CALayer/keyPathFailureHandler``.
  open func setValue(_ value: Any?, forKeyPath keyPath: String) { setCodedValue(value, forKeyPath: keyPath) }

  /// The value of a key before it is set: for a property, the value in a new animation; for other keys, `nil`.
  ///
  /// Subclasses override it to give their own keys a value; values that they return for properties are ignored.
  open class func defaultValue(forKey key: String) -> Any? { codedDefault(forKey: key) }

  // MARK: CAMediaTiming

  /// The beginning of the animation, in seconds of the layer's time, or of the group's.
  ///
  /// 0 stands for the moment at which the animation is added to a layer; in a group, for the group's beginning. A tiny
  /// number such as `1e-100` is the beginning of the layer's time.
  ///
  /// - Default: 0.
  open var beginTime: CFTimeInterval {
    get { timing.beginTime }
    set { timing.beginTime = newValue }
  }

  /// The length of a cycle, in seconds.
  ///
  /// - Range: above 0; other values stand for the transaction's duration when the animation is added, or else 0.25 s;
  ///   in a group, for the group's duration.
  /// - Default: 0.
  open var duration: CFTimeInterval {
    get { timing.duration }
    set { timing.duration = newValue }
  }

  /// The speed of the animation's time; below 0 the animation runs backwards. Default 1.
  open var speed: Float {
    get { timing.speed }
    set { timing.speed = newValue }
  }

  /// The number of seconds added to the animation's time: it starts so far into the cycle. Default 0.
  open var timeOffset: CFTimeInterval {
    get { timing.timeOffset }
    set { timing.timeOffset = newValue }
  }

  /// The number of cycles; may be fractional and infinite. Default 0, which is one cycle.
  open var repeatCount: Float {
    get { timing.repeatCount }
    set { timing.repeatCount = newValue }
  }

  /// The total length of the repeated cycles, in seconds; above 0 it overrides `repeatCount`. Default 0.
  open var repeatDuration: CFTimeInterval {
    get { timing.repeatDuration }
    set { timing.repeatDuration = newValue }
  }

  /// Whether every second cycle runs backwards; the animation then takes twice its duration. Default `false`.
  open var autoreverses: Bool {
    get { timing.autoreverses }
    set { timing.autoreverses = newValue }
  }

  /// The value that shows outside the active time. Default `removed`.
  open var fillMode: CAMediaTimingFillMode {
    get { timing.fillMode }
    set { timing.fillMode = newValue }
  }
}

/// An object that is told when an animation starts and stops.
///
/// The calls come while the caller moves the clock, in the order of their times; see ``MediaClock``.
public protocol CAAnimationDelegate: AnyObject {
  /// Tells that an animation has begun.
  ///
  /// - Parameter anim: The layer's copy of the animation.
  func animationDidStart(_ anim: CAAnimation)

  /// Tells that an animation has ended, or was removed from its layer.
  ///
  /// - Parameters:
  ///   - anim: The layer's copy of the animation.
  ///   - flag: Whether it ran to its end.
  func animationDidStop(_ anim: CAAnimation, finished flag: Bool)
}

extension CAAnimationDelegate {
  /// Does nothing.
  public func animationDidStart(_ anim: CAAnimation) {}
  /// Does nothing.
  public func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {}
}
