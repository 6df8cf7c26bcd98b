// box_paint: the colour inside a box's outline: its picture or gradient, tinted, over its fill.

#ifdef PICTURE
#include "lib/picture_sample.glsl"
#include "lib/atlas_tiles.glsl"
#include "lib/picture_color.glsl"
#endif
#ifdef LEVELS
#include "lib/picture_levels.glsl"
#endif
#ifdef GRADIENT
#include "lib/gradient_color.glsl"
#endif

#ifdef PICTURE
vec4 box_picture(LayerSample here) {
#ifdef LEVELS
  bool inPerspective = v_row0.z != 0.0 || v_row1.z != 0.0;
#else
  const bool inPerspective = false;
#endif
  PictureSample at = picture_sample(
    here, v_offsetAndStop0, v_stop1AndSlope0, v_slope1AndSlope2, v_limits, v_sampling, inPerspective);
#ifdef LEVELS
  return picture_levels(at, v_sampling.y, v_picture, v_limits);
#else
  return picture_color(at.texel, v_picture);
#endif
}
#endif

#ifdef GRADIENT
vec4 box_gradient(LayerSample here) {
  return gradient_color(here.point, v_offsetAndStop0, v_stop1AndSlope0, ivec2(v_slope1AndSlope2.xy));
}
#endif

vec4 box_paint(LayerSample here) {
  vec4 paint;
#ifdef COMPUTE
  // All pixels of a group have the same box, so the branch costs nothing.
  if (v_picture.y == PICTURE_NONE) return v_fill;
#endif
#ifdef GRADIENT
#ifdef PICTURE
  if (v_picture.y == PICTURE_GRADIENT) {
    paint = box_gradient(here);
  } else {
    paint = box_picture(here);
  }
#else
  paint = box_gradient(here);
#endif
#else
#ifdef PICTURE
  paint = box_picture(here);
#else
  paint = vec4(0.0);
#endif
#endif
  paint *= v_tint;
  return paint + v_fill * (1.0 - paint.a);
}
