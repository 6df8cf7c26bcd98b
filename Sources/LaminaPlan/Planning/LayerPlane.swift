import Foundation
import LaminaGeometry

/// One layer's plane on the canvas: the homographies in both directions and the size of a pixel in it.
struct LayerPlane {
  var targetFromLayer: Homography
  var layerFromTarget: Homography
  var isAffine: Bool

  /// Fails where the plane is seen edge-on, has no area or is not finite: nothing of it shows.
  init?(targetFromLayer: Homography) {
    guard let inverse = targetFromLayer.inverted(), inverse.isFinite else { return nil }
    self.targetFromLayer = targetFromLayer
    layerFromTarget = inverse
    isAffine = targetFromLayer.isAffine
    if isAffine {
      // The cofactors leave rounding noise here; renderers rely on exact values.
      layerFromTarget.x.z = 0
      layerFromTarget.y.z = 0
      layerFromTarget.translation.z = 1
    }
  }

  /// How many points of layer x and y a pixel spans across vertical and horizontal edges, where the plane is affine.
  var pointsPerPixel: SIMD2<Double> {
    let (x, y) = (layerFromTarget.x, layerFromTarget.y)
    return SIMD2((x.x * x.x + y.x * y.x).squareRoot(), (x.y * x.y + y.y * y.y).squareRoot())
  }

  /// Where the layer rectangle lies in the target, cut to what is before the eye.
  ///
  /// - Conformance: D3-5
  func project(_ box: SIMD4<Double>) -> ConvexPolygon {
    let map = targetFromLayer
    let w = SIMD4(box.x, box.z, box.z, box.x) * map.x.z + SIMD4(box.y, box.y, box.w, box.w) * map.y.z + map.translation.z
    guard w.max() > 0 else { return ConvexPolygon() }
    // Points closer to the eye than this lie so far outside any canvas that the cut does not show.
    return map.image(ofBoxFrom: SIMD2(box.x, box.y), to: SIMD2(box.z, box.w), nearest: w.max() * 1e-5)
  }
}

extension ShapeGeometry {
  /// Measures a rounded box of `plane` for the pixels near `bounds`.
  ///
  /// - Returns: `nil` where a number does not fit a 32-bit float.
  init?(
    plane: LayerPlane, outline: RoundedRectangle, antialiased: SIMD4<Float>, near bounds: PixelRect
  ) {
    let originX = Double((Int(bounds.minX) + Int(bounds.maxX)) / 2)
    let originY = Double((Int(bounds.minY) + Int(bounds.maxY)) / 2)
    let inverse = plane.layerFromTarget
    let atOrigin = inverse.homogeneous([originX, originY])
    let row0 = SIMD4<Float>(Float(inverse.x.x), Float(inverse.x.y), Float(inverse.x.z), Float(originX))
    let row1 = SIMD4<Float>(Float(inverse.y.x), Float(inverse.y.y), Float(inverse.y.z), Float(originY))
    let row2 = SIMD4<Float>(Float(atOrigin.x), Float(atOrigin.y), Float(atOrigin.z), 0)
    let boxAsFloat = SIMD4<Float>(outline.box)
    let check = row0 + row1 + row2 + boxAsFloat
    guard (check - check) == .zero else { return nil }
    self.init(
      row0: row0, row1: row1, row2: row2, box: boxAsFloat, radii: SIMD4<Float>(outline.radii), smoothing: Float(outline.smoothing),
      antialiased: antialiased)
  }
}
