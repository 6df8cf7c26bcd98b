// clip_coverage: the product of the coverages of a stack of clips, of any depth.
// Each clip names the next one outward; -1 ends the loop.

#include "lib/clip_step.glsl"
#include "lib/record.glsl"
#include "records/Clip"

// innermost: the innermost Clip, or -1.
float clip_coverage(vec2 pixel, float innermost) {
  vec3 state = CLIP_START;
  int index = int(innermost);
  while (index >= 0) {
    Clip clip = clip_at(index);
    LayerSample here = layer_sample(pixel, clip.row0, clip.row1, clip.row2.xyz);
    state = clip_step(state, box_coverage(here, clip.box, clip.radii, clip.corner, clip.soft), clip.role);
    index = clip.parent;
  }
  return clip_result(state);
}
