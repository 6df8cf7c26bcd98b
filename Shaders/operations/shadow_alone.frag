#version 310 es
// shadow_alone: shadows without clips and wide corners, and nothing else.
// Host struct: Sources/LaminaGPU/Operations/BoxInstance.swift, BoxInstance.
precision highp float;
precision highp int;
precision highp sampler2D;

uniform sampler2D u_shadows;  // what blurring takes from corners

#include "lib/frame.glsl"
#include "lib/box_inputs.glsl"
#include "lib/layer_sample.glsl"
#include "lib/shadow_coverage.glsl"

layout(location = 0) out vec4 out_color;  // premultiplied

void main() {
  vec2 pixel = gl_FragCoord.xy + u_frame.region.xy;
  LayerSample here = layer_sample(pixel, v_row0, v_row1, v_row2.xyz);
  vec4 distance = vec4(here.point - v_box.xy, v_box.zw - here.point) / v_offsetAndStop0.xyxy;
  out_color = frame_color(v_fill * (here.visible ? shadow_coverage(distance) : 0.0));
}
