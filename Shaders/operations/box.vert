#version 310 es
// box: one rounded box; one instance for each quadrilateral of the pixels it may touch.
// Records: Box, Picture, Gradient.
precision highp float;
precision highp int;

#include "lib/instance.glsl"
#include "lib/box_outputs.glsl"
#include "lib/box_vertex.glsl"
#include "lib/box_paint_vertex.glsl"

void main() {
  gl_Position = instance_position();
  Box box = box_at(in_record);
  box_vertex(box, in_clip);
  box_paint_vertex(box);
}
