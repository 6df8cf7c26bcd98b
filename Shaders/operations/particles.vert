#version 310 es
// particles: one particle, a parallelogram that shows a part of a picture; one instance each, without corners of its own.
// Records: Particle, ParticlePicture.
precision highp float;
precision highp int;

#include "lib/instance.glsl"

flat out vec2 v_center;
flat out vec4 v_inverse;
flat out vec2 v_pixels;
flat out vec4 v_color;
flat out vec4 v_picture;
flat out vec4 v_part;
flat out vec4 v_limits;
flat out vec2 v_common;

#include "lib/particle_vertex.glsl"

void main() {
  Particle particle = particle_at(in_record);
  particle_vertex(particle);
  vec4 inverse = particle.inverse;
  vec2 steps = vec2(length(inverse.xy), length(inverse.zw));
  // The half sides reach half a pixel beyond the edges, where their ramps end.
  vec2 half_sides = 0.5 + 0.5 * steps;
  vec2 corner = vec2((gl_VertexID & 1) == 0 ? -1.0 : 1.0, gl_VertexID < 2 ? -1.0 : 1.0) * half_sides;
  float determinant = inverse.x * inverse.w - inverse.y * inverse.z;
  vec2 across = vec2(inverse.w, -inverse.z) / determinant;
  vec2 along = vec2(-inverse.y, inverse.x) / determinant;
  gl_Position = clip_from_target(particle.center + across * corner.x + along * corner.y, in_depth);
}
