// box_coverage: how much of a pixel a rounded box covers, 0...1.
// Each edge is a ramp one pixel wide along its true normal in the target; opposite edges combine so that thin
// boxes keep their area. In a corner, the first-order distance to the outline. Edges that are not antialiased
// are hard, and half open, so that abutting pieces share no pixel.

// Which edges are soft, 0 or 1 each: minX, minY, maxX, maxY. bits: 1, 2, 4, 8.
vec4 box_soft_edges(float bits) {
  return 2.0 * fract(0.5 * floor(bits * vec4(1.0, 0.5, 0.25, 0.125)));
}

// Coverage of a half plane whose edge lies `distance` pixels away, inside positive.
vec4 box_ramp(vec4 distance, vec4 antialiased) {
  vec4 hard = vec4(greaterThanEqual(distance, vec4(0.0))) * vec4(1.0, 1.0, 0.0, 0.0)
    + vec4(greaterThan(distance, vec4(0.0))) * vec4(0.0, 0.0, 1.0, 1.0);
  return mix(hard, clamp(distance + 0.5, 0.0, 1.0), antialiased);
}

// The same where no corner is rounded, and the plane lies before the eye.
float box_square_coverage(LayerSample here, vec4 box, vec4 antialiased) {
  vec2 pixelsPerPoint = inversesqrt(here.stepX * here.stepX + here.stepY * here.stepY);
  vec4 distance = vec4(here.point - box.xy, box.zw - here.point) * pixelsPerPoint.xyxy;
  vec4 ramp = box_ramp(distance, antialiased);
  vec2 edges = max(ramp.xy + ramp.zw - 1.0, 0.0);
  return edges.x * edges.y;
}

// box, radii: as ShapeGeometry. cornerCode: `CornerOutline.code`. antialiased: 1 for each soft edge: minX, minY, maxX, maxY.
float box_coverage(LayerSample here, vec4 box, vec4 radii, float cornerCode, vec4 antialiased) {
  float coverage = box_square_coverage(here, box, antialiased);

  vec2 fromCentre = here.point - (box.xy + box.zw) * 0.5;
  bvec2 beyond = greaterThan(fromCentre, vec2(0.0));
  float radius = beyond.y ? (beyond.x ? radii.z : radii.w) : (beyond.x ? radii.y : radii.x);
  vec2 corner = abs(fromCentre) - ((box.zw - box.xy) * 0.5 - radius * corner_reach(cornerCode));
  if (coverage > 0.0 && radius > 0.0 && min(corner.x, corner.y) > 0.0) {
    float larger = max(corner.x, corner.y);
    float u = min(corner.x, corner.y) / larger;
    vec2 outline = corner_outline(u, cornerCode);
    float slope = outline.y / outline.x;
    vec2 gradient = vec2(-(1.0 + u * slope), slope);  // along the larger and the smaller distance
    gradient = (corner.x >= corner.y ? gradient : gradient.yx) * mix(vec2(-1.0), vec2(1.0), beyond);
    vec2 perPixel = vec2(dot(here.stepX, gradient), dot(here.stepY, gradient));
    float inside = (radius * outline.x - larger) * inversesqrt(dot(perPixel, perPixel));
    vec2 soft = mix(antialiased.xy, antialiased.zw, beyond);
    float rounded = max(soft.x, soft.y) > 0.0 ? clamp(inside + 0.5, 0.0, 1.0) : float(inside >= 0.0);
    coverage = min(coverage, rounded);
  }
  return here.visible && coverage > 0.0 ? coverage : 0.0;
}
