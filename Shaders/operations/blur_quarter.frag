#version 310 es
// blur_quarter: an earlier pass at a quarter of the size, the mean of sixteen pixels.
// Host struct: Sources/LaminaGPU/Operations/BlurInstance.swift, BlurInstance.
precision highp float;
precision highp int;
precision highp sampler2D;

uniform sampler2D u_source;  // premultiplied; alpha in all components of a pass that keeps it alone

#include "lib/frame.glsl"
#include "lib/blur_texel.glsl"

layout(location = 0) out vec4 out_color;  // premultiplied

void main() {
  ivec2 texel = 4 * blur_pixel() - ivec2(v_source.xy);
  vec4 sum = vec4(0.0);
  for (int row = 0; row < 4; row++) {
    ivec2 left = texel + ivec2(0, row);
    sum += blur_texel(left) + blur_texel(left + ivec2(1, 0)) + blur_texel(left + ivec2(2, 0))
      + blur_texel(left + ivec2(3, 0));
  }
  out_color = sum / 16.0;
}
