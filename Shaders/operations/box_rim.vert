#version 310 es
// box_rim: boxes with square corners and a border on affine planes, without clips, whose picture is sampled at most at
// two small levels of detail. What is the same for the whole box is worked out here.
// Records: Box, Picture, Level.
precision highp float;
precision highp int;

#include "lib/box_vertex.glsl"
#include "lib/atlas_tiles.glsl"
#include "records/Picture"
#include "records/Level"

// Hands on where a picture is sampled; what box_rim.frag says of its inputs says how.
void box_rim_picture(Box box, Picture picture) {
  // All three pieces are equal, so the placement is one linear function.
  vec2 slope = picture.stop1AndSlope0.zw;
  // Texels of level 0 per pixel, along the longer of its two sides, squared.
  vec2 right = slope * box.row0.xy;
  vec2 down = slope * box.row1.xy;
  float squared = max(dot(right, right), dot(down, down));
  bool isMinified = picture.minification >= 0.0 && squared > 1.0002;
  float level = isMinified ? clamp(0.5 * log2(squared) + picture.bias, 0.0, picture.lastLevel) : 0.0;
  int first = max(picture.levels, 0) + LEVEL_TEXELS * int(level);
  Level larger = level_at(first);
  Level smaller = level_at(fract(level) > 0.0 ? first + LEVEL_TEXELS : first);
  v_limits = picture.limits;
  // Without levels, the picture as it is.
  if (isMinified) {
    v_offsetAndStop0 = vec4(larger.scale, larger.lastCentre);
    v_stop1AndSlope0 = vec4(smaller.scale, smaller.lastCentre);
  }
  v_picture = vec4(atlas_start(vec2(0.0), isMinified ? larger.place : picture.place), fract(level));
  v_sampling = vec4(atlas_start(vec2(0.0), isMinified ? smaller.place : picture.place), 0.0);
  v_slope1AndSlope2 = vec4(
    slope, picture.offsetAndStop0.xy + slope * (picture.offsetAndStop0.zw + picture.stop1AndSlope0.xy));
}

void main() {
  Box box = box_at(in_record);
  box_vertex(box);
  v_offsetAndStop0 = vec4(1.0, 1.0, 1e9, 1e9);
  v_stop1AndSlope0 = vec4(1.0, 1.0, 1e9, 1e9);
  if (box.picture >= 0) {
    box_rim_picture(box, picture_at(box.picture));
  } else {
    v_tint = vec4(0.0);
    v_limits = vec4(0.0);
    v_picture = vec4(0.0);
    v_sampling = vec4(0.0);
    v_slope1AndSlope2 = vec4(0.0);
  }
}
