#version 310 es
// composite_effect: a composite through maps of colours, a mask, or clips with gradients; one instance an operation.
// Records: CompositeEffect.
precision highp float;
precision highp int;

#include "lib/instance.glsl"

flat out vec4 v_source;
flat out vec4 v_mask;
flat out vec4 v_effect;
flat out vec4 v_origin;

#include "lib/composite_effect_vertex.glsl"

void main() {
  gl_Position = instance_position();
  composite_effect_vertex(composite_effect_at(in_record));
}
