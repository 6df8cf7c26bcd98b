#version 310 es
// composite_effect: the result of an earlier pass through a mask, or through maps of colours, a mask, clips and an opacity.
// Blended source-over or by an operator with fixed blend factors; ADVANCED: by the driver's equations; BACKDROP: in
// the shader, in any mode, with a copy of the backdrop, whose pixels the result replaces.
// Records: Clip, Gradient, ColorMap.
#ifdef ADVANCED
#extension GL_KHR_blend_equation_advanced : require
#endif
precision highp float;
precision highp int;
precision highp sampler2D;

uniform sampler2D u_source;    // premultiplied
uniform sampler2D u_mask;      // its alpha counts
uniform sampler2D u_backdrop;  // a copy of the backdrop, premultiplied

#include "lib/frame.glsl"
#ifdef MAPS
#include "lib/layer_sample.glsl"
#include "lib/corner_outline.glsl"
#include "lib/box_coverage.glsl"
#include "lib/gradient_color.glsl"
#include "lib/mask_coverage.glsl"
#endif
#include "lib/composite_effect.glsl"
#ifdef BACKDROP
#include "lib/blend.glsl"
#endif

#ifdef ADVANCED
layout(blend_support_all_equations) out;
#endif
layout(location = 0) out vec4 out_color;  // premultiplied

void main() {
  vec2 pixel = gl_FragCoord.xy + u_frame.region.xy;
#ifdef MAPS
  vec4 source = composite_color(pixel, mask_coverage(pixel, v_source.w));
#else
  float alpha = min(composite_mask_texel(ivec2(pixel - v_mask.xy)), 1.0) * v_source.z;
  vec4 source = min(composite_texel(ivec2(pixel - v_source.xy)), vec4(1.0)) * alpha;
#endif
#ifdef BACKDROP
  vec4 backdrop = texelFetch(u_backdrop, ivec2(pixel - v_origin.xy), 0);
  source = blend_mixed(int(v_effect.z), source, backdrop, max(composite_outline(pixel), source.a));
#endif
  out_color = frame_color(source);
}
