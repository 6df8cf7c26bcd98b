#version 310 es
// composite_plain: composite without clips; also what turns a 16-bit canvas into 8 bits, without blending.
// Host struct: Sources/LaminaGPU/Operations/CompositeInstance.swift, CompositeInstance.
precision highp float;
precision highp int;
precision highp sampler2D;

uniform sampler2D u_source;  // premultiplied

#include "lib/frame.glsl"

flat in vec4 v_source;  // pixels: the source's origin x, y; opacity 0...1; unused

layout(location = 0) out vec4 out_color;  // premultiplied

void main() {
  vec2 pixel = gl_FragCoord.xy + u_frame.region.xy;
  out_color = frame_color(texelFetch(u_source, ivec2(pixel - v_source.xy), 0) * v_source.z);
}
