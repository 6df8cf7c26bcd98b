// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation
internal import LaminaGeometry

/// A shadow of text; the value of the attribute `shadow`.
///
/// - Conformance: Apple's `NSShadow`, documented.
open class NSShadow: NSObject, NSCopying {
  /// The offset of the shadow from the text, in points of the text's space: a positive height is below the text.
  ///
  /// - Default: zero.
  open var shadowOffset = CGSize.zero
  /// Twice the standard deviation of the shadow's blur, in points. Negative numbers and numbers that are not finite are
  /// 0.
  ///
  /// - Default: 0.
  open var shadowBlurRadius: CGFloat = 0
  /// The shadow's colour: a ``CGColor``, or a `UIColor`; with `nil`, or a value of another type, there is no shadow.
  ///
  /// - Default: black with an alpha of a third.
  open var shadowColor: Any? = CGColor(gray: 0, alpha: 1.0 / 3)

  /// Makes a shadow without an offset.
  public override init() {
    super.init()
  }

  /// A shadow of the same values.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = NSShadow()
    (copy.shadowOffset, copy.shadowBlurRadius, copy.shadowColor) = (shadowOffset, shadowBlurRadius, shadowColor)
    return copy
  }

  /// Whether the other is a shadow of the same values.
  open override func isEqual(_ object: Any?) -> Bool {
    (object as? NSShadow).map { TextShadow($0) == TextShadow(self) } ?? false
  }

  /// A hash of the values.
  open override var hash: Int { TextShadow(self).hashValue }
}

/// The shadow of a stretch of text.
package struct TextShadow: Hashable, Sendable {
  /// The offset, in points, y down.
  var offset: CGSize
  /// The blur, in points: twice the standard deviation.
  var blur: CGFloat
  var color: CGColor

  /// Takes a shadow's values; `nil` where the shadow is not visible.
  init?(_ shadow: NSShadow) {
    let given = (shadow.shadowColor as? any ColorAttribute)?.cgColor ?? shadow.shadowColor as? CGColor
    guard let color = given, color.straight.w > 0, shadow.shadowOffset.width.isFinite,
      shadow.shadowOffset.height.isFinite
    else { return nil }
    self.color = color
    offset = shadow.shadowOffset
    blur = shadow.shadowBlurRadius > 0 && shadow.shadowBlurRadius.isFinite ? shadow.shadowBlurRadius : 0
  }

  /// The shadow in pixels.
  ///
  /// - Parameter deviceFromText: The transform of the text: text space has y down.
  func drawn(_ deviceFromText: CGAffineTransform) -> DrawingShadow {
    let matrix = deviceFromText
    let scale = abs(matrix.a * matrix.d - matrix.b * matrix.c).squareRoot()
    return DrawingShadow(
      pixelOffset: SIMD2(
        Double(offset.width * matrix.a + offset.height * matrix.c),
        Double(offset.width * matrix.b + offset.height * matrix.d)),
      pixelSigma: min(Double(blur / 2 * scale), GaussianBlur.maximumSigma), color: color)
  }
}
