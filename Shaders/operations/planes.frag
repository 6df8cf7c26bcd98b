#version 310 es
// planes: a picture as planes of BT.709, four bytes of a plane to a pixel; the layout is in PackedPlanes.swift.
// Records: Planes.
precision highp float;
precision highp int;
precision highp sampler2D;

uniform sampler2D u_source;  // premultiplied

#include "lib/planes_sample.glsl"

layout(location = 0) out vec4 out_color;  // four samples of a plane

void main() { out_color = planes_packed(ivec2(gl_FragCoord.xy)) / 255.0; }
