#version 310 es
// composite_advanced: composite_effect for the blend equations of KHR_blend_equation_advanced.
// The driver does the blending, as the blend equation that is set says.
// Host struct: Sources/LaminaGPU/Operations/CompositeEffectInstance.swift, CompositeEffectInstance.
#extension GL_KHR_blend_equation_advanced : require
precision highp float;
precision highp int;
precision highp sampler2D;

uniform sampler2D u_records;  // clips, gradients, maps of colours
uniform sampler2D u_source;   // premultiplied
uniform sampler2D u_mask;     // its alpha counts

#include "lib/frame.glsl"
#include "lib/layer_sample.glsl"
#include "lib/corner_outline.glsl"
#include "lib/box_coverage.glsl"
#include "lib/record.glsl"
#include "lib/gradient_color.glsl"
#include "lib/mask_coverage.glsl"
#include "lib/composite_effect.glsl"

layout(blend_support_all_equations) out;
layout(location = 0) out vec4 out_color;  // premultiplied

void main() {
  out_color = frame_color(composite_color(gl_FragCoord.xy + u_frame.region.xy));
}
