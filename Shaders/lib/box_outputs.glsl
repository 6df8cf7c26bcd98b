// box_outputs: the outputs of the vertex shaders of a box, all flat; see box_inputs.

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
