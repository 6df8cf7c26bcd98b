#version 310 es
// particles_plain: particles without clips, the common case.
// Host struct: Sources/LaminaGPU/Operations/ParticleInstance.swift, ParticleInstance.
precision highp float;
precision highp int;
precision highp sampler2DArray;

uniform sampler2DArray u_atlas;  // pictures, premultiplied

#include "lib/frame.glsl"
#include "lib/atlas_tiles.glsl"
#include "lib/picture_color.glsl"
#include "lib/particle_color.glsl"

layout(location = 0) out vec4 out_color;  // premultiplied

void main() {
  out_color = particle_color(gl_FragCoord.xy + u_frame.region.xy);
}
