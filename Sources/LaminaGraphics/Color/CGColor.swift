/// A colour: extended sRGB components and an alpha, not premultiplied.
///
/// Components outside 0...1 are kept, as Core Animation documents hold them, and clamped only on output.
/// Unlike Apple's reference type it is a value; code that only makes and assigns colours compiles unchanged.
///
///     layer.backgroundColor = CGColor(red: 1, green: 0.5, blue: 0, alpha: 1)
///
/// - Conformance: PAINT-4 (blending happens on these sRGB-encoded values)
@frozen public struct CGColor: Hashable, Sendable {
  /// Red, green, blue and alpha, straight (not premultiplied), sRGB-encoded.
  @usableFromInline package var straight: SIMD4<Float>

  @inlinable package init(straight: SIMD4<Float>) {
    self.straight = straight
  }

  /// The components times alpha, alpha last: what blending works on.
  @inlinable package var premultiplied: SIMD4<Float> {
    var result = straight * straight.w
    result.w = straight.w
    return result
  }
}

extension CGColor: CustomStringConvertible {
  /// "rgba(red, green, blue, alpha)", the numbers as stored.
  public var description: String {
    "rgba(\(straight.x), \(straight.y), \(straight.z), \(straight.w))"
  }
}
