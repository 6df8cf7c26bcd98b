#version 310 es
// composite: the result of an earlier pass; one instance an operation.
// Records: Composite.
precision highp float;
precision highp int;

#include "lib/instance.glsl"

flat out vec4 v_source;

#include "lib/composite_plain_vertex.glsl"

void main() {
  gl_Position = instance_position();
  composite_plain_vertex(composite_at(in_record));
}
