#version 310 es
// particles: one particle, a parallelogram that shows a part of a picture in a colour, inside clips.
// Host struct: Sources/LaminaGPU/Operations/ParticleInstance.swift, ParticleInstance.
precision highp float;
precision highp int;
precision highp sampler2D;
precision highp sampler2DArray;

uniform sampler2D u_records;     // clips
uniform sampler2DArray u_atlas;  // pictures, premultiplied

#include "lib/frame.glsl"
#include "lib/layer_sample.glsl"
#include "lib/corner_outline.glsl"
#include "lib/box_coverage.glsl"
#include "lib/record.glsl"
#include "lib/clip_coverage.glsl"
#include "lib/picture_color.glsl"

flat in vec2 v_center;   // target space, pixels
flat in vec4 v_inverse;  // target pixels from the middle to the place in the picture: -1/2...1/2
flat in vec4 v_color;    // multiplies the picture, premultiplied, opacity included
flat in vec4 v_picture;  // tiles in a row; first tile or -1; texels: x, y in it; see picture_color
flat in vec4 v_part;     // texels: where the part begins, its size
flat in vec4 v_limits;   // texels: least u, v, greatest u, v
flat in vec4 v_common;   // first record of the innermost clip or -1; depth, clip space; nearest, 0 or 1; unused

layout(location = 0) out vec4 out_color;  // premultiplied

void main() {
  vec2 pixel = gl_FragCoord.xy + u_frame.region.xy;
  vec2 offset = pixel - v_center;
  vec2 place = vec2(dot(v_inverse.xy, offset), dot(v_inverse.zw, offset));
  vec2 pixels = 1.0 / vec2(length(v_inverse.xy), length(v_inverse.zw));
  vec2 near = clamp((place + 0.5) * pixels + 0.5, 0.0, 1.0);
  vec2 far = clamp((0.5 - place) * pixels + 0.5, 0.0, 1.0);
  vec2 covered = max(near + far - 1.0, 0.0);
  vec2 texel = clamp(v_part.xy + (place + 0.5) * v_part.zw, v_limits.xy, v_limits.zw);
  vec4 color = picture_color(v_common.z > 0.0 ? floor(texel) + 0.5 : texel, v_picture);
  out_color = color * v_color * (covered.x * covered.y * clip_coverage(pixel, v_common.x));
}
