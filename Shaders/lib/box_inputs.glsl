// box_inputs: the values of a box, from box_vertex and box_paint_vertex: flat inputs of fragment shaders, and plain
// variables of compute shaders, whose one stage calls both.
// With a gradient, the first three values of the placement hold the gradient; see gradient_color.

#ifdef COMPUTE
#define BOX_INPUT
#else
#define BOX_INPUT flat in
#endif

BOX_INPUT vec4 v_row0;             // layer points per pixel right; w: origin x, target pixels
BOX_INPUT vec4 v_row1;             // layer points per pixel down; w: origin y, target pixels
BOX_INPUT vec4 v_row2;             // homogeneous layer point at the origin; w: innermost Clip or -1
BOX_INPUT vec4 v_box;              // layer space, points: minimum x, y, maximum x, y
BOX_INPUT vec4 v_radii;            // points, from (minX, minY) around
BOX_INPUT vec4 v_fill;             // premultiplied, 0...1
BOX_INPUT vec4 v_border;           // premultiplied, 0...1
BOX_INPUT vec4 v_offsetAndStop0;   // texels; layer space, points
BOX_INPUT vec4 v_stop1AndSlope0;   // layer space, points; texels a point
BOX_INPUT vec4 v_slope1AndSlope2;  // texels a point, both
BOX_INPUT vec4 v_limits;           // texels: minimum u, v, maximum u, v
BOX_INPUT vec4 v_shape;            // outline of the corners; border width, points; opacity 0...1; soft edges, bits
BOX_INPUT vec4 v_sampling;         // magnification; minification; bias, levels; top level
BOX_INPUT vec4 v_tint;             // multiplies the picture or gradient, premultiplied
BOX_INPUT vec4 v_picture;          // tiles in a row; first tile or -1; texels: x, y in it; see picture_color
