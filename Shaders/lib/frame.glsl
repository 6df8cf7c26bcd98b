// frame: what is constant over a pass, and the one place where target pixels become clip coordinates.
// Host struct: Sources/Engine/LaminaGPU/Interface/FrameBlock.swift.

layout(std140) uniform Frame {
  vec4 region;  // pixels of the canvas: minimum x, minimum y, width, height of the pass
  vec4 store;   // x: 1 in a pass that keeps alpha alone, else 0; the rest unused
} u_frame;

// What a pass keeps of a premultiplied colour.
vec4 frame_color(vec4 color) {
  return mix(color, color.aaaa, u_frame.store.x);
}
