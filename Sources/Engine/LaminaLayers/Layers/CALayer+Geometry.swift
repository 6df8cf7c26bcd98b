// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation
internal import LaminaGeometry

// The place of a layer: whether it is upside down, and the derivation of `frame`.

extension CALayer {
  /// The result of `contentsAreFlipped()` where a subclass does not override it.
  package final var isTurnedOver: Bool {
    var isFlipped = false
    var layer: CALayer? = self
    while let current = layer {
      if current.isGeometryFlipped { isFlipped.toggle() }
      layer = current.superlayerReference
    }
    return isFlipped
  }
}

extension CALayer {
  /// The bounding box of the transformed bounds, relative to `position`; `nil` where all of them lies behind the eye or
  /// the transform is not finite.
  private func transformedBox(of bounds: CGRect) -> CGRect? {
    var placed = properties
    placed.bounds = bounds
    placed.position = .zero
    // The mirrored bounds are the same rectangle; leaving the flip out keeps the numbers exact.
    placed.flags.remove(.geometryFlipped)
    guard let map = placed.superlayerFromLayer(), let image = map.boundingBox(of: bounds) else { return nil }
    return image
  }

  /// The value of `frame`.
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

  /// Sets the size of the bounds and the position so that `frame` becomes `newFrame`, as far as the transform permits.
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
  /// The same rectangle with a size that is not negative. NaN stays NaN.
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
