import Foundation
import LaminaGeometry

/// A transform as its key paths name it: `transform.rotation.z` and so on.
///
/// The scale is applied to a point first, then the turns about x, y and z, then the translation.
///
/// - Conformance: GEO-9
struct TransformComponents {
  var translation = SIMD3<Double>(0, 0, 0)
  /// Radians about x, y and z.
  var rotation = SIMD3<Double>(0, 0, 0)
  var scale = SIMD3<Double>(1, 1, 1)

  /// The components put together.
  var transform: CATransform3D {
    var result = CATransform3DMakeTranslation(translation.x, translation.y, translation.z)
    result = CATransform3DRotate(result, rotation.z, 0, 0, 1)
    result = CATransform3DRotate(result, rotation.y, 0, 1, 0)
    result = CATransform3DRotate(result, rotation.x, 1, 0, 0)
    return CATransform3DScale(result, scale.x, scale.y, scale.z)
  }
}
