// surface_vertex: places the quadrilateral that a surface may touch and hands the rest on, flat.
// Host struct: Sources/LaminaGPU/Operations/SurfaceInstance.swift, SurfaceInstance.

layout(location = 0) in vec4 in_corners01;  // target space, pixels: corners 0 and 1 of the quadrilateral
layout(location = 1) in vec4 in_corners23;  // target space, pixels: corners 2 and 3
layout(location = 2) in vec4 in_row0;       // pixels of the pass per pixel right; w: origin x, target pixels
layout(location = 3) in vec4 in_row1;       // pixels of the pass per pixel down; w: origin y, target pixels
layout(location = 4) in vec4 in_row2;       // pixel of the pass at the origin, homogeneous; w: innermost clip or -1
layout(location = 5) in vec4 in_tint;       // premultiplied, 0...1
layout(location = 6) in vec4 in_surface;      // pixels: width, height; 1 nearest + 2 alpha alone; depth, clip space

flat out vec4 v_row0;
flat out vec4 v_row1;
flat out vec4 v_row2;
flat out vec4 v_tint;
flat out vec4 v_surface;

void surface_vertex() {
  gl_Position = clip_from_target(quad_corner(in_corners01, in_corners23), in_surface.w);
  v_row0 = in_row0;
  v_row1 = in_row1;
  v_row2 = in_row2;
  v_tint = in_tint;
  v_surface = in_surface;
}
