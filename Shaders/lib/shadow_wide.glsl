// shadow_wide: the blur of rounded rectangles with corners too wide for tables.

// By the distance to the outline, corrected for its curvature; below 0 if the nearest corner is no wider than
// `narrow`, and drawn by its table. point, box, radii, sigma, narrow: points.
float shadow_wide(vec2 point, vec4 box, vec4 radii, float cornerCode, float sigma, float narrow) {
  vec4 edges = vec4(point - box.xy, box.zw - point);
  float inside = min(min(edges.x, edges.y), min(edges.z, edges.w));
  vec2 fromCenter = point - 0.5 * (box.xy + box.zw);
  vec2 pair = fromCenter.x > 0.0 ? radii.yz : radii.xw;
  float radius = fromCenter.y > 0.0 ? pair.y : pair.x;
  float reach = radius * corner_reach(cornerCode);
  vec2 corner = abs(fromCenter) - 0.5 * (box.zw - box.xy) + reach;
  float largest = max(corner.x, corner.y);
  float slope = min(corner.x, corner.y) / max(largest, 1e-9);
  vec2 outline = corner_outline(max(slope, 0.0), cornerCode);
  float turn = outline.y / outline.x;
  float normal = length(vec2(1.0 + slope * turn, turn));
  bool isCorner = radius > 0.0 && corner.x > 0.0 && corner.y > 0.0;
  float bend = 0.5 * sigma * sigma / max(radius, 1e-9);
  inside = isCorner ? (radius * outline.x - largest) / normal - bend : inside;
  return radius > narrow ? shadow_integral(vec4(inside / sigma)).x : -1.0;
}
