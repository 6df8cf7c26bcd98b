#version 310 es
// box_rim: boxes with square corners and a border on affine planes, without clips, whose picture is sampled at most at
// two small levels of detail: what is left of a photograph in a frame around its opaque interior.
// Records: Box, Picture, Level.
precision highp float;
precision highp int;
precision highp sampler2DArray;

uniform sampler2DArray u_atlas;  // pictures, premultiplied

#include "lib/frame.glsl"
#include "lib/layer_sample.glsl"
#include "lib/corner_outline.glsl"
#include "lib/box_coverage.glsl"
#include "lib/atlas_tiles.glsl"
#include "lib/level_color.glsl"

flat in vec4 v_row0;             // layer points per pixel right; w: origin x, target pixels
flat in vec4 v_row1;             // layer points per pixel down; w: origin y, target pixels
flat in vec4 v_row2;             // layer point at the origin
flat in vec4 v_box;              // layer space, points: minimum x, y, maximum x, y
flat in vec4 v_fill;             // premultiplied, 0...1
flat in vec4 v_border;           // premultiplied, 0...1
flat in vec4 v_offsetAndStop0;   // texels of level 0 to the larger level; texels: the last centre
flat in vec4 v_stop1AndSlope0;   // the same for the smaller level
flat in vec4 v_slope1AndSlope2;  // texels a point; texels at the layer's origin
flat in vec4 v_limits;           // texels: minimum u, v, maximum u, v
flat in vec4 v_shape;            // unused; border width, points, above 0; opacity 0...1; soft edges, bits
flat in vec4 v_sampling;         // texels, from the smaller level to its layer; the layer; unused
flat in vec4 v_tint;             // multiplies the picture, premultiplied; 0 without one
flat in vec4 v_picture;          // texels, from the larger level to its layer; the layer; how much of the smaller shows

layout(location = 0) out vec4 out_color;  // premultiplied

void main() {
  vec2 pixel = gl_FragCoord.xy + u_frame.region.xy;
  vec4 soft = box_soft_edges(v_shape.w);
  LayerSample here = layer_sample(pixel, v_row0, v_row1, v_row2.xyz);
  vec2 texel = clamp(v_slope1AndSlope2.xy * here.point + v_slope1AndSlope2.zw, v_limits.xy, v_limits.zw);
  vec4 picture = mix(
    level_color(texel, v_offsetAndStop0, v_picture.xyz), level_color(texel, v_stop1AndSlope0, v_sampling.xyz),
    v_picture.w);
  picture *= v_tint;
  vec4 color = picture + v_fill * (1.0 - picture.a);
  float outer = box_square_coverage(here, v_box, soft);
  float width = v_shape.y;
  float inner = box_square_coverage(here, v_box + vec4(width, width, -width, -width), soft);
  out_color = frame_color((color * outer + (v_border - color * v_border.a) * (outer - inner)) * v_shape.z);
}
