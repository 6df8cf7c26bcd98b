// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry

/// One instance of any program: a quadrilateral of target pixels, and the place of its record in the record table.
///
/// Mirrors `Shaders/lib/instance.glsl`; `ShaderInterfaceTests` compares the two.
package struct Instance: ShaderInterface {
  /// The kind of a record, where one program draws several kinds.
  enum Kind: Int32 {
    case only = 0
    case shadow = 1
  }

  /// Target space, pixels: corners 0 and 1, in order around.
  var corners01: SIMD4<Float> = .zero
  /// Target space, pixels: corners 2 and 3.
  var corners23: SIMD4<Float> = .zero
  /// Clip space.
  var depth: Float
  /// The first texel of the instance's record.
  var record: Int32
  private var kind: Int32
  /// The place of the innermost clip of a box or a shadow; -1 for none.
  var clip: Int32 = -1

  init(record: Int32, kind: Kind = .only, clip: Int32 = -1, depth: Float) {
    (self.record, self.kind, self.clip, self.depth) = (record, kind.rawValue, clip, depth)
  }

  /// All of a rectangle of pixels.
  init(record: Int32, clip: Int32 = -1, depth: Float, covering bounds: PixelRect) {
    self.init(record: record, clip: clip, depth: depth)
    cover(bounds)
  }

  /// Sets the corners to the ones of a rectangle of pixels.
  mutating func cover(_ bounds: PixelRect) {
    let (low, high) = (SIMD2(Float(bounds.minX), Float(bounds.minY)), SIMD2(Float(bounds.maxX), Float(bounds.maxY)))
    corners01 = SIMD4(low.x, low.y, high.x, low.y)
    corners23 = SIMD4(high.x, high.y, low.x, high.y)
  }

  package static var fields: [ShaderField] {
    [
      field("in_corners01", .vec4, \.corners01),
      field("in_corners23", .vec4, \.corners23),
      field("in_depth", .float, \.depth),
      field("in_record", .int, \.record),
      field("in_kind", .int, \.kind),
      field("in_clip", .int, \.clip),
    ]
  }
}
