// particles_vertex: places the parallelogram that a particle may touch and hands the rest on, flat.
// Host struct: Sources/LaminaGPU/Operations/ParticleInstance.swift, ParticleInstance.

layout(location = 0) in vec4 in_place;    // target space, pixels: middle x, y; first record of the picture; unused
layout(location = 1) in vec4 in_inverse;  // target pixels from the middle to the place in the picture: -1/2...1/2
layout(location = 2) in vec4 in_color;    // multiplies the picture, premultiplied, opacity included

flat out vec2 v_center;
flat out vec4 v_inverse;
flat out vec2 v_pixels;
flat out vec4 v_color;
flat out vec4 v_picture;
flat out vec4 v_part;
flat out vec4 v_limits;
flat out vec4 v_common;

void particles_vertex() {
  int first = int(in_place.z);
  vec2 steps = vec2(length(in_inverse.xy), length(in_inverse.zw));
  v_center = in_place.xy;
  v_inverse = in_inverse;
  v_pixels = 1.0 / steps;
  v_color = in_color;
  v_picture = record(first);
  v_part = record(first + 1);
  v_limits = record(first + 2);
  v_common = record(first + 3);
  // The half sides reach half a pixel beyond the edges, where their ramps end.
  vec2 half_sides = 0.5 + 0.5 * steps;
  vec2 corner = vec2((gl_VertexID & 1) == 0 ? -1.0 : 1.0, gl_VertexID < 2 ? -1.0 : 1.0) * half_sides;
  float determinant = in_inverse.x * in_inverse.w - in_inverse.y * in_inverse.z;
  vec2 across = vec2(in_inverse.w, -in_inverse.z) / determinant;
  vec2 along = vec2(-in_inverse.y, in_inverse.x) / determinant;
  gl_Position = clip_from_target(in_place.xy + across * corner.x + along * corner.y, v_common.y);
}
