// surface_vertex: passes the values of a surface on, as surface_color names them.

#include "records/Surface"

void surface_vertex(Surface surface) {
  v_row0 = surface.row0;
  v_row1 = surface.row1;
  v_row2 = vec4(surface.row2.xyz, float(surface.clip));
  v_tint = surface.tint;
  v_surface = vec4(surface.size, surface.isNearest, surface.isSilhouette);
}
