import LaminaPlan

/// One instance of the shader `particles`.
///
/// Mirrors `Shaders/operations/particles.vert`; `ShaderInterfaceTests` compares the two.
package struct ParticleInstance: ShaderInterface {
  var place: SIMD4<Float>
  var inverse: SIMD4<Float>
  var color: SIMD4<Float>

  package static var fields: [ShaderField] {
    [
      field("in_place", .vec4, \.place),
      field("in_inverse", .vec4, \.inverse),
      field("in_color", .vec4, \.color),
    ]
  }

  /// - Parameter record: The first record of its picture.
  init(_ particle: Particle, record: Float, opacity: Float) {
    place = SIMD4(particle.center.x, particle.center.y, record, 0)
    inverse = particle.inverse
    color = particle.color * opacity
  }
}
