#version 310 es
// composite: the result of an earlier pass, pixel for pixel; one instance per convex piece of a CompositeOperation.
// Places the quadrilateral and hands the rest on, flat.
// Host struct: Sources/LaminaGPU/Operations/CompositeInstance.swift, CompositeInstance.
precision highp float;
#include "lib/frame.glsl"
#include "lib/clip_from_target.glsl"

layout(location = 0) in vec4 in_corners01;  // target space, pixels: corners 0 and 1 of the quadrilateral
layout(location = 1) in vec4 in_corners23;  // target space, pixels: corners 2 and 3
layout(location = 2) in vec4 in_source;     // pixels: the source's origin x, y; opacity 0...1; innermost clip, record or -1
layout(location = 3) in vec4 in_placing;    // depth, clip space; unused

flat out vec4 v_source;

void main() {
  gl_Position = clip_from_target(quad_corner(in_corners01, in_corners23), in_placing.x);
  v_source = in_source;
}
