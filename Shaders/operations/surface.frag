#version 310 es
// surface: an earlier pass on a plane, tinted: four of its pixels mixed, or the nearest.
// Records: Clip.
precision highp float;
precision highp int;
precision highp sampler2D;

uniform sampler2D u_source;   // premultiplied

#include "lib/frame.glsl"
#include "lib/layer_sample.glsl"
#ifdef CLIPS
#include "lib/corner_outline.glsl"
#include "lib/box_coverage.glsl"
#include "lib/clip_coverage.glsl"
#endif
#include "lib/surface_color.glsl"

layout(location = 0) out vec4 out_color;  // premultiplied

void main() {
  vec2 pixel = gl_FragCoord.xy + u_frame.region.xy;
  vec4 color = surface_color(pixel);
#ifdef CLIPS
  color *= clip_coverage(pixel, v_row2.w);
#endif
  out_color = frame_color(color);
}
