// composite_plain: the colour of an earlier pass, pixel for pixel, at an opacity.
// A compute shader defines composite_texel before, since it reads several passes.

#ifdef COMPUTE
vec4 v_source;
#else
flat in vec4 v_source;  // pixels: the source's origin x, y; opacity 0...1; innermost Clip or -1

vec4 composite_texel(ivec2 pixel) { return texelFetch(u_source, pixel, 0); }
#endif

// share: the coverage of the clips. A sum of additive particles ends at 1.
vec4 composite_plain(vec2 pixel, float share) {
  return min(composite_texel(ivec2(pixel - v_source.xy)), vec4(1.0)) * (v_source.z * share);
}
