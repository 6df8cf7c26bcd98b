// picture_levels: the premultiplied colour of a picture between two levels of detail, both linear.
// The levels were made once on the CPU and lie in the atlas like pictures of their own; a table says where.
// Host struct: Sources/LaminaGPU/Frame/RecordTable.swift, two records a level.

// first: the first record of level 0. picture: as in picture_color, of level 0.
vec4 picture_levels(PictureSample at, float first, vec4 picture) {
  float level = floor(at.level);
  float share = 1.0 - (at.level - level);
  vec4 color = vec4(0.0);
  bool isSecond = false;
  do {
    int index = int(max(first, 0.0) + 2.0 * level);
    vec4 place = record(index);
    vec4 scaleAndLimit = record(index + 1);  // size over that of level 0; texels: the last centre
    vec2 texel = clamp(at.texel * scaleAndLimit.xy, vec2(0.5), scaleAndLimit.zw);
    bool isLevel0 = level == 0.0;
    color += picture_color(isLevel0 ? at.texel : texel, isLevel0 ? picture : place) * share;
    share = 1.0 - share;
    level += 1.0;
    isSecond = !isSecond;
  } while (isSecond && share > 0.0);
  return color;
}
