#version 310 es
// composite: the result of an earlier pass; one instance an operation.
// Records: Composite.
precision highp float;
precision highp int;

#include "lib/instance.glsl"
#include "records/Composite"

flat out vec4 v_source;

void main() {
  gl_Position = instance_position();
  Composite composite = composite_at(in_record);
  v_source = vec4(composite.source, composite.opacity, float(composite.clip));
}
