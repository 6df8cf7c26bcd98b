#version 310 es
// planes: a picture as planes of BT.709; one instance that covers the target.
// Records: Planes.
precision highp float;
precision highp int;

#include "lib/instance.glsl"
#include "records/Planes"

flat out vec4 v_source;

void main() {
  gl_Position = instance_position();
  Planes planes = planes_at(in_record);
  v_source = vec4(planes.size, planes.isStraight, 0.0);
}
