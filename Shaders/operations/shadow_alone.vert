#version 310 es
// shadow_alone: shadows of rounded boxes and nothing else; the instances of box.
// Host struct: Sources/LaminaGPU/Operations/BoxInstance.swift, BoxInstance.
precision highp float;
precision highp int;
precision highp sampler2D;

uniform sampler2D u_records;  // tints

#include "lib/frame.glsl"
#include "lib/clip_from_target.glsl"
#include "lib/quad_corner.glsl"
#include "lib/record.glsl"
#include "lib/box_vertex.glsl"

void main() {
  box_vertex();
}
