// box_vertex: passes the values of a box to the fragment shader, flat; see box_inputs.

#include "lib/instance.glsl"
#include "records/Box"

flat out vec4 v_row0;
flat out vec4 v_row1;
flat out vec4 v_row2;
flat out vec4 v_box;
flat out vec4 v_radii;
flat out vec4 v_fill;
flat out vec4 v_border;
flat out vec4 v_offsetAndStop0;
flat out vec4 v_stop1AndSlope0;
flat out vec4 v_slope1AndSlope2;
flat out vec4 v_limits;
flat out vec4 v_shape;
flat out vec4 v_sampling;
flat out vec4 v_tint;
flat out vec4 v_picture;

// All values except the picture or gradient.
void box_vertex(Box box) {
  gl_Position = instance_position();
  v_row0 = box.row0;
  v_row1 = box.row1;
  v_row2 = vec4(box.row2.xyz, float(in_clip));
  v_box = box.box;
  v_radii = box.radii;
  v_fill = box.fill;
  v_shape = vec4(box.corner, box.borderWidth, box.opacity, box.softEdges);
  v_tint = box.tint;
  v_border = box.border;
}
