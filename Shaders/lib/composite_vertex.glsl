// composite_vertex: places a rectangle of pixels and hands the rest on, flat.
// Host struct: Sources/LaminaGPU/Operations/CompositeInstance.swift, CompositeInstance.

layout(location = 0) in vec4 in_bounds;  // target space, pixels: minimum x, y, maximum x, y
layout(location = 1) in vec4 in_source;  // pixels: the source's origin x, y; opacity 0...1; innermost clip or -1
layout(location = 2) in float in_depth;  // clip space

flat out vec4 v_source;

void composite_vertex() {
  vec2 corner = quad_corner(in_bounds.xyzy, in_bounds.zwxw);
  gl_Position = clip_from_target(corner, in_depth);
  v_source = in_source;
}
