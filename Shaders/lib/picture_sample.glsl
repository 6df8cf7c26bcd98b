// picture_sample: the texels of its picture that a layer point shows, and the level of detail.
// A nine-slice is one piecewise linear function per axis; a plain placement is the same with equal pieces. The
// level comes from the Jacobian, because drivers' own derivatives are up to 1/17 of a level off. In perspective a
// pixel's footprint is an ellipse: the level goes by its shorter axis, and taps lie along the longer one.
// Twin: Sources/Engine/LaminaCPU/Pixels/Sampling+Anisotropic.swift.
// Host struct: Sources/Engine/LaminaPlan/Operations/BoxOperation.swift, ImagePlacement.

struct PictureSample {
  vec2 texel;   // texels of level 0, from the picture's top left corner
  float level;  // of detail, 0 unless trilinear
  float reach;  // taps on either side, the last in part: 0...PICTURE_TAPS
  vec2 stride;  // texels of level 0 from tap to tap
};

const float PICTURE_TAPS = 3.0;

const float FILTER_NEAREST = -2.0;
const float FILTER_LINEAR = -1.0;  // and from 0 on, trilinear: the first Level

// Fills in level, reach and stride; a reach below 0 says that the picture is magnified.
// right, down: steps of a pixel in texels, relative to the longest of both; longest: texels.
PictureSample picture_taps(PictureSample at, vec2 right, vec2 down, float longest) {
  float uu = right.x * right.x + down.x * down.x;
  float vv = right.y * right.y + down.y * down.y;
  float uv = right.x * right.y + down.x * down.y;
  float difference = (uu - vv) * 0.5;
  float root = sqrt(difference * difference + uv * uv);
  float major = max(sqrt((uu + vv) * 0.5 + root), 1e-15);
  float minor = abs(right.x * down.y - down.x * right.y) / major;
  float longer = major * longest;
  float step = max(max(minor * longest, longer / (2.0 * PICTURE_TAPS + 1.0)), 1.0);
  // Of the two forms of the eigenvector, the one that does not cancel.
  vec2 along = difference >= 0.0 ? vec2(difference + root, uv) : vec2(uv, root - difference);
  at.stride = along * (step / max(length(along), 1e-15));
  at.level = log2(step);
  at.reach = longer * longer <= 1.0002 ? -1.0 : clamp((longer / step - 1.0) * 0.5, 0.0, PICTURE_TAPS);
  return at;
}

// sampling: magnification filter; minification filter; bias, levels; last level. limits: texels.
PictureSample picture_sample(
  LayerSample here, vec4 offsetAndStop0, vec4 stop1AndSlope0, vec4 slope1AndSlope2, vec4 limits, vec4 sampling,
  bool inPerspective
) {
  vec2 stop0 = offsetAndStop0.zw;
  vec2 stop1 = stop1AndSlope0.xy;
  vec2 texel = stop1AndSlope0.zw * min(here.point, stop0) + slope1AndSlope2.xy * clamp(here.point, stop0, stop1)
    + slope1AndSlope2.zw * max(here.point, stop1) + offsetAndStop0.xy;
  vec2 slope = mix(slope1AndSlope2.xy, slope1AndSlope2.zw, greaterThan(here.point, stop1));
  slope = mix(slope, stop1AndSlope0.zw, lessThan(here.point, stop0));
  vec2 right = slope * here.stepX;
  vec2 down = slope * here.stepY;
  float texelsPerPixelSquared = max(dot(right, right), dot(down, down));

  float chosen = texelsPerPixelSquared <= 1.0002 ? sampling.x : sampling.y;
  float level = 0.5 * log2(texelsPerPixelSquared);
  texel = clamp(texel, limits.xy, limits.zw);
  PictureSample at = PictureSample(texel, level, 0.0, vec2(0.0));
  if (inPerspective && sampling.y >= 0.0) {
    float longest = sqrt(clamp(texelsPerPixelSquared, 1e-30, 1e30));
    at = picture_taps(at, right / longest, down / longest, longest);
    chosen = at.reach < 0.0 ? sampling.x : sampling.y;
    at.reach = max(at.reach, 0.0);
  }
  at.level = chosen >= 0.0 ? clamp(at.level + sampling.z, 0.0, sampling.w) : 0.0;
  if (chosen == FILTER_NEAREST) at.texel = floor(texel) + 0.5;
  return at;
}
