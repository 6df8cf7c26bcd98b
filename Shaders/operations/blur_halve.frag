#version 310 es
// blur_halve: an earlier pass at half the size, the mean of four pixels.
// Host struct: Sources/LaminaGPU/Operations/BlurInstance.swift, BlurInstance.
precision highp float;
precision highp int;
precision highp sampler2D;

uniform sampler2D u_source;  // premultiplied; alpha in all components of a pass that keeps it alone

#include "lib/frame.glsl"
#include "lib/blur_texel.glsl"

layout(location = 0) out vec4 out_color;  // premultiplied

void main() {
  ivec2 texel = 2 * blur_pixel() - ivec2(v_source.xy);
  vec4 upper = blur_texel(texel) + blur_texel(texel + ivec2(1, 0));
  vec4 lower = blur_texel(texel + ivec2(0, 1)) + blur_texel(texel + ivec2(1, 1));
  out_color = 0.25 * (upper + lower);
}
