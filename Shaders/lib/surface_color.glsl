// surface_color: the colour of a surface at a pixel, tinted: four pixels of the pass mixed, or the nearest.
// A compute shader defines surface_texel before, since it reads several passes. Four texels are read and mixed here: a
// sampler takes a place as a share of the texture's size, which depends on the frames before and rounds the place.
// From half a pixel beyond the centres at its edge on, coverage is zero: edge pixels mix with transparent ones.

#ifdef COMPUTE
vec4 v_surface;
#else
flat in vec4 v_row0;   // pixels of the pass per pixel right; w: origin x, target pixels
flat in vec4 v_row1;   // pixels of the pass per pixel down; w: origin y, target pixels
flat in vec4 v_row2;   // pixel of the pass at the origin, homogeneous; w: innermost Clip or -1
flat in vec4 v_tint;   // premultiplied, 0...1
flat in vec4 v_surface;  // pixels: width, height; 1 where the nearest pixel shows; 1 where alpha alone counts

vec4 surface_texel(ivec2 pixel) { return texelFetch(u_source, pixel, 0); }
#endif

// texel: a place in the pass, pixels, from the centre of its first pixel to that of its last.
vec4 surface_mixed(vec2 texel) {
  vec2 share = fract(texel - 0.5);
  ivec2 low = ivec2(texel - 0.5);
  ivec2 high = min(low + 1, ivec2(v_surface.xy) - 1);
  vec4 above = mix(surface_texel(low), surface_texel(ivec2(high.x, low.y)), share.x);
  vec4 below = mix(surface_texel(ivec2(low.x, high.y)), surface_texel(high), share.x);
  return mix(above, below, share.y);
}

vec4 surface_color(vec2 pixel) {
  LayerSample here = layer_sample(pixel, v_row0, v_row1, v_row2.xyz);
  bool isNearest = v_surface.z > 0.0;
  vec2 texel = isNearest ? floor(here.point) + 0.5 : here.point;
  vec2 soft = clamp(texel + 0.5, 0.0, 1.0) * clamp(v_surface.xy + 0.5 - texel, 0.0, 1.0);
  vec2 hard = vec2(greaterThan(texel, vec2(0.0))) * vec2(lessThan(texel, v_surface.xy));
  vec2 edge = isNearest ? hard : soft;
  // The pass may be a part of its texture, whose other texels are no pixels of the pass.
  vec4 color = surface_mixed(clamp(texel, vec2(0.5), v_surface.xy - 0.5));
  color = v_tint * (v_surface.w > 0.0 ? color.aaaa : color);
  float coverage = here.visible ? edge.x * edge.y : 0.0;
  return color * coverage;
}
