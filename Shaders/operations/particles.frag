#version 310 es
// particles: one particle, a parallelogram that shows a part of a picture in a colour.
// Records: Clip.
precision highp float;
precision highp int;
precision highp sampler2D;
precision highp sampler2DArray;

uniform sampler2DArray u_atlas;  // pictures, premultiplied

#include "lib/frame.glsl"
#ifdef CLIPS
#include "lib/layer_sample.glsl"
#endif
#ifdef CLIPS
#include "lib/corner_outline.glsl"
#include "lib/box_coverage.glsl"
#include "lib/clip_coverage.glsl"
#endif
#include "lib/atlas_tiles.glsl"
#include "lib/picture_color.glsl"
#include "lib/particle_color.glsl"

layout(location = 0) out vec4 out_color;  // premultiplied

void main() {
  vec2 pixel = gl_FragCoord.xy + u_frame.region.xy;
  vec4 color = particle_color(pixel);
#ifdef CLIPS
  color *= clip_coverage(pixel, v_common.x);
#endif
  out_color = frame_color(color);
}
