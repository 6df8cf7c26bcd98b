#version 310 es
// surface_plain: surface without clips; the instances of surface.
// Host struct: Sources/LaminaGPU/Operations/SurfaceInstance.swift, SurfaceInstance.
precision highp float;
precision highp int;
#include "lib/frame.glsl"
#include "lib/clip_from_target.glsl"
#include "lib/quad_corner.glsl"
#include "lib/surface_vertex.glsl"

void main() {
  surface_vertex();
}
