// composite_effect: the colour of an earlier pass through maps of colours, a mask, clips and an opacity.
// A compute shader defines composite_texel, composite_mask_texel and v_source before, since it reads several passes.

#ifdef COMPUTE
vec4 v_mask;
vec4 v_effect;
#else
flat in vec4 v_source;  // pixels: the source's origin x, y; opacity 0...1; innermost Clip or -1
flat in vec4 v_mask;    // pixels: the mask's origin x, y; whether there is one, 0 or 1; outline's Clip or -1
flat in vec4 v_effect;  // maps of colours: the first, their number; blend mode; unused
flat in vec4 v_origin;  // pixels: the origin of the copy of the backdrop, x, y; the rest unused

vec4 composite_texel(ivec2 pixel) { return texelFetch(u_source, pixel, 0); }

// The alpha of a pixel of the mask.
float composite_mask_texel(ivec2 pixel) { return texelFetch(u_mask, pixel, 0).a; }
#endif

#ifdef MAPS
#include "records/ColorMap"

// The result of a map for a straight colour, before it is clamped: the switch over the kinds of maps.
vec4 composite_color_mapped(ColorMap map, vec4 color) {
  return vec4(dot(map.red, color), dot(map.green, color), dot(map.blue, color), dot(map.alpha, color)) + map.bias;
}

// The result of a map for a premultiplied colour; a transparent colour stays transparent.
vec4 composite_mapped(vec4 color, int index) {
  vec4 straight = vec4(clamp(color.rgb / max(color.a, 1e-9), 0.0, 1.0), min(color.a, 1.0));
  vec4 result = clamp(composite_color_mapped(color_map_at(index), straight), 0.0, 1.0);
  return color.a > 0.0 ? vec4(result.rgb * result.a, result.a) : vec4(0.0);
}

// The mask's alpha.
float composite_mask(vec2 pixel) {
  if (v_mask.z <= 0.0) return 1.0;
  return min(composite_mask_texel(ivec2(pixel - v_mask.xy)), 1.0);
}

// share: the coverage of the clips. A sum of additive particles ends at 1.
vec4 composite_color(vec2 pixel, float share) {
  vec4 color = min(composite_texel(ivec2(pixel - v_source.xy)), vec4(1.0));
  int first = int(v_effect.x);
  int count = int(v_effect.y);
  for (int index = 0; index < count; index++) color = composite_mapped(color, first + COLOR_MAP_TEXELS * index);
  return color * (v_source.z * composite_mask(pixel) * share);
}

// The share of the pixel in which an operator clears the backdrop, beside the source's alpha.
float composite_outline(vec2 pixel) {
  return v_mask.w < 0.0 ? 0.0 : mask_coverage(pixel, v_mask.w) * composite_mask(pixel);
}
#endif
