#version 310 es
// box_masked: box under clips with gradients, with whatever it may have: a picture or a gradient.
// Only boxes under such masks pay for it; a gradient of their own is told by a negative last limit.
// Host struct: Sources/LaminaGPU/Operations/BoxInstance.swift, BoxInstance.
precision highp float;
precision highp int;
precision highp sampler2D;
precision highp sampler2DArray;

uniform sampler2D u_records;     // clips, levels and gradients
uniform sampler2DArray u_atlas;  // pictures, premultiplied

#include "lib/frame.glsl"
#include "lib/box_inputs.glsl"
#include "lib/layer_sample.glsl"
#include "lib/corner_outline.glsl"
#include "lib/box_coverage.glsl"
#include "lib/record.glsl"
#include "lib/gradient_color.glsl"
#include "lib/mask_coverage.glsl"
#include "lib/picture_sample.glsl"
#include "lib/atlas_tiles.glsl"
#include "lib/picture_color.glsl"
#include "lib/picture_levels.glsl"

layout(location = 0) out vec4 out_color;  // premultiplied

void main() {
  vec2 pixel = gl_FragCoord.xy + u_frame.region.xy;
  vec4 soft = box_soft_edges(v_shape.w);
  LayerSample here = layer_sample(pixel, v_row0, v_row1, v_row2.xyz);
  vec4 paint;
  if (v_limits.w < 0.0) {
    paint = gradient_color(here.point, v_offsetAndStop0, v_stop1AndSlope0, v_slope1AndSlope2.xy);
  } else {
    PictureSample at = picture_sample(
      here, v_offsetAndStop0, v_stop1AndSlope0, v_slope1AndSlope2, v_limits, v_sampling,
      v_row0.z != 0.0 || v_row1.z != 0.0);
    paint = picture_levels(at, v_sampling.y, v_picture, v_limits);
  }
  paint *= v_tint;
  vec4 color = paint + v_fill * (1.0 - paint.a);

  float outer = box_coverage(here, v_box, v_radii, v_shape.x, soft);
  float width = v_shape.y;
  float inner = box_coverage(
    here, v_box + vec4(width, width, -width, -width), max(v_radii - width, 0.0), v_shape.x, soft);
  float rim = width > 0.0 ? outer - inner : 0.0;
  vec4 result = color * outer + (v_border - color * v_border.a) * rim;
  out_color = frame_color(result * (v_shape.z * mask_coverage(pixel, v_row2.w)));
}
