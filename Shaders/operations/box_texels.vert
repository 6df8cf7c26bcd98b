#version 310 es
// box_texels: upright boxes that show a picture a texel a pixel and nothing else; the instances of box.
// The quadrilateral lies inside one tile of the atlas, so where its texels lie there is one shift.
// Host struct: Sources/LaminaGPU/Operations/BoxInstance.swift, BoxInstance.
precision highp float;
precision highp int;
precision highp sampler2D;

uniform sampler2D u_records;  // tints

#include "lib/frame.glsl"
#include "lib/clip_from_target.glsl"
#include "lib/quad_corner.glsl"
#include "lib/record.glsl"
#include "lib/box_vertex.glsl"
#include "lib/atlas_tiles.glsl"

void main() {
  box_vertex();
  // From target pixels to texels: the placement where all pieces are equal, at the shape's origin, which is whole.
  vec2 point = in_row2.xy + in_offsetAndStop0.zw + in_stop1AndSlope0.xy;
  vec2 shift = floor(in_offsetAndStop0.xy + in_stop1AndSlope0.zw * point - vec2(in_row0.w, in_row1.w) + 0.5);
  // The first corner is the one with the least coordinates; half a texel keeps whole numbers from falling below.
  vec2 tile = floor((in_corners01.xy + shift + 0.5) * (1.0 / ATLAS_TILE_INSIDE));
  vec3 start = atlas_start(tile, in_picture);
  v_offsetAndStop0 = vec4(shift + start.xy + u_frame.region.xy, start.z, 0.0);
  v_tint *= in_shape.z;
}
