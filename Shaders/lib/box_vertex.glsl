// box_vertex: passes the values of a box on, as box_inputs names them.

#include "records/Box"

// All values except the picture or gradient. clip: the innermost Clip, or -1.
void box_vertex(Box box, int clip) {
  v_row0 = box.row0;
  v_row1 = box.row1;
  v_row2 = vec4(box.row2.xyz, float(clip));
  v_box = box.box;
  v_radii = box.radii;
  v_fill = box.fill;
  v_shape = vec4(box.corner, box.borderWidth, box.opacity, box.softEdges);
  v_tint = box.tint;
  v_border = box.border;
}
