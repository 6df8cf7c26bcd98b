// box_inputs: the inputs of the fragment shaders of a box, from box_vertex and box_paint_vertex, all flat.
// With a gradient, the first three inputs of the placement hold the gradient; see gradient_color.

flat in vec4 v_row0;             // layer points per pixel right; w: origin x, target pixels
flat in vec4 v_row1;             // layer points per pixel down; w: origin y, target pixels
flat in vec4 v_row2;             // homogeneous layer point at the origin; w: innermost Clip or -1
flat in vec4 v_box;              // layer space, points: minimum x, y, maximum x, y
flat in vec4 v_radii;            // points, from (minX, minY) around
flat in vec4 v_fill;             // premultiplied, 0...1
flat in vec4 v_border;           // premultiplied, 0...1
flat in vec4 v_offsetAndStop0;   // texels; layer space, points
flat in vec4 v_stop1AndSlope0;   // layer space, points; texels a point
flat in vec4 v_slope1AndSlope2;  // texels a point, both
flat in vec4 v_limits;           // texels: minimum u, v, maximum u, v
flat in vec4 v_shape;            // outline of the corners; border width, points; opacity 0...1; soft edges, bits
flat in vec4 v_sampling;         // magnification; minification; bias, levels; top level
flat in vec4 v_tint;             // multiplies the picture or gradient, premultiplied
flat in vec4 v_picture;          // tiles in a row; first tile or -1; texels: x, y in it; see picture_color
