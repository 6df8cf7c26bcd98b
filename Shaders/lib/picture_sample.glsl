// picture_sample: which texel of its picture a layer point shows, and at which level of detail.
// A nine-slice is one piecewise linear function per axis; a plain placement is the same with equal pieces. The
// level comes from the Jacobian, because drivers' own derivatives are up to 1/17 of a level off.
// Host struct: Sources/LaminaPlan/Operations/BoxOperation.swift, ImagePlacement.

struct PictureSample {
  vec2 texel;   // texels of level 0, from the picture's top left corner
  float level;  // of detail, 0 unless trilinear
};

const float FILTER_NEAREST = -2.0;
const float FILTER_LINEAR = -1.0;  // and from 0 on, trilinear: the first record of level 0

// sampling: magnification filter; minification filter; bias, levels; last level. limits: texels.
PictureSample picture_sample(
  LayerSample here, vec4 offsetAndStop0, vec4 stop1AndSlope0, vec4 slope1AndSlope2, vec4 limits, vec4 sampling
) {
  vec2 stop0 = offsetAndStop0.zw;
  vec2 stop1 = stop1AndSlope0.xy;
  vec2 texel = offsetAndStop0.xy + stop1AndSlope0.zw * min(here.point, stop0)
    + slope1AndSlope2.xy * clamp(here.point, stop0, stop1) + slope1AndSlope2.zw * max(here.point, stop1);
  vec2 slope = mix(slope1AndSlope2.xy, slope1AndSlope2.zw, greaterThan(here.point, stop1));
  slope = mix(slope, stop1AndSlope0.zw, lessThan(here.point, stop0));
  vec2 right = slope * here.stepX;
  vec2 down = slope * here.stepY;
  float texelsPerPixelSquared = max(dot(right, right), dot(down, down));

  bool isMagnified = texelsPerPixelSquared <= 1.0002;
  float chosen = isMagnified ? sampling.x : sampling.y;
  float level = clamp(0.5 * log2(texelsPerPixelSquared) + sampling.z, 0.0, sampling.w);
  texel = clamp(texel, limits.xy, limits.zw);
  return PictureSample(
    chosen == FILTER_NEAREST ? floor(texel) + 0.5 : texel, !isMagnified && chosen >= 0.0 ? level : 0.0);
}
