// frame: what is constant over a pass, and the one place where target pixels become clip coordinates.
// Host struct: Sources/LaminaGPU/Interface/FrameBlock.swift.

layout(std140) uniform Frame {
  vec4 region;  // pixels of the canvas: minimum x, minimum y, width, height of the pass
} u_frame;
