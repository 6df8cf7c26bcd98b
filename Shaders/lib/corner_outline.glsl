// corner_outline: the outline of a rounded corner as a distance from the corner's centre. cornerCode is a
// `CornerOutline.code`; the functions here tell the curves apart, and no other.
// Over u = min/max of the two distances from the centre, the outline's larger distance is r * g(u), where g is
// 1 / sqrt(1 + u^2) for a circle and a pair of polynomials, fitted to CLIP-3's curve within 2e-5 r, for the
// continuous corner.

// g and its derivative for the continuous corner.
vec2 corner_continuous(float u) {
  float t = u - 0.61714117;
  vec2 near = vec2(
    1.528665 + u * u * (0.003621881129220128 + u * (-0.20434130728244781 + u * (0.4772939682006836
      + u * (-2.3897817134857178 + u * 2.1079487800598145)))),
    u * (0.007243762258440256 + u * (-0.61302392184734344 + u * (1.9091758728027344
      + u * (-11.948908567428589 + u * 12.647692680358887)))));
  vec2 far = vec2(
    1.4537534713745117 + t * (-0.4320220351219177 + t * (-0.6165511012077332
      + t * (0.8453830480575562 + t * -0.3844689130783081))),
    -0.4320220351219177 + t * (-1.2331022024154664 + t * (2.5361491441726685 + t * -1.5378756523132324)));
  return u < 0.61714117 ? near : far;
}

// The length of a corner along the edges, in radii.
float corner_reach(float cornerCode) { return 1.0 + cornerCode * 0.528665; }

// g and its derivative.
vec2 corner_outline(float u, float cornerCode) {
  float circle = inversesqrt(1.0 + u * u);
  vec2 outline = vec2(circle, -u * circle * circle * circle);
  return cornerCode > 0.0 ? mix(outline, corner_continuous(u), cornerCode) : outline;
}
