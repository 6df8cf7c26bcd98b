// instance: the unit that every program draws: a quadrilateral of target pixels, and the place of its record.
// Host struct: Sources/Engine/LaminaGPU/Interface/Instance.swift, Instance.

#include "lib/frame.glsl"
#include "lib/clip_from_target.glsl"
#include "lib/record.glsl"

layout(location = 0) in vec4 in_corners01;  // target space, pixels: corners 0 and 1, in order around
layout(location = 1) in vec4 in_corners23;  // target space, pixels: corners 2 and 3
layout(location = 2) in float in_depth;     // clip space
layout(location = 3) in int in_record;      // the first texel of its record
layout(location = 4) in int in_kind;        // a kind below, where a program draws several
layout(location = 5) in int in_clip;        // the innermost Clip of a box or a shadow, or -1

const int INSTANCE_SHADOW = 1;

// The corner of this vertex; a strip of two triangles has the last two in the other order.
vec4 instance_position() {
  vec4 pair = gl_VertexID < 2 ? in_corners01 : in_corners23;
  return clip_from_target(gl_VertexID == 1 || gl_VertexID == 2 ? pair.zw : pair.xy, in_depth);
}
