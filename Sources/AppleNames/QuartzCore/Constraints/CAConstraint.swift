// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation
public import LaminaLayers

/// The value of a layer's frame that a constraint refers to.
public enum CAConstraintAttribute: Int32, Hashable, Sendable {
  /// The frame's minimum x.
  case minX
  /// The middle of the frame along x.
  case midX
  /// The frame's maximum x.
  case maxX
  /// The frame's width.
  case width
  /// The frame's minimum y.
  case minY
  /// The middle of the frame along y.
  case midY
  /// The frame's maximum y.
  case maxY
  /// The frame's height.
  case height
}

/// A relation between the frames of two layers: an attribute of the constrained layer is `scale` times an attribute of
/// a source layer, plus `offset`.
///
/// The constrained layer is the one that has the constraint; the source is a sibling, given by its name, or the
/// superlayer of both. ``CAConstraintLayoutManager`` places layers by constraints.
///
///     label.addConstraint(CAConstraint(attribute: .midX, relativeTo: "superlayer", attribute: .midX))
///     label.addConstraint(CAConstraint(attribute: .minY, relativeTo: "title", attribute: .maxY, offset: 8))
open class CAConstraint: NSObject, NSSecureCoding, FrameConstraint {
  /// The attribute of the constrained layer.
  public let attribute: CAConstraintAttribute
  /// The name of the source layer; `superlayer` is the constrained layer's superlayer, whatever its name.
  public let sourceName: String
  /// The attribute of the source layer.
  public let sourceAttribute: CAConstraintAttribute
  /// The factor of the source attribute. A constraint whose factor is not finite is ignored.
  public let scale: CGFloat
  /// The number of points added. A constraint whose offset is not finite is ignored.
  public let offset: CGFloat

  /// Makes a constraint.
  ///
  /// - Parameters:
  ///   - attr: The attribute of the constrained layer.
  ///   - srcId: The source layer's name, or `superlayer`.
  ///   - srcAttr: The attribute of the source layer.
  ///   - m: The factor of the source attribute.
  ///   - c: The number of points added.
  public init(
    attribute attr: CAConstraintAttribute, relativeTo srcId: String, attribute srcAttr: CAConstraintAttribute,
    scale m: CGFloat, offset c: CGFloat
  ) {
    (attribute, sourceName, sourceAttribute, scale, offset) = (attr, srcId, srcAttr, m, c)
    super.init()
  }

  /// Makes a constraint with a scale of 1.
  ///
  /// - Parameters:
  ///   - attr: The attribute of the constrained layer.
  ///   - srcId: The source layer's name, or `superlayer`.
  ///   - srcAttr: The attribute of the source layer.
  ///   - c: The number of points added.
  public convenience init(
    attribute attr: CAConstraintAttribute, relativeTo srcId: String, attribute srcAttr: CAConstraintAttribute,
    offset c: CGFloat
  ) {
    self.init(attribute: attr, relativeTo: srcId, attribute: srcAttr, scale: 1, offset: c)
  }

  /// Makes a constraint that sets one attribute to another.
  ///
  /// - Parameters:
  ///   - attr: The attribute of the constrained layer.
  ///   - srcId: The source layer's name, or `superlayer`.
  ///   - srcAttr: The attribute of the source layer.
  public convenience init(
    attribute attr: CAConstraintAttribute, relativeTo srcId: String, attribute srcAttr: CAConstraintAttribute
  ) {
    self.init(attribute: attr, relativeTo: srcId, attribute: srcAttr, scale: 1, offset: 0)
  }

  /// Makes a constraint from an archive; `nil` where the archive has no valid attributes.
  ///
  /// - Parameter coder: A keyed decoder.
  public required init?(coder: NSCoder) {
    guard let attribute = CAConstraintAttribute(rawValue: coder.decodeInt32(forKey: "attribute")),
      let sourceAttribute = CAConstraintAttribute(rawValue: coder.decodeInt32(forKey: "sourceAttribute")),
      let sourceName = coder.decodeArchived(forKey: "sourceName") as? String
    else { return nil }
    (self.attribute, self.sourceName, self.sourceAttribute) = (attribute, sourceName, sourceAttribute)
    scale = coder.decodeDouble(forKey: "scale")
    offset = coder.decodeDouble(forKey: "offset")
    super.init()
  }

  /// Whether archives may demand that constraints are decoded securely: always.
  open class var supportsSecureCoding: Bool { true }

  /// Writes the constraint into an archive.
  ///
  /// - Parameter coder: A keyed encoder.
  open func encode(with coder: NSCoder) {
    coder.encode(attribute.rawValue, forKey: "attribute")
    coder.encode(sourceAttribute.rawValue, forKey: "sourceAttribute")
    coder.encode(NSString(string: sourceName), forKey: "sourceName")
    coder.encode(Double(scale), forKey: "scale")
    coder.encode(Double(offset), forKey: "offset")
  }
}

extension CALayer {
  /// The constraints of the layer's frame, which apply where the superlayer's `layoutManager` is a
  /// ``CAConstraintLayoutManager``.
  ///
  /// - Default: `nil`.
  public final var constraints: [CAConstraint]? {
    get { frameConstraints as? [CAConstraint] }
    set { frameConstraints = newValue }
  }

  /// Adds a constraint of the layer's frame to ``constraints``.
  public final func addConstraint(_ c: CAConstraint) {
    constraints = (constraints ?? []) + [c]
  }
}
