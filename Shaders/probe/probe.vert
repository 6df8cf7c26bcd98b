#version 310 es
// probe: a triangle over the whole target, without attributes.
// Host struct: Sources/Engine/LaminaGPU/Frame/FrameRunner+Probe.swift, ShaderProbe.
precision highp float;

void main() {
  vec2 corner = vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0);
  gl_Position = vec4(corner, 0.0, 1.0);
}
