#version 310 es
// blur: one step of a blur; one instance for all or a part of a pass.
// Records: Blur.
precision highp float;
precision highp int;

#include "lib/instance.glsl"
#include "records/Blur"

flat out vec4 v_source;
flat out vec4 v_blur;

void main() {
  gl_Position = instance_position();
  Blur blur = blur_at(in_record);
  v_source = blur.source;
  v_blur = vec4(blur.isHorizontal, blur.sigma, blur.taps, blur.extendsEdges);
}
