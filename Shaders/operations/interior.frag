#version 310 es
// interior: an opaque interior on an affine plane, of one colour or with a plainly placed PICTURE.
// The placement is one affine map from pixels to texels, and filter and LEVELS are the same for the whole box: both are
// computed on the CPU.
// Records: Interior, Fill, Level.
precision highp float;
precision highp int;
precision highp sampler2D;
precision highp sampler2DArray;

uniform sampler2DArray u_atlas;  // pictures, premultiplied

#include "lib/frame.glsl"
#include "lib/atlas_tiles.glsl"
#ifdef LEVELS
#include "lib/level_color.glsl"
#endif
#ifdef PICTURE
#include "lib/picture_color.glsl"
#endif

flat in vec4 v_steps;     // texels of level 0 per pixel: right u, v, down u, v
flat in vec4 v_origin;    // texels of level 0: u, v at the origin; target space, pixels: origin x, y
flat in vec4 v_limits;    // texels of level 0: minimum u, v, maximum u, v
flat in vec4 v_fill;      // premultiplied, 0...1
flat in vec4 v_sampling;  // nearest, 0 or 1; unused
flat in vec4 v_tint;      // multiplies the picture, premultiplied
flat in vec4 v_picture;   // tiles in a row; first tile or -1; texels: x, y in it; see picture_color
#ifdef LEVELS
flat in vec4 v_large;       // texels of level 0 to the larger level; texels: the last centre
flat in vec4 v_small;       // the same for the smaller level
flat in vec4 v_largeStart;  // texels, from the level to its layer; the layer; how much of the smaller level shows
flat in vec4 v_smallStart;  // texels, from the level to its layer; the layer; unused
#endif

layout(location = 0) out vec4 out_color;  // premultiplied

#ifdef PICTURE
vec4 interior_picture() {
  vec2 offset = gl_FragCoord.xy + u_frame.region.xy - v_origin.zw;
  vec2 texel = clamp(v_steps.xy * offset.x + v_steps.zw * offset.y + v_origin.xy, v_limits.xy, v_limits.zw);
#ifdef LEVELS
  return mix(
    level_color(texel, v_large, v_largeStart.xyz), level_color(texel, v_small, v_smallStart.xyz), v_largeStart.w);
#else
  texel = v_sampling.x > 0.0 ? floor(texel) + 0.5 : texel;
  return picture_color(texel, v_picture);
#endif
}
#endif

void main() {
#ifdef PICTURE
  vec4 picture = interior_picture() * v_tint;
  out_color = frame_color(picture + v_fill * (1.0 - picture.a));
#else
  out_color = frame_color(v_fill);
#endif
}
