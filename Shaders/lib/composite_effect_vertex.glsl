// composite_effect_vertex: places a rectangle of pixels and hands the rest on, flat.
// Host struct: Sources/LaminaGPU/Operations/CompositeEffectInstance.swift, CompositeEffectInstance.

layout(location = 0) in vec4 in_bounds;  // target space, pixels: minimum x, y, maximum x, y
layout(location = 1) in vec4 in_source;  // pixels: the source's origin x, y; opacity 0...1; innermost clip or -1
layout(location = 2) in vec4 in_mask;    // pixels: the mask's origin x, y; whether there is one; outline or -1
layout(location = 3) in vec4 in_effect;  // maps of colours: first record; their number; blend mode; depth, clip space

flat out vec4 v_source;
flat out vec4 v_mask;
flat out vec4 v_effect;
flat out vec4 v_origin;

void composite_effect_vertex() {
  vec2 corner = quad_corner(in_bounds.xyzy, in_bounds.zwxw);
  gl_Position = clip_from_target(corner, in_effect.w);
  v_source = in_source;
  v_mask = in_mask;
  v_effect = in_effect;
  v_origin = vec4(in_bounds.xy, 0.0, 0.0);
}
