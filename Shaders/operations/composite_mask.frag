#version 310 es
// composite_mask: the result of an earlier pass through a mask, at an opacity, and nothing else of composite_effect.
// Host struct: Sources/LaminaGPU/Operations/CompositeEffectInstance.swift, CompositeEffectInstance.
precision highp float;
precision highp int;
precision highp sampler2D;

uniform sampler2D u_source;  // premultiplied
uniform sampler2D u_mask;    // its alpha counts

#include "lib/frame.glsl"

flat in vec4 v_source;  // pixels: the source's origin x, y; opacity 0...1; unused
flat in vec4 v_mask;    // pixels: the mask's origin x, y; unused

layout(location = 0) out vec4 out_color;  // premultiplied

void main() {
  vec2 pixel = gl_FragCoord.xy + u_frame.region.xy;
  float alpha = texelFetch(u_mask, ivec2(pixel - v_mask.xy), 0).a * v_source.z;
  out_color = frame_color(texelFetch(u_source, ivec2(pixel - v_source.xy), 0) * alpha);
}
