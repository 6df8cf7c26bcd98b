// picture_levels: the premultiplied colour of a picture between two levels of detail, both linear.
// The levels were made once on the CPU and lie in the atlas like pictures; the record table holds their places.

#include "lib/record.glsl"
#include "records/Level"

// first: the Level 0. picture: as in picture_color, of level 0. limits: texels of level 0.
vec4 picture_levels(PictureSample at, float first, vec4 picture, vec4 limits) {
  float larger = floor(at.level);
  float mixed = at.level - larger;
  float taps = ceil(at.reach);
  float tap = -taps;
  vec4 color = vec4(0.0);
  bool isSecond = false;
  // One loop over taps and levels, so that the shader reads the atlas in one place.
  do {
    float level = isSecond ? larger + 1.0 : larger;
    // The last tap on either side has a partial weight.
    float share = (isSecond ? mixed : 1.0 - mixed) * clamp(at.reach + 1.0 - abs(tap), 0.0, 1.0);
    Level sampled = level_at(int(max(first, 0.0)) + LEVEL_TEXELS * int(level));
    vec2 texel = tap == 0.0 ? at.texel : clamp(at.texel + tap * at.stride, limits.xy, limits.zw);
    vec2 small = clamp(texel * sampled.scale, vec2(0.5), sampled.lastCentre);
    bool isLevel0 = level == 0.0;
    color += picture_color(isLevel0 ? texel : small, isLevel0 ? picture : sampled.place) * share;
    isSecond = !isSecond && mixed > 0.0;
    tap += isSecond ? 0.0 : 1.0;
  } while (tap <= taps);
  return color / (1.0 + 2.0 * at.reach);
}
