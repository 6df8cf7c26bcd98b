// composite_effect_vertex: passes the values of a composite on, as composite_effect names them.

#include "records/CompositeEffect"

void composite_effect_vertex(CompositeEffect effect) {
  v_source = vec4(effect.source, effect.opacity, float(effect.clip));
  v_mask = vec4(effect.mask, effect.hasMask, float(effect.outline));
  v_effect = vec4(float(effect.maps), float(effect.mapCount), effect.blend, 0.0);
#ifndef COMPUTE
  v_origin = vec4(effect.backdrop, 0.0, 0.0);
#endif
}
