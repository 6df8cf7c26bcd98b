#version 310 es
// surface: an earlier pass on a plane; one instance for each quadrilateral of the pixels it may touch.
// Records: Surface.
precision highp float;
precision highp int;

#include "lib/instance.glsl"

flat out vec4 v_row0;
flat out vec4 v_row1;
flat out vec4 v_row2;
flat out vec4 v_tint;
flat out vec4 v_surface;

#include "lib/surface_vertex.glsl"

void main() {
  gl_Position = instance_position();
  surface_vertex(surface_at(in_record));
}
