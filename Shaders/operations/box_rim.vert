#version 310 es
// box_rim: boxes with square corners and a border on affine planes, without clips, whose picture is sampled at most at
// two small levels of detail; the instances of box. What is the same for the whole box is worked out here.
// Host struct: Sources/LaminaGPU/Operations/BoxInstance.swift, BoxInstance.
precision highp float;
precision highp int;
precision highp sampler2D;

uniform sampler2D u_records;  // tints and levels

#include "lib/frame.glsl"
#include "lib/clip_from_target.glsl"
#include "lib/quad_corner.glsl"
#include "lib/record.glsl"
#include "lib/box_vertex.glsl"
#include "lib/atlas_tiles.glsl"

// Texels of level 0 per pixel, along the longer of its two sides, squared.
float texels_per_pixel_squared() {
  vec2 right = in_stop1AndSlope0.zw * in_row0.xy;
  vec2 down = in_stop1AndSlope0.zw * in_row1.xy;
  return max(dot(right, right), dot(down, down));
}

void main() {
  box_vertex();
  float squared = texels_per_pixel_squared();
  bool isMinified = in_sampling.y >= 0.0 && squared > 1.0002;
  float level = isMinified ? clamp(0.5 * log2(squared) + in_sampling.z, 0.0, v_sampling.w) : 0.0;
  int first = int(max(in_sampling.y, 0.0) + 2.0 * floor(level));
  int second = fract(level) > 0.0 ? first + 2 : first;
  // Without levels, the picture as it is; without a picture, none of what is sampled.
  vec4 whole = vec4(1.0, 1.0, 1e9, 1e9);
  v_limits = in_limits;
  v_offsetAndStop0 = isMinified ? record(first + 1) : whole;
  v_stop1AndSlope0 = isMinified ? record(second + 1) : whole;
  v_picture = vec4(atlas_start(vec2(0.0), isMinified ? record(first) : in_picture), fract(level));
  v_sampling = vec4(atlas_start(vec2(0.0), isMinified ? record(second) : in_picture), 0.0);
  if (in_picture.y < 0.0) v_tint = vec4(0.0);
  // All three pieces are equal, so the placement is one linear function.
  vec2 slope = in_stop1AndSlope0.zw;
  v_slope1AndSlope2 = vec4(slope, in_offsetAndStop0.xy + slope * (in_offsetAndStop0.zw + in_stop1AndSlope0.xy));
}
