// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// A colour: components in a colour space, and an alpha, not premultiplied.
///
///     layer.backgroundColor = CGColor(srgbRed: 1, green: 0.5, blue: 0, alpha: 1)
///     layer.borderColor = CGColor(colorSpace: displayP3, components: [1, 0.5, 0, 1])
///
/// A colour of any space is kept as extended sRGB, in which it is drawn, together with the name of the space of
/// ``components``. Components outside 0...1 are kept, as Core Animation documents hold them, and clamped only on
/// output.
///
/// Unlike Apple's reference type it is a value of a few numbers, so layers and snapshots hold it without counting
/// references; code that makes, assigns, compares and reads colours compiles unchanged.
///
/// - Conformance: PAINT-4 (blending happens on sRGB-encoded values)
@frozen public struct CGColor: Hashable, Sendable {
  /// Red, green, blue and alpha, straight (not premultiplied), sRGB-encoded.
  @usableFromInline package var straight: SIMD4<Float>
  /// The space of ``components``. It is one byte with unused values, so that an optional colour takes no more memory.
  @usableFromInline package var space: ColorSpaceKind

  @inlinable package init(straight: SIMD4<Float>) {
    self.straight = straight
    space = .sRGB
  }

  @inlinable package init(straight: SIMD4<Float>, space: ColorSpaceKind) {
    self.straight = straight
    self.space = space
  }

  /// The components times alpha, alpha last, as blending uses them.
  @inlinable package var premultiplied: SIMD4<Float> {
    var result = straight * straight.w
    result.w = straight.w
    return result
  }
}

extension CGColor {
  /// Whether both draw the same, whatever spaces their components are given in.
  @inlinable public static func == (first: CGColor, second: CGColor) -> Bool { first.straight == second.straight }

  /// Adds the components to a hash; the name of the space does not count.
  @inlinable public func hash(into hasher: inout Hasher) { hasher.combine(straight) }
}

extension CGColor: CustomStringConvertible {
  /// "rgba(red, green, blue, alpha)", the numbers as stored.
  public var description: String {
    "rgba(\(straight.x), \(straight.y), \(straight.z), \(straight.w))"
  }
}
