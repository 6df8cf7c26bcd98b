#version 310 es
// shadow: shadows of rounded boxes, and the boxes between them.
// Records: Shadow, Box, Picture.
precision highp float;
precision highp int;

#include "lib/instance.glsl"
#include "lib/box_outputs.glsl"
#include "lib/box_vertex.glsl"
#include "lib/box_paint_vertex.glsl"
#include "lib/shadow_vertex.glsl"

void main() {
  gl_Position = instance_position();
  if (in_kind != INSTANCE_SHADOW) {
    Box box = box_at(in_record);
    box_vertex(box, in_clip);
    box_paint_vertex(box);
    return;
  }
  shadow_vertex(shadow_at(in_record), in_clip);
}
