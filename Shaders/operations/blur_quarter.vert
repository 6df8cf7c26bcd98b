#version 310 es
// blur_quarter: an earlier pass at a quarter of the size; the instances of blur.
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
