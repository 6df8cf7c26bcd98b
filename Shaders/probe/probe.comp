#version 310 es
// probe: the loads of probe_kernel, a pixel an invocation.
// Host struct: Sources/Engine/LaminaGPU/Frame/FrameRunner+Probe.swift, ShaderProbe.
precision highp float;
precision highp int;
precision highp sampler2D;
precision highp image2D;

layout(local_size_x = 16, local_size_y = 8) in;
layout(rgba8, binding = 0) writeonly uniform image2D u_target;
uniform sampler2D u_source;
uniform int u_kind;
uniform int u_width;
uniform int u_height;

#include "lib/probe_kernel.glsl"

void main() {
  ivec2 pixel = ivec2(gl_GlobalInvocationID.xy);
  if (pixel.x < u_width && pixel.y < u_height) {
    imageStore(u_target, pixel, probe_kernel(pixel, u_kind, ivec2(u_width, u_height)));
  }
}
