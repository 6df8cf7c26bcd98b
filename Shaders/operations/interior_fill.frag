#version 310 es
// interior_fill: an opaque interior without a picture: one colour.
// Host struct: Sources/LaminaGPU/Operations/InteriorInstance.swift, InteriorInstance.
precision highp float;

#include "lib/frame.glsl"

flat in vec4 v_fill;  // premultiplied, 0...1

layout(location = 0) out vec4 out_color;  // premultiplied

void main() {
  out_color = frame_color(v_fill);
}
