#version 310 es
// composite_backdrop: composite_effect that blends by itself with a copy of what is behind, in any mode, and replaces it.
// For what fixed functions and the driver cannot do.
// Host struct: Sources/LaminaGPU/Operations/CompositeEffectInstance.swift, CompositeEffectInstance.
precision highp float;
precision highp int;
precision highp sampler2D;

uniform sampler2D u_records;  // clips, gradients, maps of colours
uniform sampler2D u_source;   // premultiplied
uniform sampler2D u_mask;     // its alpha counts
uniform sampler2D u_backdrop;  // what is behind, premultiplied

#include "lib/frame.glsl"
#include "lib/layer_sample.glsl"
#include "lib/corner_outline.glsl"
#include "lib/box_coverage.glsl"
#include "lib/record.glsl"
#include "lib/gradient_color.glsl"
#include "lib/mask_coverage.glsl"
#include "lib/composite_effect.glsl"
#include "lib/blend.glsl"

layout(location = 0) out vec4 out_color;  // premultiplied

void main() {
  vec2 pixel = gl_FragCoord.xy + u_frame.region.xy;
  vec4 source = composite_color(pixel);
  vec4 backdrop = texelFetch(u_backdrop, ivec2(pixel - v_origin.xy), 0);
  float outline = v_mask.w < 0.0 ? 0.0 : mask_coverage(pixel, v_mask.w) * composite_mask(pixel);
  out_color = frame_color(blend_mixed(int(v_effect.z), source, backdrop, max(outline, source.a)));
}
