#version 310 es
// composite_effect: a composite through maps of colours, a mask, or clips with gradients; the instances.
// Host struct: Sources/LaminaGPU/Operations/CompositeEffectInstance.swift, CompositeEffectInstance.
precision highp float;
precision highp int;
#include "lib/frame.glsl"
#include "lib/clip_from_target.glsl"
#include "lib/quad_corner.glsl"
#include "lib/composite_effect_vertex.glsl"

void main() {
  composite_effect_vertex();
}
