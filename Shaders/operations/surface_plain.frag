#version 310 es
// surface_plain: surface without clips, the common case.
// Host struct: Sources/LaminaGPU/Operations/SurfaceInstance.swift, SurfaceInstance.
precision highp float;
precision highp int;
precision highp sampler2D;

uniform sampler2D u_source;  // premultiplied

#include "lib/frame.glsl"
#include "lib/layer_sample.glsl"
#include "lib/surface_color.glsl"

layout(location = 0) out vec4 out_color;  // premultiplied

void main() {
  vec2 pixel = gl_FragCoord.xy + u_frame.region.xy;
  out_color = frame_color(surface_color(pixel));
}
