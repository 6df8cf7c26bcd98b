#version 310 es
// surface: an earlier pass on a plane; one instance for each quadrilateral of the pixels it may touch.
// Records: Surface.
precision highp float;
precision highp int;

#include "lib/instance.glsl"
#include "records/Surface"

flat out vec4 v_row0;
flat out vec4 v_row1;
flat out vec4 v_row2;
flat out vec4 v_tint;
flat out vec4 v_surface;

void main() {
  gl_Position = instance_position();
  Surface surface = surface_at(in_record);
  v_row0 = surface.row0;
  v_row1 = surface.row1;
  v_row2 = vec4(surface.row2.xyz, float(surface.clip));
  v_tint = surface.tint;
  v_surface = vec4(surface.size, surface.isNearest, surface.isSilhouette);
}
