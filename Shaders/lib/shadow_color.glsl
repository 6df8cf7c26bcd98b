// shadow_color: the colour of a shadow at a pixel, without its clips.

#ifdef WIDE
#include "lib/shadow_wide.glsl"
#endif

vec4 shadow_color(LayerSample here) {
  vec4 distance = vec4(here.point - v_box.xy, v_box.zw - here.point) / shadow_sigma().xyxy;
#ifdef WIDE
  float widest = shadow_widest();
  float sigma = shadow_corner_sigma();
  float wide = shadow_wide(here.point, v_box, v_radii, v_shape.x, sigma, widest * sigma);
  float coverage = widest >= 0.0 && wide >= 0.0 ? wide : shadow_coverage(distance);
#else
  float coverage = shadow_coverage(distance);
#endif
  return v_fill * (here.visible ? coverage : 0.0);
}
