#version 310 es
// planes: a picture as planes of BT.709; one instance that covers the target.
// Host struct: Sources/LaminaGPU/Operations/CompositeInstance.swift, CompositeInstance.
precision highp float;
precision highp int;
#include "lib/frame.glsl"
#include "lib/clip_from_target.glsl"
#include "lib/quad_corner.glsl"
#include "lib/composite_vertex.glsl"

void main() {
  composite_vertex();
}
