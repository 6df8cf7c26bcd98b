// shadow_vertex: passes the values of a shadow on, as shadow_inputs names them.

#include "records/Shadow"

// A shadow reuses the outputs of a box, since only fifteen are available on every device; see shadow_inputs.
void shadow_vertex(Shadow shadow, int clip) {
  v_row0 = shadow.row0;
  v_row1 = shadow.row1;
  v_row2 = vec4(shadow.row2.xyz, float(clip));
  v_box = shadow.box;
  v_radii = shadow.radii;
  v_fill = shadow.color;
  v_offsetAndStop0 = vec4(shadow.sigma, shadow.lookups, shadow.cornerSigma);
  v_stop1AndSlope0 = shadow.table0;
  v_slope1AndSlope2 = shadow.table1;
  v_limits = shadow.table2;
  v_border = shadow.table3;
  v_shape = vec4(shadow.corner, -1.0, 1.0, shadow.widest);
  v_sampling = vec4(-1.0, -1.0, 0.0, 0.0);
  v_tint = vec4(1.0);
  v_picture = vec4(1.0, -1.0, 0.0, 0.0);
}
