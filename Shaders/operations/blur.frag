#version 310 es
// blur: one step of a blur: the taps of a Gaussian added along one axis; or the pass at half or at a quarter of its size.
// The weights are the Gaussian at whole pixels, divided by their sum, as on the CPU; see BlurFilter.
// Records: Blur.
precision highp float;
precision highp int;
precision highp sampler2D;

uniform sampler2D u_source;  // premultiplied; alpha in all components of a pass that keeps it alone

#include "lib/frame.glsl"
#include "lib/blur_texel.glsl"

layout(location = 0) out vec4 out_color;  // premultiplied

void main() {
#ifdef HALVE
  ivec2 texel = 2 * blur_pixel() - ivec2(v_source.xy);
  vec4 upper = blur_texel(texel) + blur_texel(texel + ivec2(1, 0));
  vec4 lower = blur_texel(texel + ivec2(0, 1)) + blur_texel(texel + ivec2(1, 1));
  out_color = 0.25 * (upper + lower);
#else
#ifdef QUARTER
  ivec2 texel = 4 * blur_pixel() - ivec2(v_source.xy);
  vec4 sum = vec4(0.0);
  for (int row = 0; row < 4; row++) {
    ivec2 left = texel + ivec2(0, row);
    sum += blur_texel(left) + blur_texel(left + ivec2(1, 0)) + blur_texel(left + ivec2(2, 0))
      + blur_texel(left + ivec2(3, 0));
  }
  out_color = sum / 16.0;
#else
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
#endif
#endif
}
