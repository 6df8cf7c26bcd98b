// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import LaminaGeometry

/// Draws a run of particles, back to front: small pictures, each with its own position, rotation, size and colour.
///
/// A pixel of a particle has the colour `picture * color * opacity * coverage(parallelogram) * coverage(clips)`. It is
/// composited source-over, or added if the run is additive.
///
/// - Conformance: EMIT-1
@usableFromInline package struct ParticlesOperation: Sendable, Hashable {
  /// The range of the particles in `RenderPlan.particles`.
  @usableFromInline package var particles: Range<Int32>
  /// The range of the particles' pictures in `RenderPlan.particlePictures`.
  @usableFromInline package var pictures: Range<Int32>
  /// The pixels that the particles may touch; no pixel outside may be written.
  @usableFromInline package var pixelBounds: PixelRect
  /// The largest ``Particle/reach`` of the particles, along x and along y; target pixels.
  @usableFromInline package var reach: SIMD2<Float>
  /// The innermost clip in `RenderPlan.clips`, or none.
  @usableFromInline package var clip: ClipHandle
  /// The opacity by which everything is multiplied, 0...1.
  package var opacity: Float
  /// Whether colours and alphas are added to the pixels below.
  package var isAdditive: Bool
  /// The snapshot node of the emitter, for printing.
  @usableFromInline package var node: Int32

  package init(
    particles: Range<Int32>, pictures: Range<Int32>, pixelBounds: PixelRect, reach: SIMD2<Float>, clip: ClipHandle,
    opacity: Float, isAdditive: Bool, node: Int32
  ) {
    self.particles = particles
    self.pictures = pictures
    self.pixelBounds = pixelBounds
    self.reach = reach
    self.clip = clip
    self.opacity = opacity
    self.isAdditive = isAdditive
    self.node = node
  }
}

extension ParticlesOperation: HandleHolder {
  @inlinable @inline(__always) package mutating func visitHandles<Visitor: HandleVisitor>(
    beside other: ParticlesOperation, _ visitor: inout Visitor
  ) {
    var places = ParticlePlaces(particles: particles, pictures: pictures)
    visitor.visit(particles: &places, ParticlePlaces(particles: other.particles, pictures: other.pictures))
    (particles, pictures) = (places.particles, places.pictures)
    visitor.visit(&clip, other.clip)
    visitor.visit(node: &node, other.node)
  }
}

/// One particle: a parallelogram of the target that shows a part of a picture.
@usableFromInline package struct Particle: Sendable, Hashable, BitwiseCopyable {
  /// The centre; target pixels.
  @usableFromInline package var center: SIMD2<Float>
  /// The picture, an index into `RenderPlan.particlePictures`.
  package var picture: Int32
  /// The map from target pixels, relative to the centre, to the place in the picture: `(a x + b y, c x + d y)` is
  /// -1/2...1/2 inside.
  @usableFromInline package var inverse: SIMD4<Float>
  /// The colour by which the picture is multiplied, premultiplied, 0...1.
  package var color: SIMD4<Float>

  package init(center: SIMD2<Float>, picture: Int32, inverse: SIMD4<Float>, color: SIMD4<Float>) {
    self.center = center
    self.picture = picture
    self.inverse = inverse
    self.color = color
  }

  /// The size of half a pixel across the edges, as a part of the picture's width and height.
  @inlinable package var ramps: SIMD2<Float> {
    SIMD2(
      (inverse.x * inverse.x + inverse.y * inverse.y).squareRoot(),
      (inverse.z * inverse.z + inverse.w * inverse.w).squareRoot()) * 0.5
  }

  /// Half the sides of the upright rectangle around the particle, including the ramps of its edges; target pixels.
  @inlinable package var reach: SIMD2<Float> {
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
  /// The mipmap level of the picture; 0 is the picture itself.
  package var level: Int32
  /// Whether the nearest texel is used unchanged; otherwise four texels are interpolated.
  package var isNearest: Bool
  /// The part of the picture in texels of the level: the origin, x and y, and the width and height.
  package var part: SIMD4<Float>
  /// The range that coordinates are clamped to, in texels of the level: least x and y, greatest x and y.
  package var limits: SIMD4<Float>

  package init(image: ImageHandle, level: Int32, isNearest: Bool, part: SIMD4<Float>, limits: SIMD4<Float>) {
    self.image = image
    self.level = level
    self.isNearest = isNearest
    self.part = part
    self.limits = limits
  }
}
