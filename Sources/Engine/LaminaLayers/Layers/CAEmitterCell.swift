// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation
public import LaminaGraphics

/// How a particle stands in space; not public on Apple's platforms, known from documents.
public struct CAEmitterCellParticleType: RawRepresentable, Hashable, Sendable {
  /// The name, as documents write it.
  public let rawValue: String
  /// Makes a type from its name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// It faces the viewer.
  public static let sprite = CAEmitterCellParticleType(rawValue: "sprite")
  /// It lies in a plane of its own.
  public static let plane = CAEmitterCellParticleType(rawValue: "plane")
}

/// Which of several frames a particle shows; not public on Apple's platforms, known from documents.
public struct CAEmitterCellFrameMode: RawRepresentable, Hashable, Sendable {
  /// The name, as documents write it.
  public let rawValue: String
  /// Makes a mode from its name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The first.
  public static let single = CAEmitterCellFrameMode(rawValue: "single")
  /// All in turn.
  public static let looping = CAEmitterCellFrameMode(rawValue: "looping")
}

/// One kind of particle of a `CAEmitterLayer`.
///
/// A value with a range draws uniformly from half the range below it to half above. Angles are in radians,
/// lengths in points, times in seconds.
///
/// - Conformance: EMIT-1
open class CAEmitterCell: NSObject, NSSecureCoding, CAMediaTiming {
  /// A name, for key paths. Default `nil`.
  open var name: String?
  /// Whether the cell emits. Default `true`.
  open var isEnabled = true
  /// The particles that each particle of this kind emits. Default `nil`.
  open var emitterCells: [CAEmitterCell]?
  /// Values for properties that are not set on the cell itself; stored. Default `nil`.
  open var style: [AnyHashable: Any]?

  // MARK: Life

  /// How many particles are born a second. Default 0. Animatable.
  open var birthRate: Float = 0
  /// How long a particle lives, in seconds. Default 0. Animatable.
  open var lifetime: Float = 0
  /// By how much that varies, in seconds. Default 0. Animatable.
  open var lifetimeRange: Float = 0

  // MARK: Motion

  /// By how much the direction of emission turns from the xy plane towards z, in radians. Default 0. Animatable.
  open var emissionLatitude: CGFloat = 0
  /// The direction of emission in the xy plane, in radians: what 0 points to depends on the emitter's shape.
  ///
  /// From a `line` λ points to (sin λ, -cos λ), in every mode: in a layer whose y points down, 0 rises and π falls.
  /// From the `outline` of a `circle` or a `sphere` 0 points away from the centre. Everywhere else, and from particles
  /// that emit, λ is the angle from x towards y.
  ///
  /// - Units: radians, from x towards y.
  /// - Default: 0. Animatable.
  /// - Conformance: EMIT-2
  open var emissionLongitude: CGFloat = 0
  /// The angle of the cone around that direction, in radians; from 2π on all directions. Default 0. Animatable.
  open var emissionRange: CGFloat = 0
  /// How fast particles start, in points a second. Default 0. Animatable.
  open var velocity: CGFloat = 0
  /// By how much that varies. Default 0. Animatable.
  open var velocityRange: CGFloat = 0
  /// Acceleration along x, in points a second squared. Default 0. Animatable.
  open var xAcceleration: CGFloat = 0
  /// Acceleration along y, in points a second squared. Default 0. Animatable.
  open var yAcceleration: CGFloat = 0
  /// Acceleration along z, in points a second squared. Default 0. Animatable.
  open var zAcceleration: CGFloat = 0
  /// The size of a particle against its picture. Default 1. Animatable.
  open var scale: CGFloat = 1
  /// By how much that varies. Default 0. Animatable.
  open var scaleRange: CGFloat = 0
  /// How fast the size grows, a second. Default 0. Animatable.
  open var scaleSpeed: CGFloat = 0
  /// How fast a particle turns, in radians a second. Default 0. Animatable.
  open var spin: CGFloat = 0
  /// By how much that varies. Default 0. Animatable.
  open var spinRange: CGFloat = 0

  /// The angle a particle starts with, in radians; Apple's own files have it. Default 0.
  open var rotation: CGFloat = 0
  /// By how much that varies. Default 0.
  open var rotationRange: CGFloat = 0
  /// The tilt of a `plane` particle against z, in radians; Apple's own files have it. Default 0.
  open var orientationLatitude: CGFloat = 0
  /// The direction of that tilt in the plane, in radians. Default 0.
  open var orientationLongitude: CGFloat = 0
  /// By how much the tilt varies. Default 0.
  open var orientationRange: CGFloat = 0
  /// The weight against forces; stored, as no force has a public name. Default 1.
  open var mass: CGFloat = 1
  /// Whether a particle faces the viewer or lies in a plane of its own. Default `sprite`.
  open var particleType: CAEmitterCellParticleType = .sprite

  // MARK: Colour

  /// What multiplies the picture's colours. Default opaque white. Animatable.
  open var color: CGColor? = CGColor(straight: [1, 1, 1, 1])
  /// By how much red varies. Default 0. Animatable.
  open var redRange: Float = 0
  /// By how much green varies. Default 0. Animatable.
  open var greenRange: Float = 0
  /// By how much blue varies. Default 0. Animatable.
  open var blueRange: Float = 0
  /// By how much alpha varies. Default 0. Animatable.
  open var alphaRange: Float = 0
  /// How fast red grows, a second. Default 0. Animatable.
  open var redSpeed: Float = 0
  /// How fast green grows, a second. Default 0. Animatable.
  open var greenSpeed: Float = 0
  /// How fast blue grows, a second. Default 0. Animatable.
  open var blueSpeed: Float = 0
  /// How fast alpha grows, a second. Default 0. Animatable.
  open var alphaSpeed: Float = 0

  // MARK: Picture

  /// The picture: a `CGImage`; others draw nothing. Default `nil`.
  open var contents: Any?
  /// The part of the picture that shows, in fractions of it. Default all. Animatable.
  open var contentsRect = CGRect(x: 0, y: 0, width: 1, height: 1)
  /// How many pixels of the picture make a point. Default 1.
  open var contentsScale: CGFloat = 1
  /// How many frames lie side by side in the picture, in `contentsRect` and to its right; Apple's own files have it.
  /// Default 0, which is one.
  open var contentsFrameCount = 0
  /// Which frame a particle shows. Default `single`, the first.
  open var contentsFrameMode: CAEmitterCellFrameMode = .single
  /// How many frames a second a `looping` particle shows. Default 0.
  open var contentsFramesPerSecond: CGFloat = 0
  /// The filter where the picture is enlarged: `linear`, `nearest` or `trilinear`. Default `linear`.
  open var magnificationFilter = "linear"
  /// The filter where the picture is reduced: `linear`, `nearest` or `trilinear`. Default `linear`.
  open var minificationFilter = "linear"
  /// What is added to the level of detail in trilinear minification. Default 0. Animatable.
  open var minificationFilterBias: Float = 0

  // MARK: Timing

  /// When the cell begins to emit, in seconds of its emitter's time. Default 0.
  open var beginTime: CFTimeInterval = 0
  /// How long the cell emits, in seconds. Default 0, which is for ever.
  open var duration: CFTimeInterval = 0
  /// How fast the cell's time runs. Default 1.
  open var speed: Float = 1
  /// What is added to the cell's time, in seconds. Default 0.
  open var timeOffset: CFTimeInterval = 0
  /// How often the cell's duration is repeated. Default 0.
  open var repeatCount: Float = 0
  /// For how long the cell's duration is repeated, in seconds. Default 0.
  open var repeatDuration: CFTimeInterval = 0
  /// Whether every second repetition runs backwards. Default `false`.
  open var autoreverses = false
  /// What shows outside the active time. Default `removed`.
  open var fillMode: CAMediaTimingFillMode = .removed

  /// Makes a cell that emits nothing.
  public override init() {
    super.init()
  }

  // MARK: Archives

  /// Makes a cell of what an archive holds; see ``CALayer/init(coder:)``.
  ///
  /// - Parameter coder: A keyed decoder.
  /// - Returns: `nil` for an archive that holds itself or is too deep for the thread's stack, where the decoder takes
  ///   errors.
  public required init?(coder: NSCoder) {
    super.init()
    if !decodeCell(with: coder), coder.decodingFailurePolicy == .setErrorAndReturn { return nil }
  }

  /// Whether archives may demand that cells are decoded securely: always.
  open class var supportsSecureCoding: Bool { true }

  /// Writes what is not the default into an archive; see ``CALayer/encode(with:)``.
  ///
  /// - Parameter coder: A keyed encoder.
  open func encode(with coder: NSCoder) { encodeCell(with: coder) }

  /// Whether an archive gets the value of a key: whether it is not the default, unless a subclass says otherwise.
  open func shouldArchiveValue(forKey key: String) -> Bool { isArchived(key) }

  /// The class that an archive names; see ``CALayer/classForKeyedArchiver``.
  open override var classForKeyedArchiver: AnyClass? { archivedClass }

  // MARK: Key-value coding

  /// What was set under keys that are no properties.
  final var storedValues: [String: Any] = [:]

  /// The value of a property, or of any other key that was set, else from ``style``, else the class's default.
  ///
  /// Numbers and booleans come as `NSNumber`, names as `String`, other values as themselves.
  ///
  /// - Returns: `nil` where nothing is set and there is no default.
  open func value(forKey key: String) -> Any? { codedValue(forKey: key) }

  /// Sets a property, or keeps a value under a key that is no property, as in a dictionary.
  ///
  /// A value that the property cannot take changes nothing and is told to ``CALayer/keyPathFailureHandler``.
  open func setValue(_ value: Any?, forKey key: String) { setCodedValue(value, forKey: key) }

  /// What ``value(forKey:)`` gives for a key that is no property: what was set under it, else what ``style`` or the
  /// class says.
  ///
  /// Subclasses override it to compute such keys, and call this for those that they do not know.
  open func value(forUndefinedKey key: String) -> Any? { storedValues[key] ?? standardValue(forKey: key) }

  /// What ``setValue(_:forKey:)`` does with a key that is no property: keeps the value, as in a dictionary.
  open func setValue(_ value: Any?, forUndefinedKey key: String) { storedValues[key] = value }

  /// The value of a property, of a component of one, `contentsRect.size.width`, or of an entry of a dictionary.
  ///
  /// A path that leads nowhere gives `nil` and is told to ``CALayer/keyPathFailureHandler``.
  open func value(forKeyPath keyPath: String) -> Any? { codedValue(forKeyPath: keyPath) }

  /// Sets what ``value(forKeyPath:)`` reads.
  ///
  /// A path that leads nowhere and a value of another type change nothing and are told to
  /// ``CALayer/keyPathFailureHandler``.
  open func setValue(_ value: Any?, forKeyPath keyPath: String) { setCodedValue(value, forKeyPath: keyPath) }

  /// What a key has before it is set: of a property, what a new cell has; `nil` of other keys.
  ///
  /// Subclasses override it to give their own keys a value; what it says of properties is not consulted.
  open class func defaultValue(forKey key: String) -> Any? { codedDefault(forKey: key) }

  /// Frees nested cells without recursion, as `CALayer` does: a document may nest them deeply.
  deinit {
    guard var pending = emitterCells else { return }
    emitterCells = nil
    while var cell = pending.popLast() {
      if isKnownUniquelyReferenced(&cell), let nested = cell.emitterCells {
        cell.emitterCells = nil
        pending.append(contentsOf: nested)
      }
    }
  }
}
