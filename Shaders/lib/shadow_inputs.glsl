// shadow_inputs: the values of a shadow, in the inputs of box_inputs, whose names are the ones of boxes.

// Whether the instance is a shadow, and no box.
bool shadow_is_one() { return v_shape.y < 0.0; }

// The standard deviations along x and y, points.
vec2 shadow_sigma() { return v_offsetAndStop0.xy; }
float shadow_corner_sigma() { return v_offsetAndStop0.w; }

// One if all corners are equal, else four; one also for a box, which has other values there, of any size.
float shadow_lookups() { return shadow_is_one() ? v_offsetAndStop0.z : 1.0; }

// The radius in sigmas beyond which corners use the distance to the outline; below 0, none do.
float shadow_widest() { return v_shape.w; }

// The tables of the corners from (minX, minY) around: first texel x, y; values along a side.
vec3 shadow_table(bool isRight, bool isBottom) {
  vec4 upper = isRight ? v_slope1AndSlope2 : v_stop1AndSlope0;
  vec4 lower = isRight ? v_limits : v_border;
  return isBottom ? lower.xyz : upper.xyz;
}
