#version 310 es
// composite_effect: the result of an earlier pass through maps of colours, a mask, clips and an opacity.
// Lies over what is there, or meets it by one of the operators that fixed functions know.
// Host struct: Sources/LaminaGPU/Operations/CompositeEffectInstance.swift, CompositeEffectInstance.
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

layout(location = 0) out vec4 out_color;  // premultiplied

void main() {
  out_color = frame_color(composite_color(gl_FragCoord.xy + u_frame.region.xy));
}
