#version 310 es
// interior: an opaque interior with any picture: in perspective, in nine slices, at any level of detail.
// Coverage is known to be 1, so only the colour is worked out; drawn front to back with depth writes, so that no
// hidden pixel is ever shaded. Simpler interiors have simpler shaders: interior_picture, interior_fill.
// Host struct: Sources/LaminaGPU/Operations/BoxInstance.swift, BoxInstance.
precision highp float;
precision highp int;
precision highp sampler2D;
precision highp sampler2DArray;

uniform sampler2D u_records;     // levels
uniform sampler2DArray u_atlas;  // pictures, premultiplied

#include "lib/frame.glsl"
#include "lib/box_inputs.glsl"
#include "lib/layer_sample.glsl"
#include "lib/record.glsl"
#include "lib/picture_sample.glsl"
#include "lib/atlas_tiles.glsl"
#include "lib/picture_color.glsl"
#include "lib/picture_levels.glsl"

layout(location = 0) out vec4 out_color;  // premultiplied

void main() {
  vec2 pixel = gl_FragCoord.xy + u_frame.region.xy;
  LayerSample here = layer_sample(pixel, v_row0, v_row1, v_row2.xyz);
  PictureSample at = picture_sample(
    here, v_offsetAndStop0, v_stop1AndSlope0, v_slope1AndSlope2, v_limits, v_sampling,
    v_row0.z != 0.0 || v_row1.z != 0.0);
  vec4 picture = picture_levels(at, v_sampling.y, v_picture, v_limits) * v_tint;
  out_color = frame_color(picture + v_fill * (1.0 - picture.a));
}
