#version 310 es
// interior_piece: interior_picture for pictures that lie in the atlas in one piece: where is the same for all pixels.
// Host struct: Sources/LaminaGPU/Operations/InteriorInstance.swift, InteriorInstance.
precision highp float;
precision highp int;
precision highp sampler2DArray;

uniform sampler2DArray u_atlas;  // pictures, premultiplied

#include "lib/frame.glsl"
#include "lib/atlas_tiles.glsl"

flat in vec4 v_steps;     // texels per pixel: right u, v, down u, v
flat in vec4 v_origin;    // texels: u, v at the origin; target space, pixels: origin x, y
flat in vec4 v_limits;    // texels: minimum u, v, maximum u, v
flat in vec4 v_fill;      // premultiplied, 0...1
flat in vec4 v_sampling;  // nearest, 0 or 1; unused
flat in vec4 v_tint;      // multiplies the picture, premultiplied
flat in vec4 v_start;     // texels, from the picture to its layer; the layer; unused

layout(location = 0) out vec4 out_color;  // premultiplied

void main() {
  vec2 offset = gl_FragCoord.xy + u_frame.region.xy - v_origin.zw;
  vec2 texel = clamp(v_steps.xy * offset.x + v_steps.zw * offset.y + v_origin.xy, v_limits.xy, v_limits.zw);
  texel = atlas_place(v_sampling.x > 0.0 ? floor(texel) + 0.5 : texel) + v_start.xy;
  vec4 picture = textureLod(u_atlas, vec3(texel / ATLAS_SIDE, v_start.z), 0.0) * v_tint;
  out_color = frame_color(picture + v_fill * (1.0 - picture.a));
}
