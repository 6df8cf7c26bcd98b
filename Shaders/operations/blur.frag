#version 310 es
// blur: an earlier pass with the taps of a Gaussian added along one axis; halving has shaders of its own.
// The weights are the Gaussian at whole pixels, divided by their sum, as on the CPU; see BlurFilter.
// Host struct: Sources/LaminaGPU/Operations/BlurInstance.swift, BlurInstance.
precision highp float;
precision highp int;
precision highp sampler2D;

uniform sampler2D u_source;  // premultiplied; alpha in all components of a pass that keeps it alone

#include "lib/frame.glsl"
#include "lib/blur_texel.glsl"

layout(location = 0) out vec4 out_color;  // premultiplied

void main() {
  ivec2 texel = blur_pixel() - ivec2(v_source.xy);
  ivec2 along = v_blur.x == 1.0 ? ivec2(1, 0) : ivec2(0, 1);
  int taps = int(v_blur.z);
  // exp(f t^2) grows by exp(f (2t - 1)) from one tap to the next, and that by exp(2f).
  float growth = exp(-0.5 / max(v_blur.y * v_blur.y, 1e-6));
  float change = growth * growth;
  float weight = 1.0;
  vec4 sum = blur_texel(texel);
  float total = 1.0;
  for (int tap = 1; tap <= taps; tap++) {
    weight *= growth;
    growth *= change;
    sum += weight * (blur_texel(texel - tap * along) + blur_texel(texel + tap * along));
    total += 2.0 * weight;
  }
  out_color = sum / total;
}
