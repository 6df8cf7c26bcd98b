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

/// The one affine map from pixels to texels of a box on an affine plane with a plain placement.
struct AffineTexels {
  /// Texels per pixel: right u, v, down u, v.
  var steps: SIMD4<Float>
  /// Texels at the shape's origin.
  var atOrigin: SIMD2<Float>
  /// Whether one texel is taken as it is, or four are mixed.
  var isNearest: Bool
  /// The level of detail before it is clamped to those that there are; `nil` where only level 0 is sampled.
  var level: Float?

  /// - Returns: `nil` under perspective, in nine slices, and where smaller levels are sampled.
  init?(_ operation: BoxOperation) {
    self.init(atAnyLevel: operation)
    if level != nil { return nil }
  }

  /// Whether the levels that are sampled lie in the atlas in one piece each: the larger one does, so the smaller one does.
  func isInOnePiece(_ picture: PlacedPicture) -> Bool {
    let larger = picture.levels[min(max(Int(clamping: level ?? 0), 0), picture.levels.count - 1)]
    return AtlasPlace.isSmall(width: larger.width, height: larger.height)
  }

  /// - Returns: `nil` under perspective and in nine slices.
  init?(atAnyLevel operation: BoxOperation) {
    let (shape, placement) = (operation.shape, operation.placement)
    let slope = placement.stop1AndSlope0.highHalf
    guard operation.isAffine, slope == placement.slope1AndSlope2.lowHalf, slope == placement.slope1AndSlope2.highHalf
    else { return nil }
    let right = slope * shape.row0.lowHalf
    let down = slope * shape.row1.lowHalf
    let texelsPerPixelSquared = max((right * right).sum(), (down * down).sum())
    let filter = texelsPerPixelSquared <= 1.0002 ? placement.magnification : placement.minification
    if filter == .trilinear, texelsPerPixelSquared > 1.0002 {
      level = 0.5 * log2(texelsPerPixelSquared) + placement.bias
    }
    steps = SIMD4(lowHalf: right, highHalf: down)
    // min(x, a) + clamp(x, a, b) + max(x, b) is x + a + b.
    let moved = shape.row2.lowHalf + placement.offsetAndStop0.highHalf + placement.stop1AndSlope0.lowHalf
    atOrigin = placement.offsetAndStop0.lowHalf + slope * moved
    isNearest = filter == .nearest
  }
}
