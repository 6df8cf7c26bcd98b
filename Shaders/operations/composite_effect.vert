#version 310 es
// composite_effect: a composite through maps of colours, a mask, or clips with gradients; one instance an operation.
// Records: CompositeEffect.
precision highp float;
precision highp int;

#include "lib/instance.glsl"
#include "records/CompositeEffect"

flat out vec4 v_source;
flat out vec4 v_mask;
flat out vec4 v_effect;
flat out vec4 v_origin;

void main() {
  gl_Position = instance_position();
  CompositeEffect effect = composite_effect_at(in_record);
  v_source = vec4(effect.source, effect.opacity, float(effect.clip));
  v_mask = vec4(effect.mask, effect.hasMask, float(effect.outline));
  v_effect = vec4(float(effect.maps), float(effect.mapCount), effect.blend, 0.0);
  v_origin = vec4(effect.backdrop, 0.0, 0.0);
}
