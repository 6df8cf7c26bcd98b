import LaminaGeometry
import LaminaPlan

/// One instance of the programs of the families `composite` and `planes`.
///
/// Mirrors `Shaders/lib/composite_vertex.glsl`; `ShaderInterfaceTests` compares the two.
package struct CompositeInstance: ShaderInterface {
  var bounds: SIMD4<Float>
  var source: SIMD4<Float>
  var depth: Float

  package static var fields: [ShaderField] {
    [
      field("in_bounds", .vec4, \.bounds),
      field("in_source", .vec4, \.source),
      field("in_depth", .float, \.depth),
    ]
  }

  /// - Parameters:
  ///   - bounds: The pixels to draw.
  ///   - source: The pixels of the canvas that the source covers.
  ///   - clip: The index of the innermost clip, or -1.
  ///   - depth: Clip space.
  init(bounds: PixelRect, source: PixelRect, opacity: Float, clip: ClipHandle, depth: Float) {
    self.bounds = SIMD4(Float(bounds.minX), Float(bounds.minY), Float(bounds.maxX), Float(bounds.maxY))
    self.source = SIMD4(Float(source.minX), Float(source.minY), opacity, RecordTable.place(ofClip: clip))
    self.depth = depth
  }

  /// What `planes` draws: all of the target, from a picture of that size.
  init(planes: PackedPlanes, region: PixelRect) {
    bounds = SIMD4(Float(region.minX), Float(region.minY), Float(region.maxX), Float(region.maxY))
    source = SIMD4(Float(planes.size.width), Float(planes.size.height), planes.hasAlpha ? 1 : 0, 0)
    depth = 0
  }
}
