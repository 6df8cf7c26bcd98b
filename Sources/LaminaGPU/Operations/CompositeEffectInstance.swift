import LaminaGeometry
import LaminaGraphics
import LaminaPlan

/// One instance of the programs of the family `composite_effect`.
///
/// Mirrors `Shaders/lib/composite_effect_vertex.glsl`; `ShaderInterfaceTests` compares the two.
package struct CompositeEffectInstance: ShaderInterface {
  var bounds: SIMD4<Float>
  var source: SIMD4<Float>
  var mask: SIMD4<Float>
  var effect: SIMD4<Float>

  package static var fields: [ShaderField] {
    [
      field("in_bounds", .vec4, \.bounds),
      field("in_source", .vec4, \.source),
      field("in_mask", .vec4, \.mask),
      field("in_effect", .vec4, \.effect),
    ]
  }

  /// - Parameters:
  ///   - source: The pixels of the canvas that the source covers.
  ///   - mask: The pixels of the canvas that the mask covers, where there is one.
  ///   - firstColor: The record of the first map of colours.
  ///   - depth: Clip space.
  init(_ composite: CompositeOperation, source: PixelRect, mask: PixelRect?, firstColor: Int, depth: Float) {
    let bounds = composite.pixelBounds
    self.bounds = SIMD4(Float(bounds.minX), Float(bounds.minY), Float(bounds.maxX), Float(bounds.maxY))
    self.source = SIMD4(
      Float(source.minX), Float(source.minY), composite.opacity, RecordTable.place(ofClip: composite.clip))
    self.mask = SIMD4(
      Float(mask?.minX ?? 0), Float(mask?.minY ?? 0), mask == nil ? 0 : 1, RecordTable.place(ofClip: composite.outline))
    effect = SIMD4(Float(firstColor), Float(composite.colors.count), Float(composite.blend.rawValue), depth)
  }
}
