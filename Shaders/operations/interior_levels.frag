#version 310 es
// interior_levels: an opaque interior on an affine plane that shows its picture between two small levels of detail.
// Both levels are the same for the whole box and lie in one piece each, so a pixel is two samples, mixed.
// Host struct: Sources/LaminaGPU/Operations/InteriorInstance.swift, InteriorInstance.
precision highp float;
precision highp int;
precision highp sampler2DArray;

uniform sampler2DArray u_atlas;  // pictures, premultiplied

#include "lib/frame.glsl"
#include "lib/atlas_tiles.glsl"
#include "lib/level_color.glsl"

flat in vec4 v_steps;       // texels of level 0 per pixel: right u, v, down u, v
flat in vec4 v_origin;      // texels of level 0: u, v at the origin; target space, pixels: origin x, y
flat in vec4 v_limits;      // texels of level 0: minimum u, v, maximum u, v
flat in vec4 v_fill;        // premultiplied, 0...1
flat in vec4 v_tint;        // multiplies the picture, premultiplied
flat in vec4 v_large;       // texels of level 0 to the larger level; texels: the last centre
flat in vec4 v_small;       // the same for the smaller level
flat in vec4 v_largeStart;  // texels, from the level to its layer; the layer; how much of the smaller level shows
flat in vec4 v_smallStart;  // texels, from the level to its layer; the layer; unused

layout(location = 0) out vec4 out_color;  // premultiplied

void main() {
  vec2 offset = gl_FragCoord.xy + u_frame.region.xy - v_origin.zw;
  vec2 texel = clamp(v_steps.xy * offset.x + v_steps.zw * offset.y + v_origin.xy, v_limits.xy, v_limits.zw);
  vec4 picture = mix(
    level_color(texel, v_large, v_largeStart.xyz), level_color(texel, v_small, v_smallStart.xyz), v_largeStart.w);
  picture *= v_tint;
  out_color = frame_color(picture + v_fill * (1.0 - picture.a));
}
