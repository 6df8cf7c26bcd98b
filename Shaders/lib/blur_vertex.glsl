// blur_vertex: places a rectangle of pixels of one step of a blur and hands the rest on, flat.
// Host struct: Sources/LaminaGPU/Operations/BlurInstance.swift, BlurInstance.

layout(location = 0) in vec4 in_bounds;  // target space, pixels: minimum x, y, maximum x, y
layout(location = 1) in vec4 in_source;  // pixels: the source's origin x, y, width, height
layout(location = 2) in vec4 in_blur;    // step 0 halve, 1 along x, 2 along y, 3 halve twice; sigma, pixels; taps; 1 extends edges

flat out vec4 v_source;
flat out vec4 v_blur;

void blur_vertex() {
  vec2 corner = quad_corner(in_bounds.xyzy, in_bounds.zwxw);
  gl_Position = clip_from_target(corner, 0.0);
  v_source = in_source;
  v_blur = in_blur;
}
