import LaminaGeometry
import LaminaPlan

/// One instance of the shader `surface`.
///
/// Mirrors `Shaders/operations/surface.vert`; `ShaderInterfaceTests` compares the two.
package struct SurfaceInstance: ShaderInterface {
  var corners01: SIMD4<Float> = .zero
  var corners23: SIMD4<Float> = .zero
  var row0: SIMD4<Float>
  var row1: SIMD4<Float>
  var row2: SIMD4<Float>
  var tint: SIMD4<Float>
  var surface: SIMD4<Float>

  package static var fields: [ShaderField] {
    [
      field("in_corners01", .vec4, \.corners01),
      field("in_corners23", .vec4, \.corners23),
      field("in_row0", .vec4, \.row0),
      field("in_row1", .vec4, \.row1),
      field("in_row2", .vec4, \.row2),
      field("in_tint", .vec4, \.tint),
      field("in_surface", .vec4, \.surface),
    ]
  }

  /// Everything but the corners.
  ///
  /// - Parameters:
  ///   - region: The pixels of the source.
  ///   - depth: Clip space.
  init(_ operation: SurfaceOperation, region: PixelRect, depth: Float) {
    (row0, row1, row2) = operation.texelRows(of: region)
    row2.w = RecordTable.place(ofClip: operation.clip)
    tint = operation.tint
    let kind = (operation.isNearest ? 1 : 0) + (operation.isSilhouette ? 2 : 0)
    surface = [Float(region.width), Float(region.height), Float(kind), depth]
  }
}
