// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation
public import LaminaGraphics

/// The orientation of a particle in space; not public on Apple's platforms, known from documents.
public struct CAEmitterCellParticleType: RawRepresentable, Hashable, Sendable {
  /// The name, as documents write it.
  public let rawValue: String
  /// Makes a type from its name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The particle faces the viewer.
  public static let sprite = CAEmitterCellParticleType(rawValue: "sprite")
  /// The particle lies in a plane of its own.
  public static let plane = CAEmitterCellParticleType(rawValue: "plane")
}

/// The choice among several frames of a particle; not public on Apple's platforms, known from documents.
public struct CAEmitterCellFrameMode: RawRepresentable, Hashable, Sendable {
  /// The name, as documents write it.
  public let rawValue: String
  /// Makes a mode from its name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The first frame.
  public static let single = CAEmitterCellFrameMode(rawValue: "single")
  /// All frames in turn.
  public static let looping = CAEmitterCellFrameMode(rawValue: "looping")
}

/// One kind of particle of a `CAEmitterLayer`.
///
/// A value with a range is chosen uniformly from half the range below the value to half the range above. Angles are in
/// radians, lengths in points, times in seconds.
///
/// - Conformance: EMIT-1
open class CAEmitterCell: NSObject, NSSecureCoding, CAMediaTiming {
  /// A name, for key paths. Default `nil`.
  open var name: String?
  /// Whether the cell emits. Default `true`.
  open var isEnabled = true
  /// The kinds of particles that each particle of this kind emits. Default `nil`.
  open var emitterCells: [CAEmitterCell]?
  /// Values for keys that are not set on the cell itself, used by key-value coding only. Default `nil`.
  open var style: [AnyHashable: Any]?

  // MARK: Life

  /// The number of particles born per second. Default 0. Animatable.
  open var birthRate: Float = 0
  /// The lifetime of a particle, in seconds. Default 0. Animatable.
  open var lifetime: Float = 0
  /// The range of the lifetime, in seconds. Default 0. Animatable.
  open var lifetimeRange: Float = 0

  // MARK: Motion

  /// The angle by which the direction of emission turns from the xy plane towards z, in radians. Default 0. Animatable.
  open var emissionLatitude: CGFloat = 0
  /// The direction of emission in the xy plane, in radians; the direction of 0 depends on the emitter's shape.
  ///
  /// From a `line` λ points to (sin λ, -cos λ), in every mode: in a layer whose y points down, 0 rises and π falls.
  /// From the `outline` of a `circle` or a `sphere` 0 points away from the centre. Everywhere else, and from particles
  /// that emit, λ is the angle from x towards y.
  ///
  /// - Units: radians, from x towards y.
  /// - Default: 0. Animatable.
  /// - Conformance: EMIT-2
  open var emissionLongitude: CGFloat = 0
  /// The angle of the cone around that direction, in radians; from 2π on, all directions. Default 0. Animatable.
  open var emissionRange: CGFloat = 0
  /// The initial speed of particles, in points per second. Default 0. Animatable.
  open var velocity: CGFloat = 0
  /// The range of the speed. Default 0. Animatable.
  open var velocityRange: CGFloat = 0
  /// Acceleration along x, in points a second squared. Default 0. Animatable.
  open var xAcceleration: CGFloat = 0
  /// Acceleration along y, in points a second squared. Default 0. Animatable.
  open var yAcceleration: CGFloat = 0
  /// Acceleration along z, in points a second squared. Default 0. Animatable.
  open var zAcceleration: CGFloat = 0
  /// The size of a particle relative to its picture. Default 1. Animatable.
  open var scale: CGFloat = 1
  /// The range of the size. Default 0. Animatable.
  open var scaleRange: CGFloat = 0
  /// The growth of the size per second. Default 0. Animatable.
  open var scaleSpeed: CGFloat = 0
  /// The rotation of a particle, in radians per second. Default 0. Animatable.
  open var spin: CGFloat = 0
  /// The range of the rotation. Default 0. Animatable.
  open var spinRange: CGFloat = 0

  /// The initial angle of a particle, in radians; known from Apple's own files. Default 0.
  open var rotation: CGFloat = 0
  /// The range of the initial angle. Default 0.
  open var rotationRange: CGFloat = 0
  /// The tilt of a `plane` particle against z, in radians; known from Apple's own files. Default 0.
  open var orientationLatitude: CGFloat = 0
  /// The direction of that tilt in the plane, in radians. Default 0.
  open var orientationLongitude: CGFloat = 0
  /// The range of the tilt. Default 0.
  open var orientationRange: CGFloat = 0
  /// The mass that forces would act on; stored without effect, since no force has a public name. Default 1.
  open var mass: CGFloat = 1
  /// Whether a particle faces the viewer or lies in a plane of its own. Default `sprite`.
  open var particleType: CAEmitterCellParticleType = .sprite

  // MARK: Colour

  /// The colour by which the picture's colours are multiplied. Default opaque white. Animatable.
  open var color: CGColor? = CGColor(straight: [1, 1, 1, 1])
  /// The range of red. Default 0. Animatable.
  open var redRange: Float = 0
  /// The range of green. Default 0. Animatable.
  open var greenRange: Float = 0
  /// The range of blue. Default 0. Animatable.
  open var blueRange: Float = 0
  /// The range of alpha. Default 0. Animatable.
  open var alphaRange: Float = 0
  /// The growth of red per second. Default 0. Animatable.
  open var redSpeed: Float = 0
  /// The growth of green per second. Default 0. Animatable.
  open var greenSpeed: Float = 0
  /// The growth of blue per second. Default 0. Animatable.
  open var blueSpeed: Float = 0
  /// The growth of alpha per second. Default 0. Animatable.
  open var alphaSpeed: Float = 0

  // MARK: Picture

  /// The picture: a `CGImage`; other objects draw nothing. Default `nil`.
  open var contents: Any?
  /// The part of the picture that shows, in fractions of it. Default all. Animatable.
  open var contentsRect = CGRect(x: 0, y: 0, width: 1, height: 1)
  /// The pixels of the picture per point. Default 1.
  open var contentsScale: CGFloat = 1
  /// The number of frames side by side in the picture, in `contentsRect` and to its right; known from Apple's own
  /// files. Default 0, which is one frame.
  open var contentsFrameCount = 0
  /// The choice of the frame that a particle shows. Default `single`, the first.
  open var contentsFrameMode: CAEmitterCellFrameMode = .single
  /// The number of frames per second of a `looping` particle. Default 0.
  open var contentsFramesPerSecond: CGFloat = 0
  /// The filter where the picture is enlarged: `linear`, `nearest` or `trilinear`. Default `linear`.
  open var magnificationFilter = "linear"
  /// The filter where the picture is reduced: `linear`, `nearest` or `trilinear`. Default `linear`.
  open var minificationFilter = "linear"
  /// The number added to the level of detail in trilinear minification. Default 0. Animatable.
  open var minificationFilterBias: Float = 0

  // MARK: Timing

  /// The time when the cell begins to emit, in seconds of its emitter's time. Default 0.
  open var beginTime: CFTimeInterval = 0
  /// The time during which the cell emits, in seconds. Default 0, which is for ever.
  open var duration: CFTimeInterval = 0
  /// The speed of the cell's time. Default 1.
  open var speed: Float = 1
  /// The number of seconds added to the cell's time. Default 0.
  open var timeOffset: CFTimeInterval = 0
  /// The number of repetitions of the cell's duration. Default 0.
  open var repeatCount: Float = 0
  /// The total length of the repetitions of the cell's duration, in seconds. Default 0.
  open var repeatDuration: CFTimeInterval = 0
  /// Whether every second repetition runs backwards. Default `false`.
  open var autoreverses = false
  /// The emission outside the active time. Default `removed`.
  open var fillMode: CAMediaTimingFillMode = .removed

  /// Makes a cell that emits nothing.
  public override init() {
    super.init()
  }

  // MARK: Archives

  /// Makes a cell from an archive; see ``CALayer/init(coder:)``.
  ///
  /// - Parameter coder: A keyed decoder.
  /// - Returns: `nil` for an archive that contains itself or is nested too deeply for the thread's stack, if the
  ///   decoder accepts errors.
  public required init?(coder: NSCoder) {
    super.init()
    guard coding.decode(self, with: coder) else { return nil }
  }

  /// Whether archives may demand that cells are decoded securely: always.
  open class var supportsSecureCoding: Bool { true }

  /// Writes all values that are not the default into an archive; see ``CALayer/encode(with:)``.
  ///
  /// - Parameter coder: A keyed encoder.
  open func encode(with coder: NSCoder) { coding.encode(self, with: coder) }

  /// Whether an archive gets the value of a key: by default, whether the value is not the key's default.
  open func shouldArchiveValue(forKey key: String) -> Bool { coding.isChanged(key, of: self) }

  /// The class that an archive names; see ``CALayer/classForKeyedArchiver``.
  open override var classForKeyedArchiver: AnyClass? { coding.archivedClass(of: self) }

  // MARK: Key-value coding

  /// The values that were set under keys that are no properties.
  package final var storedValues: [String: Any] = [:]

  /// The value of a property, or of any other key that was set, else from ``style``, else the class's default.
  ///
  /// Numbers and booleans come as `NSNumber`, names as `String`, other values as themselves.
  ///
  /// - Returns: `nil` where nothing is set and there is no default.
  open func value(forKey key: String) -> Any? { codedValue(forKey: key) }

  /// Sets a property, or keeps a value under a key that is no property, as in a dictionary.
  ///
  /// A value that the property cannot take changes nothing and is reported to ``CALayer/keyPathFailureHandler``.
  open func setValue(_ value: Any?, forKey key: String) { setCodedValue(value, forKey: key) }

  /// The value that ``value(forKey:)`` gives for a key that is no property: the one set under the key, or else the one
  /// in ``style``, or the class's default.
  ///
  /// Subclasses override it to compute such keys, and call `super` for keys that they do not know.
  open func value(forUndefinedKey key: String) -> Any? { storedValues[key] ?? standardValue(forKey: key) }

  /// Sets a key that is no property, for ``setValue(_:forKey:)``: keeps the value, as in a dictionary.
  open func setValue(_ value: Any?, forUndefinedKey key: String) { storedValues[key] = value }

  /// The value of a property, of a component of one, `contentsRect.size.width`, or of an entry of a dictionary.
  ///
  /// A path that leads nowhere gives `nil` and is reported to ``CALayer/keyPathFailureHandler``.
  open func value(forKeyPath keyPath: String) -> Any? { codedValue(forKeyPath: keyPath) }

  /// Sets the value that ``value(forKeyPath:)`` reads.
  ///
  /// A path that leads nowhere and a value of another type change nothing and are reported to
  /// ``CALayer/keyPathFailureHandler``.
  open func setValue(_ value: Any?, forKeyPath keyPath: String) { setCodedValue(value, forKeyPath: keyPath) }

  /// The value of a key before it is set: for a property, the value in a new cell; for other keys, `nil`.
  ///
  /// Subclasses override it to give their own keys a value; values that they return for properties are ignored.
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
