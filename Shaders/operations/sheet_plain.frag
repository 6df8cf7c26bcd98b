#version 310 es
// sheet_plain: sheet without clips, the common case.
// Half a pixel beyond the centres at its edge nothing is left: there a pixel mixes with what is not there.
// Host struct: Sources/LaminaGPU/Operations/SheetInstance.swift, SheetInstance.
precision highp float;
precision highp int;
precision highp sampler2D;

uniform sampler2D u_source;  // premultiplied

#include "lib/frame.glsl"
#include "lib/layer_sample.glsl"

flat in vec4 v_row0;   // pixels of the pass per pixel right; w: origin x, target pixels
flat in vec4 v_row1;   // pixels of the pass per pixel down; w: origin y, target pixels
flat in vec4 v_row2;   // pixel of the pass at the origin, homogeneous; w: unused
flat in vec4 v_tint;   // premultiplied, 0...1
flat in vec4 v_sheet;  // pixels: width, height; 1 nearest + 2 alpha alone; unused

layout(location = 0) out vec4 out_color;  // premultiplied

void main() {
  vec2 pixel = gl_FragCoord.xy + u_frame.region.xy;
  LayerSample here = layer_sample(pixel, v_row0, v_row1, v_row2.xyz);
  bool isNearest = v_sheet.z == 1.0 || v_sheet.z == 3.0;
  vec2 texel = isNearest ? floor(here.point) + 0.5 : here.point;
  vec2 soft = clamp(texel + 0.5, 0.0, 1.0) * clamp(v_sheet.xy + 0.5 - texel, 0.0, 1.0);
  vec2 hard = vec2(greaterThan(texel, vec2(0.0))) * vec2(lessThan(texel, v_sheet.xy));
  vec2 edge = isNearest ? hard : soft;
  vec4 color = textureLod(u_source, texel / v_sheet.xy, 0.0);
  color = v_tint * (v_sheet.z >= 2.0 ? color.aaaa : color);
  float coverage = here.visible ? edge.x * edge.y : 0.0;
  out_color = frame_color(color * coverage);
}
