#version 310 es
// composite: the result of an earlier pass, pixel for pixel, at an opacity; also converts a canvas of floats to 8 bits.
// Records: Clip.
precision highp float;
precision highp int;
precision highp sampler2D;

uniform sampler2D u_source;   // premultiplied

#include "lib/frame.glsl"
#ifdef CLIPS
#include "lib/layer_sample.glsl"
#endif
#ifdef CLIPS
#include "lib/corner_outline.glsl"
#include "lib/box_coverage.glsl"
#include "lib/clip_coverage.glsl"
#endif
#include "lib/composite_plain.glsl"

layout(location = 0) out vec4 out_color;  // premultiplied

void main() {
  vec2 pixel = gl_FragCoord.xy + u_frame.region.xy;
  float share = 1.0;
#ifdef CLIPS
  share = clip_coverage(pixel, v_source.w);
#endif
  out_color = frame_color(composite_plain(pixel, share));
}
