#version 310 es
// box_texels: upright boxes that show a picture a texel a pixel and nothing else.
// The quadrilateral lies inside one tile of the atlas, so one shift gives the place of all its texels.
// Records: Box, Picture.
precision highp float;
precision highp int;

#include "lib/instance.glsl"
#include "lib/atlas_tiles.glsl"
#include "records/Box"
#include "records/Picture"

flat out vec4 v_shift;
flat out vec4 v_tint;

void main() {
  gl_Position = instance_position();
  Box box = box_at(in_record);
  Picture picture = picture_at(box.picture);
  // From target pixels to texels: the placement where all pieces are equal, at the shape's origin, which is whole.
  vec2 point = box.row2.xy + picture.offsetAndStop0.zw + picture.stop1AndSlope0.xy;
  vec2 shift = floor(
    picture.offsetAndStop0.xy + picture.stop1AndSlope0.zw * point - vec2(box.row0.w, box.row1.w) + 0.5);
  // The first corner is the one with the least coordinates; half a texel keeps whole numbers from falling below.
  vec2 tile = floor((in_corners01.xy + shift + 0.5) * (1.0 / ATLAS_TILE_INSIDE));
  vec3 start = atlas_start(tile, picture.place);
  v_shift = vec4(shift + start.xy + u_frame.region.xy, start.z, 0.0);
  v_tint = box.tint * box.opacity;
}
