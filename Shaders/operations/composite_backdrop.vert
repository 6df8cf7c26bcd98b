#version 310 es
// composite_backdrop: composite_effect that blends by itself; the same instances.
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
