#version 310 es
// shadow: shadows of rounded boxes, and the boxes between them.
// A shadow and the box that casts it alternate down a whole tree; one program for both makes it one draw call.
// Records: Clip, Level.
precision highp float;
precision highp int;
precision highp sampler2D;
precision highp sampler2DArray;

uniform sampler2D u_shadows;     // amounts that blurring removes at corners
uniform sampler2DArray u_atlas;  // pictures, premultiplied

#include "lib/frame.glsl"
#include "lib/box_inputs.glsl"
#include "lib/layer_sample.glsl"
#include "lib/shadow_inputs.glsl"
#include "lib/shadow_coverage.glsl"
#include "lib/box_paint.glsl"
#include "lib/corner_outline.glsl"
#include "lib/box_coverage.glsl"
#include "lib/box_color.glsl"
#include "lib/shadow_color.glsl"

layout(location = 0) out vec4 out_color;  // premultiplied

void main() {
  vec2 pixel = gl_FragCoord.xy + u_frame.region.xy;
  LayerSample here = layer_sample(pixel, v_row0, v_row1, v_row2.xyz);
  vec4 shadow = shadow_color(here);
  float share = box_share(pixel);
  vec4 box = box_color(here, box_paint(here), share);
  out_color = frame_color(shadow_is_one() ? shadow * share : box);
}
