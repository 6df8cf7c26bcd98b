import LaminaGeometry
import LaminaPlan

/// One instance of the programs of the family `blur`.
///
/// Mirrors `Shaders/lib/blur_vertex.glsl`; `ShaderInterfaceTests` compares the two.
package struct BlurInstance: ShaderInterface {
  var bounds: SIMD4<Float>
  var source: SIMD4<Float>
  var blur: SIMD4<Float>

  package static var fields: [ShaderField] {
    [
      field("in_bounds", .vec4, \.bounds),
      field("in_source", .vec4, \.source),
      field("in_blur", .vec4, \.blur),
    ]
  }

  /// - Parameter source: The pixels of the source.
  init(_ operation: BlurFilter, source: PixelRect) {
    let target = operation.pixelBounds
    bounds = SIMD4(Float(target.minX), Float(target.minY), Float(target.maxX), Float(target.maxY))
    self.source = SIMD4(Float(source.minX), Float(source.minY), Float(source.width), Float(source.height))
    let step: Float =
      switch operation.step {
      case .halve: 0
      case .horizontal: 1
      case .vertical: 2
      case .quarter: 3
      }
    blur = [
      step, min(operation.pixelSigma, BlurFilter.maximumSigma), Float(operation.taps),
      operation.extendsEdges ? 1 : 0,
    ]
  }
}
