#version 310 es
// surface: an earlier pass on a plane, tinted: four of its pixels mixed, or the nearest.
// Host struct: Sources/LaminaGPU/Operations/SurfaceInstance.swift, SurfaceInstance.
precision highp float;
precision highp int;
precision highp sampler2D;

uniform sampler2D u_records;  // clips
uniform sampler2D u_source;   // premultiplied

#include "lib/frame.glsl"
#include "lib/layer_sample.glsl"
#include "lib/corner_outline.glsl"
#include "lib/box_coverage.glsl"
#include "lib/record.glsl"
#include "lib/clip_coverage.glsl"
#include "lib/surface_color.glsl"

layout(location = 0) out vec4 out_color;  // premultiplied

void main() {
  vec2 pixel = gl_FragCoord.xy + u_frame.region.xy;
  out_color = frame_color(surface_color(pixel) * clip_coverage(pixel, v_row2.w));
}
