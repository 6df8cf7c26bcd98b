// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation

/// What all animations have: when they run, how fast, and who is told.
///
/// An animation is a description. ``CALayer/add(_:forKey:)`` copies it; what is changed afterwards has no effect on the
/// layer. It never changes the layer's own properties: snapshots show, at every time, what it makes of them.
///
/// - Conformance: TIME-1
open class CAAnimation: NSObject, NSCopying, NSSecureCoding, CAMediaTiming, CAAction {
  /// When and how fast it runs.
  package final var timing = MediaTiming()
  /// What was set under keys that are no properties.
  final var storedValues: [String: Any] = [:]

  /// How progress follows time; `nil` is linear.
  ///
  /// - Default: `nil`.
  open var timingFunction: CAMediaTimingFunction?

  /// Who is told when the animation starts and stops, while the caller moves the clock; retained.
  ///
  /// - Default: `nil`.
  open var delegate: (any CAAnimationDelegate)?

  /// Whether the layer forgets the animation when the clock has passed its end.
  ///
  /// - Default: `true`.
  open var isRemovedOnCompletion = true

  /// How many frames a second the animation would like to have; stored, the caller says which frames are drawn.
  ///
  /// - Default: no wish.
  open var preferredFrameRateRange = CAFrameRateRange.default

  /// Makes an animation with the defaults.
  public override init() {
    super.init()
  }

  /// Makes an animation of what an archive holds; see ``CALayer/init(coder:)``.
  ///
  /// - Parameter coder: A keyed decoder.
  /// - Returns: `nil` for an archive that holds itself or is too deep for the thread's stack, where the decoder takes
  ///   errors.
  public required init?(coder: NSCoder) {
    super.init()
    if !decodeAnimation(with: coder), coder.decodingFailurePolicy == .setErrorAndReturn { return nil }
  }

  /// Whether archives may demand that animations are decoded securely: always.
  open class var supportsSecureCoding: Bool { true }

  /// Writes what is not the default into an archive, but for the delegate; see ``CALayer/encode(with:)``.
  ///
  /// - Parameter coder: A keyed encoder.
  open func encode(with coder: NSCoder) { encodeAnimation(with: coder) }

  /// Whether an archive gets the value of a key: whether it is not the default, unless a subclass says otherwise.
  open func shouldArchiveValue(forKey key: String) -> Bool { isArchived(key) }

  /// The class that an archive names; see ``CALayer/classForKeyedArchiver``.
  open override var classForKeyedArchiver: AnyClass? { archivedClass }

  /// An animation with the same values.
  open func copy(with zone: NSZone? = nil) -> Any { duplicate() }

  /// An animation with the same values.
  open override func copy() -> Any { copy(with: nil) }

  /// A new object of the nearest class of ours.
  package func makeEmpty() -> CAAnimation { CAAnimation() }

  /// Takes over all values of another animation of the class or one below it.
  package func takeValues(of other: CAAnimation) {
    timing = other.timing
    storedValues = other.storedValues
    timingFunction = other.timingFunction
    delegate = other.delegate
    isRemovedOnCompletion = other.isRemovedOnCompletion
    preferredFrameRateRange = other.preferredFrameRateRange
  }

  /// A copy of the nearest class of ours.
  package final func duplicate() -> CAAnimation {
    let copy = makeEmpty()
    copy.takeValues(of: self)
    return copy
  }

  /// Adds a copy of the animation to the layer that something happened to, under the event as the key.
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
  /// A value that the property cannot take changes nothing and is told to ``CALayer/keyPathFailureHandler``.
  open func setValue(_ value: Any?, forKey key: String) { setCodedValue(value, forKey: key) }

  /// What ``value(forKey:)`` gives for a key that is no property: what was set under it, else what the class says.
  ///
  /// Subclasses override it to compute such keys, and call this for those that they do not know.
  open func value(forUndefinedKey key: String) -> Any? { storedValues[key] ?? standardValue(forKey: key) }

  /// What ``setValue(_:forKey:)`` does with a key that is no property: keeps the value, as in a dictionary.
  open func setValue(_ value: Any?, forUndefinedKey key: String) { storedValues[key] = value }

  /// The value of a property, of a component of one, or of something in an object or a dictionary that was set:
  /// `layer.position.x`.
  ///
  /// A path that leads nowhere gives `nil` and is told to ``CALayer/keyPathFailureHandler``.
  open func value(forKeyPath keyPath: String) -> Any? { codedValue(forKeyPath: keyPath) }

  /// Sets what ``value(forKeyPath:)`` reads.
  ///
  /// A path that leads nowhere and a value of another type change nothing and are told to
  /// ``CALayer/keyPathFailureHandler``.
  open func setValue(_ value: Any?, forKeyPath keyPath: String) { setCodedValue(value, forKeyPath: keyPath) }

  /// What a key has before it is set: of a property, what a new animation has; `nil` of other keys.
  ///
  /// Subclasses override it to give their own keys a value; what it says of properties is not consulted.
  open class func defaultValue(forKey key: String) -> Any? { codedDefault(forKey: key) }

  // MARK: CAMediaTiming

  /// When the animation begins, in seconds of the layer's time, or of the group's.
  ///
  /// 0 stands for the moment at which it is added to a layer; in a group, for the group's beginning. A tiny number such
  /// as `1e-100` is the beginning of the layer's time.
  ///
  /// - Default: 0.
  open var beginTime: CFTimeInterval {
    get { timing.beginTime }
    set { timing.beginTime = newValue }
  }

  /// The length of a cycle, in seconds.
  ///
  /// - Range: above 0; others stand for the transaction's duration when the animation is added, or else 0.25 s; in a
  ///   group, for the group's.
  /// - Default: 0.
  open var duration: CFTimeInterval {
    get { timing.duration }
    set { timing.duration = newValue }
  }

  /// How fast it runs; below 0 it runs backwards. Default 1.
  open var speed: Float {
    get { timing.speed }
    set { timing.speed = newValue }
  }

  /// What is added to its time, in seconds: it starts so far into the cycle. Default 0.
  open var timeOffset: CFTimeInterval {
    get { timing.timeOffset }
    set { timing.timeOffset = newValue }
  }

  /// How many cycles are shown; may be fractional and infinite. Default 0, which is one.
  open var repeatCount: Float {
    get { timing.repeatCount }
    set { timing.repeatCount = newValue }
  }

  /// For how long cycles are shown, in seconds; above 0 it decides and not `repeatCount`. Default 0.
  open var repeatDuration: CFTimeInterval {
    get { timing.repeatDuration }
    set { timing.repeatDuration = newValue }
  }

  /// Whether every second cycle runs backwards; the animation then takes twice its duration. Default `false`.
  open var autoreverses: Bool {
    get { timing.autoreverses }
    set { timing.autoreverses = newValue }
  }

  /// What shows outside the active time. Default `removed`.
  open var fillMode: CAMediaTimingFillMode {
    get { timing.fillMode }
    set { timing.fillMode = newValue }
  }
}

/// Is told when an animation starts and stops.
///
/// The calls come while the caller moves the clock, in the order of their times; see ``MediaClock``.
public protocol CAAnimationDelegate: AnyObject {
  /// Tells that an animation has begun.
  ///
  /// - Parameter anim: The layer's copy of the animation.
  func animationDidStart(_ anim: CAAnimation)

  /// Tells that an animation has ended, or was taken from its layer.
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
