#version 310 es
// particles_plain: particles without clips, the common case.
// Host struct: Sources/LaminaGPU/Operations/ParticleInstance.swift, ParticleInstance.
precision highp float;
precision highp int;
precision highp sampler2D;

uniform sampler2D u_records;  // what particles of one picture share, four records; clips

#include "lib/frame.glsl"
#include "lib/clip_from_target.glsl"
#include "lib/record.glsl"
#include "lib/particles_vertex.glsl"

void main() {
  particles_vertex();
}
