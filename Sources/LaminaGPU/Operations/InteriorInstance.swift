import Foundation
import LaminaGeometry
import LaminaGraphics
import LaminaPlan

/// One instance of the programs of the family `interior`.
///
/// Mirrors `Shaders/lib/interior_vertex.glsl`; `ShaderInterfaceTests` compares the two.
package struct InteriorInstance: ShaderInterface {
  var corners01: SIMD4<Float> = .zero
  var corners23: SIMD4<Float> = .zero
  var steps: SIMD4<Float> = .zero
  var origin: SIMD4<Float> = .zero
  var limits: SIMD4<Float> = .zero
  var fill: SIMD4<Float>
  var sampling: SIMD4<Float>
  var picture: SIMD4<Float> = AtlasPlace.none
  var tint = SIMD4<Float>(repeating: 1)

  package static var fields: [ShaderField] {
    [
      field("in_corners01", .vec4, \.corners01),
      field("in_corners23", .vec4, \.corners23),
      field("in_steps", .vec4, \.steps),
      field("in_origin", .vec4, \.origin),
      field("in_limits", .vec4, \.limits),
      field("in_fill", .vec4, \.fill),
      field("in_sampling", .vec4, \.sampling),
      field("in_picture", .vec4, \.picture),
      field("in_tint", .vec4, \.tint),
    ]
  }

  /// An interior without a picture, but for the corners.
  ///
  /// - Parameter depth: Clip space.
  init(fill: SIMD4<Float>, depth: Float) {
    self.fill = fill
    sampling = [0, 0, 0, depth]
  }

  /// An interior with a picture, but for the corners.
  ///
  /// - Parameter depth: Clip space.
  init(_ operation: BoxOperation, texels: AffineTexels, place: AtlasPlace, depth: Float) {
    steps = texels.steps
    origin = SIMD4(
      lowHalf: texels.atOrigin, highHalf: SIMD2(operation.shape.row0.w, operation.shape.row1.w))
    limits = operation.placement.limits
    fill = operation.fill
    sampling = [texels.isNearest ? 1 : 0, 0, 0, depth]
    picture = place.shaderValue
    tint = operation.tint
  }
}

extension InteriorInstance {
  /// An interior with a picture between two levels of detail, but for the corners; for `interiorLevels`.
  ///
  /// - Parameters:
  ///   - level: The level of detail, at most the picture's last.
  ///   - depth: Clip space.
  init(_ operation: BoxOperation, texels: AffineTexels, level: Float, of picture: PlacedPicture, depth: Float) {
    self.init(operation, texels: texels, place: picture.levels[0], depth: depth)
    sampling = [0, Float(picture.firstRecord), level, depth]
  }
}

extension AffineTexels {
  /// Whether the levels that are sampled lie in the atlas in one piece each: the larger one does, so the smaller one does.
  func isInOnePiece(_ picture: PlacedPicture) -> Bool {
    let larger = picture.levels[min(max(Int(clamping: level ?? 0), 0), picture.levels.count - 1)]
    return AtlasPlace.isSmall(width: larger.width, height: larger.height)
  }
}
