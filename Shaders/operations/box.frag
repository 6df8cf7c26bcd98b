#version 310 es
// box: one rounded box with everything it may have: fill, picture at any level, border, clips.
// Coverage is analytic, from the Jacobian of the pixel's inverse homography; the picture's level of detail comes
// from the same Jacobian; colours are premultiplied throughout.
// Host struct: Sources/LaminaGPU/Operations/BoxInstance.swift, BoxInstance.
precision highp float;
precision highp int;
precision highp sampler2D;
precision highp sampler2DArray;

uniform sampler2D u_records;     // clips and levels
uniform sampler2DArray u_atlas;  // pictures, premultiplied

#include "lib/frame.glsl"
#include "lib/box_inputs.glsl"
#include "lib/layer_sample.glsl"
#include "lib/corner_outline.glsl"
#include "lib/box_coverage.glsl"
#include "lib/record.glsl"
#include "lib/clip_coverage.glsl"
#include "lib/picture_sample.glsl"
#include "lib/atlas_tiles.glsl"
#include "lib/picture_color.glsl"
#include "lib/picture_levels.glsl"

layout(location = 0) out vec4 out_color;  // premultiplied

void main() {
  vec2 pixel = gl_FragCoord.xy + u_frame.region.xy;
  vec4 soft = box_soft_edges(v_shape.w);
  LayerSample here = layer_sample(pixel, v_row0, v_row1, v_row2.xyz);
  PictureSample at = picture_sample(
    here, v_offsetAndStop0, v_stop1AndSlope0, v_slope1AndSlope2, v_limits, v_sampling,
    v_row0.z != 0.0 || v_row1.z != 0.0);
  vec4 picture = picture_levels(at, v_sampling.y, v_picture, v_limits) * v_tint;
  vec4 color = picture + v_fill * (1.0 - picture.a);

  float outer = box_coverage(here, v_box, v_radii, v_shape.x, soft);
  float width = v_shape.y;
  float inner = box_coverage(
    here, v_box + vec4(width, width, -width, -width), max(v_radii - width, 0.0), v_shape.x, soft);
  float rim = width > 0.0 ? outer - inner : 0.0;
  vec4 result = color * outer + (v_border - color * v_border.a) * rim;
  out_color = frame_color(result * (v_shape.z * clip_coverage(pixel, v_row2.w)));
}
