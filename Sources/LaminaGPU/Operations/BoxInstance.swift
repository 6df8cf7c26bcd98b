import LaminaGraphics
import LaminaPlan

/// One instance of the programs of the families `box`, `box_texels`, `box_rim` and `shadow`.
///
/// Mirrors `Shaders/lib/box_vertex.glsl`; `ShaderInterfaceTests` compares the two.
package struct BoxInstance: ShaderInterface {
  var corners01: SIMD4<Float> = .zero
  var corners23: SIMD4<Float> = .zero
  var row0: SIMD4<Float>
  var row1: SIMD4<Float>
  var row2: SIMD4<Float>
  var box: SIMD4<Float>
  var radii: SIMD4<Float>
  var fill: SIMD4<Float>
  var border: SIMD4<Float>
  var offsetAndStop0: SIMD4<Float> = .zero
  var stop1AndSlope0: SIMD4<Float> = .zero
  var slope1AndSlope2: SIMD4<Float> = .zero
  var limits: SIMD4<Float> = .zero
  var shape: SIMD4<Float>
  var sampling: SIMD4<Float>
  var picture: SIMD4<Float> = AtlasPlace.none

  package static var fields: [ShaderField] {
    [
      field("in_corners01", .vec4, \.corners01),
      field("in_corners23", .vec4, \.corners23),
      field("in_row0", .vec4, \.row0),
      field("in_row1", .vec4, \.row1),
      field("in_row2", .vec4, \.row2),
      field("in_box", .vec4, \.box),
      field("in_radii", .vec4, \.radii),
      field("in_fill", .vec4, \.fill),
      field("in_border", .vec4, \.border),
      field("in_offsetAndStop0", .vec4, \.offsetAndStop0),
      field("in_stop1AndSlope0", .vec4, \.stop1AndSlope0),
      field("in_slope1AndSlope2", .vec4, \.slope1AndSlope2),
      field("in_limits", .vec4, \.limits),
      field("in_shape", .vec4, \.shape),
      field("in_sampling", .vec4, \.sampling),
      field("in_picture", .vec4, \.picture),
    ]
  }

  /// Everything but the corners.
  ///
  /// - Parameters:
  ///   - picture: Where its picture lies, or `nil` without one.
  ///   - tint: The record that holds its tint, or -1 for none.
  ///   - depth: Clip space.
  init(_ operation: BoxOperation, picture: PlacedPicture?, tint: Float, depth: Float) {
    let geometry = operation.shape
    row0 = geometry.row0
    row1 = geometry.row1
    row2 = geometry.row2
    row2.w = RecordTable.place(ofClip: operation.clip)
    box = geometry.box
    radii = geometry.radii
    fill = operation.fill
    border = operation.borderWidth > 0 ? operation.border : .zero
    // Bits 0...3 are the soft edges, bit 4 nearest magnification, the rest is the last level.
    var flags = 0
    for edge in 0..<4 where geometry.antialiased[edge] != 0 { flags |= 1 << edge }
    sampling = [tint, -1, 0, depth]
    if let picture {
      let placement = operation.placement
      offsetAndStop0 = placement.offsetAndStop0
      stop1AndSlope0 = placement.stop1AndSlope0
      slope1AndSlope2 = placement.slope1AndSlope2
      limits = placement.limits
      self.picture = picture.levels[0].shaderValue
      if placement.magnification == .nearest { flags |= 1 << 4 }
      // -2 nearest, -1 linear, from 0 on trilinear: the first record of the levels.
      switch placement.minification {
      case .nearest: sampling.y = -2
      case .linear: sampling.y = -1
      case .trilinear: sampling.y = Float(picture.firstRecord)
      }
      sampling.z = placement.bias
      flags |= (picture.levels.count - 1) << 5
    }
    shape = [geometry.smoothing, operation.borderWidth, operation.opacity, Float(flags)]
  }
}

extension BoxInstance {
  /// Puts a gradient in place of a picture; see `Shaders/lib/gradient_color.glsl`.
  ///
  /// - Parameter spans: The first record of its spans, and how many hold where they start.
  mutating func paint(_ gradient: GradientPaint, spans: SIMD2<Float>) {
    offsetAndStop0 = gradient.first
    offsetAndStop0.w = Float(gradient.kind.rawValue)
    stop1AndSlope0 = gradient.second
    slope1AndSlope2 = SIMD4(lowHalf: spans, highHalf: .zero)
    // What no picture has: tells programs with both that this is a gradient.
    limits.w = -1
  }
}

/// A picture in the atlas, as one frame knows it.
struct PlacedPicture {
  /// Level 0, and the smaller ones where they were asked for.
  var levels: [AtlasPlace]
  /// Where the record table lists the levels; 0 where it does not.
  var firstRecord = 0
}
