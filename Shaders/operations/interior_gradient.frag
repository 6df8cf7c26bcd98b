#version 310 es
// interior_gradient: an opaque interior with a gradient.
// Coverage is known to be 1, so only the colour is worked out.
// Host struct: Sources/LaminaGPU/Operations/BoxInstance.swift, BoxInstance.
precision highp float;
precision highp int;
precision highp sampler2D;

uniform sampler2D u_records;  // gradients

#include "lib/frame.glsl"
#include "lib/box_inputs.glsl"
#include "lib/layer_sample.glsl"
#include "lib/record.glsl"
#include "lib/gradient_color.glsl"

layout(location = 0) out vec4 out_color;  // premultiplied

void main() {
  vec2 pixel = gl_FragCoord.xy + u_frame.region.xy;
  LayerSample here = layer_sample(pixel, v_row0, v_row1, v_row2.xyz);
  vec4 gradient = gradient_color(here.point, v_offsetAndStop0, v_stop1AndSlope0, v_slope1AndSlope2.xy) * v_tint;
  out_color = frame_color(gradient + v_fill * (1.0 - gradient.a));
}
