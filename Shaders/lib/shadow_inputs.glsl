// shadow_inputs: what a shadow is, in the inputs that box_inputs names after what boxes have there.

// Whether it is one, and no box.
bool shadow_is_one() { return v_shape.y < 0.0; }

// Points, along x and y.
vec2 shadow_sigma() { return v_offsetAndStop0.xy; }
float shadow_corner_sigma() { return v_offsetAndStop0.w; }

// One where all corners are alike, else four.
float shadow_lookups() { return v_offsetAndStop0.z; }

// Corners wider than so many sigmas go by the distance to the outline; below 0 none do.
float shadow_widest() { return v_shape.w; }

// Of the corners from (minX, minY) around: first texel x, y; values along a side.
vec3 shadow_table(bool isRight, bool isBottom) {
  vec4 upper = isRight ? v_slope1AndSlope2 : v_stop1AndSlope0;
  vec4 lower = isRight ? v_limits : v_border;
  return isBottom ? lower.xyz : upper.xyz;
}
