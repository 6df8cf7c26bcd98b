// box_vertex: places the quadrilateral that holds the pixels a box may touch and hands the rest on, flat.
// The tint comes from the table, by index: every device has sixteen attributes, and fifteen outputs.
// Host struct: Sources/LaminaGPU/Operations/BoxInstance.swift, BoxInstance.

layout(location = 0) in vec4 in_corners01;         // target space, pixels: corners 0 and 1 of the quadrilateral
layout(location = 1) in vec4 in_corners23;         // target space, pixels: corners 2 and 3
layout(location = 2) in vec4 in_row0;              // layer points per pixel right; w: origin x, target pixels
layout(location = 3) in vec4 in_row1;              // layer points per pixel down; w: origin y, target pixels
layout(location = 4) in vec4 in_row2;              // layer point at the origin, homogeneous; w: innermost clip or -1
layout(location = 5) in vec4 in_box;               // layer space, points: minimum x, y, maximum x, y
layout(location = 6) in vec4 in_radii;             // points, from (minX, minY) around
layout(location = 7) in vec4 in_fill;              // premultiplied, 0...1
layout(location = 8) in vec4 in_border;            // premultiplied, 0...1
layout(location = 9) in vec4 in_offsetAndStop0;    // texels; layer space, points
layout(location = 10) in vec4 in_stop1AndSlope0;   // layer space, points; texels a point
layout(location = 11) in vec4 in_slope1AndSlope2;  // texels a point, both
layout(location = 12) in vec4 in_limits;           // texels: minimum u, v, maximum u, v
layout(location = 13) in vec4 in_shape;            // smoothing 0...1; border width, points; opacity 0...1; flags, bits
layout(location = 14) in vec4 in_sampling;         // tint, record or -1; minification; bias, levels; depth, clip space
layout(location = 15) in vec4 in_picture;          // tiles in a row; first tile or -1; texels: x, y in it

flat out vec4 v_row0;
flat out vec4 v_row1;
flat out vec4 v_row2;
flat out vec4 v_box;
flat out vec4 v_radii;
flat out vec4 v_fill;
flat out vec4 v_border;
flat out vec4 v_offsetAndStop0;
flat out vec4 v_stop1AndSlope0;
flat out vec4 v_slope1AndSlope2;
flat out vec4 v_limits;
flat out vec4 v_shape;
flat out vec4 v_sampling;
flat out vec4 v_tint;
flat out vec4 v_picture;

void box_vertex() {
  gl_Position = clip_from_target(quad_corner(in_corners01, in_corners23), in_sampling.w);
  // Bits 0...3: soft edges; bit 4: nearest magnification; from bit 5 on, the last level of detail.
  int flags = int(in_shape.w);
  v_sampling = vec4((flags & 16) != 0 ? -2.0 : -1.0, in_sampling.yz, float(flags >> 5));
  v_shape = vec4(in_shape.xyz, float(flags & 15));
  v_tint = in_sampling.x < 0.0 ? vec4(1.0) : record(int(in_sampling.x));
  v_row0 = in_row0;
  v_row1 = in_row1;
  v_row2 = in_row2;
  v_box = in_box;
  v_radii = in_radii;
  v_fill = in_fill;
  v_border = in_border;
  v_offsetAndStop0 = in_offsetAndStop0;
  v_stop1AndSlope0 = in_stop1AndSlope0;
  v_slope1AndSlope2 = in_slope1AndSlope2;
  v_limits = in_limits;
  v_picture = in_picture;
}
