#version 310 es
// blur: one step of a blur: the taps of a Gaussian added along one axis; or the pass at half or at a quarter of its
// size.
// Records: Blur.
precision highp float;
precision highp int;
precision highp sampler2D;

uniform sampler2D u_source;  // premultiplied; alpha in all components of a pass that keeps it alone

#include "lib/frame.glsl"
#include "lib/blur_source.glsl"

vec4 blur_tap(ivec2 texel) { return blur_source(texel); }

#include "lib/blur_step.glsl"

layout(location = 0) out vec4 out_color;  // premultiplied

void main() {
  ivec2 pixel = ivec2(floor(gl_FragCoord.xy + u_frame.region.xy));  // of the canvas
#ifdef HALVE
  out_color = blur_halved(2 * pixel - ivec2(v_source.xy));
#else
#ifdef QUARTER
  out_color = blur_quartered(4 * pixel - ivec2(v_source.xy));
#else
  out_color = blur_gaussian(pixel - ivec2(v_source.xy));
#endif
#endif
}
