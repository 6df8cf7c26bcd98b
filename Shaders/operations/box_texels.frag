#version 310 es
// box_texels: upright boxes that show a picture a texel a pixel, inside their shape and all clips: text and lines.
// Only the tinted texel: one fetch, without the placement, levels and coverage that `box` computes.
// Records: Box, Picture.
precision highp float;
precision highp int;
precision highp sampler2DArray;

uniform sampler2DArray u_atlas;  // pictures, premultiplied

flat in vec4 v_shift;  // texels, from pixels of the pass: x, y in the atlas; its layer; unused
flat in vec4 v_tint;   // multiplies the picture, premultiplied, opacity included

layout(location = 0) out vec4 out_color;  // premultiplied

void main() {
  ivec3 texel = ivec3(vec3(gl_FragCoord.xy + v_shift.xy, v_shift.z));
  out_color = texelFetch(u_atlas, texel, 0) * v_tint;
}
