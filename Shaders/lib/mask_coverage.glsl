// mask_coverage: clip_coverage for stacks that have masks: links with a gradient, whose alpha multiplies too.

#include "lib/clip_step.glsl"
#include "lib/record.glsl"
#include "records/Clip"
#include "records/Gradient"
#include "lib/gradient_color.glsl"

// One link outward of a stack.
vec3 mask_step(vec3 state, vec2 pixel, Clip clip) {
  LayerSample here = layer_sample(pixel, clip.row0, clip.row1, clip.row2.xyz);
  float coverage = box_coverage(here, clip.box, clip.radii, clip.corner, clip.soft);
  if (clip.gradient >= 0) {
    Gradient gradient = gradient_at(clip.gradient);
    vec4 color = gradient_color(
      here.point, vec4(gradient.first.xyz, gradient.kind), gradient.second, ivec2(gradient.spans, gradient.spanRows));
    coverage *= clamp(color.a, 0.0, 1.0);
  }
  return clip_step(state, coverage, clip.role);
}

// innermost: the innermost Clip, or -1.
float mask_coverage(vec2 pixel, float innermost) {
  vec3 state = CLIP_START;
  int index = int(innermost);
  while (index >= 0) {
    Clip clip = clip_at(index);
    state = mask_step(state, pixel, clip);
    index = clip.parent;
  }
  return clip_result(state);
}
