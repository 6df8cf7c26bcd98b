#version 310 es
// composite_mask: a composite through a mask; the instances of composite_effect.
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
