import LaminaGeometry

/// What is constant over a pass.
///
/// Mirrors the block `Frame` in `Shaders/lib/frame.glsl`; `ShaderInterfaceTests` compares the two.
package struct FrameBlock: ShaderInterface {
  /// Pixels of the canvas: minimum x, minimum y, width, height of the pass.
  var region: SIMD4<Float>

  init(_ region: PixelRect) {
    self.region = SIMD4(Float(region.minX), Float(region.minY), Float(region.width), Float(region.height))
  }

  package static var fields: [ShaderField] {
    [field("region", .vec4, \.region)]
  }
}
