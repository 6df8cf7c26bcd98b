#version 310 es
// interior: an opaque interior on an affine plane; one instance for each quadrilateral.
// Host struct: Sources/LaminaGPU/Operations/InteriorInstance.swift, InteriorInstance.
precision highp float;
precision highp int;
precision highp sampler2D;

uniform sampler2D u_records;  // levels

#include "lib/frame.glsl"
#include "lib/clip_from_target.glsl"
#include "lib/quad_corner.glsl"
#include "lib/record.glsl"
#include "lib/interior_vertex.glsl"
#include "lib/atlas_tiles.glsl"

#ifdef PIECE
flat out vec4 v_start;  // texels, from the picture to its layer; the layer; unused
#endif
#ifdef LEVELS
flat out vec4 v_large;       // texels of level 0 to the larger level; texels: the last centre
flat out vec4 v_small;       // the same for the smaller level
flat out vec4 v_largeStart;  // texels, from the level to its layer; the layer; how much of the smaller level shows
flat out vec4 v_smallStart;  // texels, from the level to its layer; the layer; unused
#endif

void main() {
  interior_vertex();
#ifdef PIECE
  v_start = vec4(atlas_start(vec2(0.0), in_picture), 0.0);
#endif
#ifdef LEVELS
  float larger = floor(in_sampling.z);
  float mixed = in_sampling.z - larger;
  int first = int(in_sampling.y + 2.0 * larger);
  // At a whole level, which may be the last, the smaller one is the same.
  int second = mixed > 0.0 ? first + 2 : first;
  v_large = record(first + 1);
  v_small = record(second + 1);
  v_largeStart = vec4(atlas_start(vec2(0.0), record(first)), mixed);
  v_smallStart = vec4(atlas_start(vec2(0.0), record(second)), 0.0);
#endif
}
