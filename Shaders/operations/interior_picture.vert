#version 310 es
// interior_picture: an opaque interior with a plainly placed picture; one instance for each quadrilateral.
// Host struct: Sources/LaminaGPU/Operations/InteriorInstance.swift, InteriorInstance.
precision highp float;
precision highp int;
#include "lib/frame.glsl"
#include "lib/clip_from_target.glsl"
#include "lib/quad_corner.glsl"
#include "lib/interior_vertex.glsl"

void main() {
  interior_vertex();
}
