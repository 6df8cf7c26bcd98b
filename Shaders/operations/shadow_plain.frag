#version 310 es
// shadow_plain: shadows without clips and wide corners, and the boxes between them, as box_plain draws them.
// llvmpipe runs both sides of every branch, so what a shader can do costs whether it is done or not.
// Host struct: Sources/LaminaGPU/Operations/BoxInstance.swift, BoxInstance.
precision highp float;
precision highp int;
precision highp sampler2D;
precision highp sampler2DArray;

uniform sampler2D u_shadows;     // what blurring takes from corners
uniform sampler2DArray u_atlas;  // pictures, premultiplied

#include "lib/frame.glsl"
#include "lib/box_inputs.glsl"
#include "lib/layer_sample.glsl"
#include "lib/corner_outline.glsl"
#include "lib/box_coverage.glsl"
#include "lib/picture_sample.glsl"
#include "lib/atlas_tiles.glsl"
#include "lib/picture_color.glsl"
#include "lib/shadow_coverage.glsl"

layout(location = 0) out vec4 out_color;  // premultiplied

void main() {
  vec2 pixel = gl_FragCoord.xy + u_frame.region.xy;
  vec4 soft = box_soft_edges(v_shape.w);
  LayerSample here = layer_sample(pixel, v_row0, v_row1, v_row2.xyz);
  PictureSample at = picture_sample(
    here, v_offsetAndStop0, v_stop1AndSlope0, v_slope1AndSlope2, v_limits, v_sampling, false);
  vec4 picture = picture_color(at.texel, v_picture) * v_tint;
  vec4 color = picture + v_fill * (1.0 - picture.a);
  vec4 distance = vec4(here.point - v_box.xy, v_box.zw - here.point) / v_offsetAndStop0.xyxy;
  float shadow = here.visible ? shadow_coverage(distance) : 0.0;
  float coverage = box_coverage(here, v_box, v_radii, v_shape.x, soft);
  out_color = frame_color(v_shape.y < 0.0 ? v_fill * shadow : color * (v_shape.z * coverage));
}
