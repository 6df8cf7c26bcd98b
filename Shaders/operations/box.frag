#version 310 es
// box: one rounded box: fill, picture or gradient, border, clips; or, without EDGES, its opaque interior.
// Coverage is analytic, from the Jacobian of the pixel's inverse homography; the picture's level of detail comes
// from the same Jacobian; colours are premultiplied throughout.
// Records: Clip, Level, Gradient.
precision highp float;
precision highp int;
precision highp sampler2D;
precision highp sampler2DArray;

uniform sampler2DArray u_atlas;  // pictures, premultiplied

#include "lib/frame.glsl"
#include "lib/box_inputs.glsl"
#include "lib/layer_sample.glsl"
#include "lib/box_paint.glsl"
#ifdef EDGES
#include "lib/corner_outline.glsl"
#include "lib/box_coverage.glsl"
#include "lib/box_color.glsl"
#endif

layout(location = 0) out vec4 out_color;  // premultiplied

void main() {
  vec2 pixel = gl_FragCoord.xy + u_frame.region.xy;
  LayerSample here = layer_sample(pixel, v_row0, v_row1, v_row2.xyz);
#ifdef EDGES
  out_color = frame_color(box_color(here, box_paint(here), box_share(pixel)));
#else
  // Coverage is known to be 1, so only the colour is computed; drawn front to back with depth writes, so that no
  // hidden pixel is ever shaded.
  out_color = frame_color(box_paint(here));
#endif
}
