#version 310 es
// coverage: a cell of the atlas; one instance each, whose numbers stand in place of a record and a clip.
// Host struct: Sources/Engine/LaminaGPU/Interface/Instance.swift, Instance.
precision highp float;
precision highp int;

#include "lib/instance.glsl"

flat out ivec4 v_cell;

void main() {
  gl_Position = instance_position();
  v_cell = ivec4(ivec2(in_corners01.xy), in_record, in_clip);
}
