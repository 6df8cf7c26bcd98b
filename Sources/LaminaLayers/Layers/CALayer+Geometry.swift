public import Foundation
public import LaminaGeometry

// Where a layer lies: the members of its geometry that are not overridden, and what `frame` is derived from.

extension CALayer {
  /// The depth of the anchor point: how far from the layer's plane `transform` turns.
  ///
  /// - Units: points, along the layer's z axis.
  /// - Range: any finite number; otherwise the layer and its sublayers draw nothing.
  /// - Default: 0. Animatable.
  /// - Conformance: GEO-2
  public final var anchorPointZ: CGFloat {
    get { properties.anchorPointZ }
    set { change("anchorPointZ") { properties.anchorPointZ = newValue } }
  }

  /// What moves all sublayers, about this layer's anchor point. Its `m34` gives them a shared vanishing point.
  ///
  /// - Range: any finite matrix; otherwise the sublayers draw nothing.
  /// - Default: the identity. Animatable.
  /// - Conformance: GEO-2, D3-2, D3-4
  public final var sublayerTransform: CATransform3D {
    get { self[extra: \.sublayerTransform] }
    set { change("sublayerTransform") { self[extra: \.sublayerTransform] = newValue } }
  }

  /// Whether y points up in the layer's own coordinates, mirrored about the middle of the bounds.
  ///
  /// The sublayers follow; `position`, `anchorPoint` and `transform` act outside, and the picture stays upright.
  ///
  /// - Default: `false`.
  /// - Conformance: GEO-4
  public final var isGeometryFlipped: Bool {
    get { properties.flags.contains(.geometryFlipped) }
    set { properties.flags.set(.geometryFlipped, to: newValue) }
  }

  /// Whether the layer shows when it faces away.
  ///
  /// - Default: `true`.
  /// - Conformance: D3-6
  public final var isDoubleSided: Bool {
    get { properties.flags.contains(.doubleSided) }
    set { change("doubleSided") { properties.flags.set(.doubleSided, to: newValue) } }
  }

  /// Whether the contents are turned over: an odd number of the layer and its superlayers are flipped.
  ///
  /// - Complexity: O(depth).
  /// - Conformance: GEO-4
  public final func contentsAreFlipped() -> Bool {
    var isFlipped = false
    var layer: CALayer? = self
    while let current = layer {
      if current.isGeometryFlipped { isFlipped.toggle() }
      layer = current.superlayerReference
    }
    return isFlipped
  }

  /// The transform as an affine one.
  ///
  /// - Returns: The identity where `transform` is not exactly affine.
  /// - Conformance: GEO-7
  public final func affineTransform() -> CGAffineTransform {
    let transform = self.transform
    return CATransform3DIsAffine(transform) ? CATransform3DGetAffineTransform(transform) : .identity
  }

  /// Replaces `transform` by an affine one.
  ///
  /// - Conformance: GEO-7
  public final func setAffineTransform(_ m: CGAffineTransform) {
    transform = CATransform3DMakeAffineTransform(m)
  }
}

extension CALayer {
  /// The bounding box of the transformed bounds, relative to `position`; `nil` where nothing lies before the eye
  /// or the transform is not finite.
  private func transformedBox(of bounds: CGRect) -> CGRect? {
    var placed = properties
    placed.bounds = bounds
    placed.position = .zero
    // The mirrored bounds are the same rectangle; leaving the flip out keeps the numbers exact.
    placed.flags.remove(.geometryFlipped)
    guard let map = placed.superlayerFromLayer(), let image = map.boundingBox(of: bounds) else { return nil }
    return image
  }

  /// What `frame` reads.
  final var derivedFrame: CGRect {
    let position = self.position
    let bounds = self.bounds
    guard properties.flags.contains(.transformed) else {
      let anchor = properties.anchorPoint
      return CGRect(
        x: position.x - anchor.x * bounds.size.width, y: position.y - anchor.y * bounds.size.height,
        width: bounds.size.width, height: bounds.size.height)
    }
    guard let box = transformedBox(of: bounds) else { return CGRect(origin: position, size: .zero) }
    return box.offsetBy(dx: position.x, dy: position.y)
  }

  /// Sets the size of the bounds and the position so that `frame` becomes `newFrame`, as far as the transform lets it.
  final func place(in newFrame: CGRect) {
    let transform = self.transform
    var newBounds = bounds
    guard properties.flags.contains(.transformed) else {
      newBounds.size = newFrame.size
      bounds = newBounds
      position = CGPoint(
        x: newFrame.origin.x + newFrame.size.width * properties.anchorPoint.x,
        y: newFrame.origin.y + newFrame.size.height * properties.anchorPoint.y)
      return
    }
    let linear = CGAffineTransform(a: transform.m11, b: transform.m12, c: transform.m21, d: transform.m22, tx: 0, ty: 0)
    let inverse = linear.inverted()
    if inverse != linear || linear.concatenating(linear).isIdentity {
      newBounds.size = CGRect(origin: .zero, size: newFrame.size).applying(inverse).size
      bounds = newBounds
    }
    guard let box = transformedBox(of: newBounds) else {
      position = newFrame.origin
      return
    }
    // The minimum corners coincide where the sizes agree; half the difference centres the rest.
    position = CGPoint(
      x: newFrame.origin.x - box.origin.x + (newFrame.size.width - box.size.width) / 2,
      y: newFrame.origin.y - box.origin.y + (newFrame.size.height - box.size.height) / 2)
  }
}

extension CGRect {
  /// The same rectangle with a size that is not negative. NaN stays.
  var positive: CGRect {
    var result = self
    if result.size.width < 0 {
      result.origin.x += result.size.width
      result.size.width = -result.size.width
    }
    if result.size.height < 0 {
      result.origin.y += result.size.height
      result.size.height = -result.size.height
    }
    return result
  }
}
