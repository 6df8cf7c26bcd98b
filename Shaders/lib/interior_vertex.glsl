// interior_vertex: places a quadrilateral of an opaque interior and hands on what places the picture, flat.
// Host struct: Sources/LaminaGPU/Operations/InteriorInstance.swift, InteriorInstance.

layout(location = 0) in vec4 in_corners01;  // target space, pixels: corners 0 and 1 of the quadrilateral
layout(location = 1) in vec4 in_corners23;  // target space, pixels: corners 2 and 3
layout(location = 2) in vec4 in_steps;      // texels per pixel: right u, v, down u, v
layout(location = 3) in vec4 in_origin;     // texels: u, v at the origin; target space, pixels: origin x, y
layout(location = 4) in vec4 in_limits;     // texels: minimum u, v, maximum u, v
layout(location = 5) in vec4 in_fill;       // premultiplied, 0...1
layout(location = 6) in vec4 in_sampling;   // nearest, 0 or 1; unused; unused; depth, clip space
layout(location = 7) in vec4 in_picture;    // tiles in a row; first tile or -1; texels: x, y in it; see picture_color
layout(location = 8) in vec4 in_tint;       // multiplies the picture, premultiplied

flat out vec4 v_steps;
flat out vec4 v_origin;
flat out vec4 v_limits;
flat out vec4 v_fill;
flat out vec4 v_sampling;
flat out vec4 v_picture;
flat out vec4 v_tint;

void interior_vertex() {
  gl_Position = clip_from_target(quad_corner(in_corners01, in_corners23), in_sampling.w);
  v_steps = in_steps;
  v_origin = in_origin;
  v_limits = in_limits;
  v_fill = in_fill;
  v_sampling = in_sampling;
  v_picture = in_picture;
  v_tint = in_tint;
}
