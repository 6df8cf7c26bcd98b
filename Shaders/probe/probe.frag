#version 310 es
// probe: the loads of probe_kernel, a pixel a fragment.
// Host struct: Sources/Engine/LaminaGPU/Frame/FrameRunner+Probe.swift, ShaderProbe.
precision highp float;
precision highp int;
precision highp sampler2D;

uniform sampler2D u_source;
uniform int u_kind;
uniform int u_width;
uniform int u_height;

#include "lib/probe_kernel.glsl"

layout(location = 0) out vec4 out_color;

void main() {
  out_color = probe_kernel(ivec2(gl_FragCoord.xy), u_kind, ivec2(u_width, u_height));
}
