#version 310 es
// interior_piece: an opaque interior with a plainly placed picture in one piece; the instances of interior_picture.
// Host struct: Sources/LaminaGPU/Operations/InteriorInstance.swift, InteriorInstance.
precision highp float;
precision highp int;
#include "lib/frame.glsl"
#include "lib/clip_from_target.glsl"
#include "lib/quad_corner.glsl"
#include "lib/interior_vertex.glsl"
#include "lib/atlas_tiles.glsl"

flat out vec4 v_start;  // texels, from the picture to its layer; the layer; unused

void main() {
  interior_vertex();
  v_start = vec4(atlas_start(vec2(0.0), in_picture), 0.0);
}
