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

flat in vec4 v_source;  // pixels: the source's origin x, y; opacity 0...1; innermost clip, record or -1

layout(location = 0) out vec4 out_color;  // premultiplied

void main() {
  vec2 pixel = gl_FragCoord.xy + u_frame.region.xy;
  float share = v_source.z;
#ifdef CLIPS
  share *= clip_coverage(pixel, v_source.w);
#endif
  out_color = frame_color(texelFetch(u_source, ivec2(pixel - v_source.xy), 0) * share);
}
