// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation

/// An affine transform as a scale, a shear, a rotation and a translation, applied in this order.
public struct CGAffineTransformComponents: Hashable, Codable, Sendable {
  /// The factors along x and y. A negative factor mirrors.
  public var scale: CGSize
  /// The change of x for every unit of y, after scaling; 0 keeps right angles, 1 is 45 degrees.
  public var horizontalShear: CGFloat
  /// The angle, in radians, from x towards y.
  public var rotation: CGFloat
  /// The translation of the origin.
  public var translation: CGVector

  /// Makes components that send everything to the origin.
  public init() { self.init(scale: .zero, horizontalShear: 0, rotation: 0, translation: .zero) }

  /// Makes components.
  ///
  /// - Parameters:
  ///   - scale: The factors along x and y.
  ///   - horizontalShear: The change of x for every unit of y.
  ///   - rotation: The angle, in radians.
  ///   - translation: The translation of the origin.
  public init(scale: CGSize, horizontalShear: CGFloat, rotation: CGFloat, translation: CGVector) {
    self.scale = scale
    self.horizontalShear = horizontalShear
    self.rotation = rotation
    self.translation = translation
  }
}

extension CGAffineTransform {
  /// Makes the transform that scales, shears, turns and moves, in this order.
  public init(_ components: CGAffineTransformComponents) {
    let (width, height) = (components.scale.width, components.scale.height)
    let (sine, cosine) = (sin(components.rotation), cos(components.rotation))
    let shear = components.horizontalShear
    self.init(
      a: width * cosine, b: width * sine, c: height * (shear * cosine - sine), d: height * (shear * sine + cosine),
      tx: components.translation.dx, ty: components.translation.dy)
  }

  /// The transform as scale, shear, rotation and translation; ``init(_:)`` makes the same transform from them.
  ///
  /// The factor of x is never negative: a transform that mirrors has a negative factor of y. A transform that sends the
  /// plane to a line has a factor of 0; where this is the factor of y, the effect of the transform on y is lost, unless
  /// it sends all of y to the origin.
  public func decomposed() -> CGAffineTransformComponents {
    var parts = CGAffineTransformComponents()
    parts.translation = CGVector(dx: tx, dy: ty)
    let width = hypot(a, b)
    guard width > 0 else {
      // The x axis is mapped to a point, so the y axis gives the rotation.
      parts.scale = CGSize(width: 0, height: hypot(c, d))
      parts.rotation = parts.scale.height > 0 ? atan2(-c, d) : 0
      return parts
    }
    let (cosine, sine) = (a / width, b / width)
    let height = d * cosine - c * sine
    parts.scale = CGSize(width: width, height: height)
    parts.rotation = atan2(b, a)
    parts.horizontalShear = height == 0 ? 0 : (c * cosine + d * sine) / height
    return parts
  }
}
