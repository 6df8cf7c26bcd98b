// shadow_coverage: the Gaussian blur of a rounded rectangle at a point of its plane.
// The blurred rectangle is a product of two integrals; the amount that blurring removes at each rounded corner is in
// a table. Corners too wide for tables go by the distance to the outline, corrected for its curvature.
// Twin: Sources/Engine/LaminaCPU/Operations/CPURenderer+Shadow.swift. Host: Sources/Engine/LaminaPlan/Operations/ShadowCornerTable.swift.

const float SHADOW_TABLE_START = -3.2;      // standard deviations, the place of the first value
const float SHADOW_TABLE_RESOLUTION = 6.0;  // values of a standard deviation

// The integral of the Gaussian up to x, within 6e-5: an odd polynomial up to 3.72, constant beyond.
vec4 shadow_integral(vec4 x) {
  vec4 z = clamp(x, -3.72, 3.72);
  vec4 square = z * z;
  vec4 sum = square * 0.0000000406743 - 0.0000024401238;
  sum = sum * square + 0.000063350024;
  sum = sum * square - 0.00095163577;
  sum = sum * square + 0.0093891;
  sum = sum * square - 0.06582956;
  sum = sum * square + 0.39872298;
  return sum * z + 0.5;
}

// The amount that blurring removes at a corner. place: from the corner into the box, standard deviations.
// table: its first texel x, y; values along a side.
float shadow_corner(vec2 place, vec3 table) {
  vec2 texel = (place - SHADOW_TABLE_START) * SHADOW_TABLE_RESOLUTION;
  bool isInside = all(greaterThanEqual(texel, vec2(0.0))) && all(lessThan(texel, vec2(table.z - 1.0)));
  // Rounded to 1/4096, so that the table's origin is added without rounding and has no visible effect; see atlas_place.
  texel = floor(clamp(texel, 0.0, table.z - 1.0) * 4096.0 + 0.5) * (1.0 / 4096.0);
  float value = textureLod(u_shadows, (texel + table.xy + 0.5) / float(textureSize(u_shadows, 0).x), 0.0).r;
  return isInside ? value : 0.0;
}

// Equal corners need one lookup: of the nearest corner.
// distance: to minX, minY, maxX, maxY, standard deviations, inside positive.
float shadow_coverage(vec4 distance) {
  vec4 share = shadow_integral(distance);
  vec2 sides = max(share.xy + share.zw - 1.0, 0.0);
  float coverage = sides.x * sides.y;
  float lookups = shadow_lookups();
  float corner = 0.0;
  // One iteration if the corners are equal, else four.
  do {
    bool isRight = corner == 1.0 || corner == 2.0;
    vec2 place = vec2(isRight ? distance.z : distance.x, corner >= 2.0 ? distance.w : distance.y);
    place = lookups == 1.0 ? min(distance.xy, distance.zw) : place;
    coverage -= shadow_corner(place, shadow_table(isRight, corner >= 2.0));
    corner += 1.0;
  } while (corner < lookups);
  return max(coverage, 0.0);
}
