#version 310 es
// blur: a Gaussian along one axis; one instance for all or a part of a pass.
// Host struct: Sources/LaminaGPU/Operations/BlurInstance.swift, BlurInstance.
precision highp float;
precision highp int;
#include "lib/frame.glsl"
#include "lib/clip_from_target.glsl"
#include "lib/quad_corner.glsl"
#include "lib/blur_vertex.glsl"

void main() {
  blur_vertex();
}
