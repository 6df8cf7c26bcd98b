// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import LaminaGeometry

/// Draws a run of particles, back to front: small pictures, each moved, turned, sized and coloured by itself.
///
/// A pixel of a particle has the colour `picture * color * opacity * coverage(parallelogram) * coverage(clips)`; it is
/// composited source-over, or added where the run is additive.
///
/// - Conformance: EMIT-1
package struct ParticlesOperation: Sendable, Hashable {
  /// Where its particles lie in `RenderPlan.particles`.
  package var particles: Range<Int32>
  /// Where the pictures that they show lie in `RenderPlan.particlePictures`.
  package var pictures: Range<Int32>
  /// The pixels they may touch; nothing outside may be written.
  package var pixelBounds: PixelRect
  /// The innermost clip in `RenderPlan.clips`, or none.
  package var clip: ClipHandle
  /// 0...1, multiplies everything.
  package var opacity: Float
  /// Whether colours and alphas add up.
  package var isAdditive: Bool
  /// The snapshot node this came from, for printing.
  package var node: Int32

  package init(
    particles: Range<Int32>, pictures: Range<Int32>, pixelBounds: PixelRect, clip: ClipHandle, opacity: Float,
    isAdditive: Bool, node: Int32
  ) {
    self.particles = particles
    self.pictures = pictures
    self.pixelBounds = pixelBounds
    self.clip = clip
    self.opacity = opacity
    self.isAdditive = isAdditive
    self.node = node
  }
}

/// One particle: a parallelogram of the target that shows a part of a picture.
package struct Particle: Sendable, Hashable, BitwiseCopyable {
  /// The middle, target pixels.
  package var center: SIMD2<Float>
  /// The picture, an index into `RenderPlan.particlePictures`.
  package var picture: Int32
  /// Target pixels from the middle to the place in the picture: `(a x + b y, c x + d y)` is -1/2...1/2 inside.
  package var inverse: SIMD4<Float>
  /// Multiplies the picture, premultiplied, 0...1.
  package var color: SIMD4<Float>

  package init(center: SIMD2<Float>, picture: Int32, inverse: SIMD4<Float>, color: SIMD4<Float>) {
    self.center = center
    self.picture = picture
    self.inverse = inverse
    self.color = color
  }

  /// How much of the picture's width and height half a pixel is, across the edges.
  package var ramps: SIMD2<Float> {
    SIMD2(
      (inverse.x * inverse.x + inverse.y * inverse.y).squareRoot(),
      (inverse.z * inverse.z + inverse.w * inverse.w).squareRoot()) * 0.5
  }

  /// Half the sides of the upright rectangle around it and its edges' ramps, target pixels.
  package var reach: SIMD2<Float> {
    let determinant = inverse.x * inverse.w - inverse.y * inverse.z
    let half = (ramps + 0.5) / abs(determinant)
    return SIMD2(
      abs(inverse.w) * half.x + abs(inverse.y) * half.y, abs(inverse.z) * half.x + abs(inverse.x) * half.y)
  }
}

/// The part of a picture that particles show, at one level of detail.
package struct ParticlePicture: Sendable, Hashable {
  /// The picture in `RenderPlan.images`.
  package var image: ImageHandle
  /// Which of its levels; 0 is the picture itself.
  package var level: Int32
  /// Whether one texel is taken as it is; else four are mixed.
  package var isNearest: Bool
  /// Texels of the level: where the part begins, x and y, and its width and height.
  package var part: SIMD4<Float>
  /// Texels of the level that coordinates are clamped to: least x and y, greatest x and y.
  package var limits: SIMD4<Float>

  package init(image: ImageHandle, level: Int32, isNearest: Bool, part: SIMD4<Float>, limits: SIMD4<Float>) {
    self.image = image
    self.level = level
    self.isNearest = isNearest
    self.part = part
    self.limits = limits
  }
}
