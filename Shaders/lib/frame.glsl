// frame: the values that are constant over a pass, and the only place where target pixels become clip coordinates.
// Host struct: Sources/Engine/LaminaGPU/Interface/FrameBlock.swift.

layout(std140) uniform Frame {
  vec4 region;  // pixels of the canvas: minimum x, minimum y, width, height of the pass
  vec4 store;   // x: 1 in a pass that keeps alpha alone, else 0; the rest unused
} u_frame;

// The components of a premultiplied colour that a pass keeps.
vec4 frame_color(vec4 color) {
  return mix(color, color.aaaa, u_frame.store.x);
}
