// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation

/// What of a layer's frame a constraint is about.
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

/// One relation between the frames of two layers: an attribute of the one is `scale` times an attribute of the other,
/// and `offset`.
///
/// The layer that has the constraint is the one; a sublayer beside it, by its name, or the layer that both are in is
/// the other. ``CAConstraintLayoutManager`` keeps to it.
///
///     label.addConstraint(CAConstraint(attribute: .midX, relativeTo: "superlayer", attribute: .midX))
///     label.addConstraint(CAConstraint(attribute: .minY, relativeTo: "title", attribute: .maxY, offset: 8))
open class CAConstraint: NSObject, NSSecureCoding {
  /// What of the layer that has the constraint is set.
  public let attribute: CAConstraintAttribute
  /// The name of the other layer; `superlayer` is the layer that it is in, whatever its name.
  public let sourceName: String
  /// What of the other layer is looked at.
  public let sourceAttribute: CAConstraintAttribute
  /// What the other's value is multiplied by. One that is not finite makes the constraint count as not there.
  public let scale: CGFloat
  /// What is added, in points. One that is not finite makes the constraint count as not there.
  public let offset: CGFloat

  /// Makes a constraint.
  ///
  /// - Parameters:
  ///   - attr: What of the layer that gets the constraint is set.
  ///   - srcId: The other layer's name, or `superlayer`.
  ///   - srcAttr: What of the other is looked at.
  ///   - m: What that is multiplied by.
  ///   - c: What is added, in points.
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
  ///   - attr: What of the layer that gets the constraint is set.
  ///   - srcId: The other layer's name, or `superlayer`.
  ///   - srcAttr: What of the other is looked at.
  ///   - c: What is added, in points.
  public convenience init(
    attribute attr: CAConstraintAttribute, relativeTo srcId: String, attribute srcAttr: CAConstraintAttribute,
    offset c: CGFloat
  ) {
    self.init(attribute: attr, relativeTo: srcId, attribute: srcAttr, scale: 1, offset: c)
  }

  /// Makes a constraint that sets one attribute to another.
  ///
  /// - Parameters:
  ///   - attr: What of the layer that gets the constraint is set.
  ///   - srcId: The other layer's name, or `superlayer`.
  ///   - srcAttr: What of the other is looked at.
  public convenience init(
    attribute attr: CAConstraintAttribute, relativeTo srcId: String, attribute srcAttr: CAConstraintAttribute
  ) {
    self.init(attribute: attr, relativeTo: srcId, attribute: srcAttr, scale: 1, offset: 0)
  }

  /// Makes the constraint that an archive holds; `nil` for an attribute that there is not.
  ///
  /// - Parameter coder: A keyed decoder.
  public required init?(coder: NSCoder) {
    guard let attribute = CAConstraintAttribute(rawValue: coder.decodeInt32(forKey: "attribute")),
      let sourceAttribute = CAConstraintAttribute(rawValue: coder.decodeInt32(forKey: "sourceAttribute")),
      let sourceName = coder.decodeObject(of: ArchivedValue.classes, forKey: "sourceName") as? String
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
  /// The relations that the layer's frame keeps to, where the superlayer's ``layoutManager`` is a
  /// ``CAConstraintLayoutManager``.
  ///
  /// - Default: `nil`.
  public final var constraints: [CAConstraint]? {
    get { attachments?.constraints }
    set {
      attach(newValue, at: \.constraints)
      superlayerReference?.setNeedsLayout()
    }
  }

  /// Adds a relation for the layer's frame to ``constraints``.
  public final func addConstraint(_ c: CAConstraint) {
    constraints = (constraints ?? []) + [c]
  }
}
