// clip_coverage: the product of the coverages of a stack of clips, of any depth.
// Each clip names the next one outward; -1 ends the loop. It runs at least once, as llvmpipe does anyway: there a
// loop ends only after a round without pixels, so a test at the top would cost every stack a round more.

#include "lib/record.glsl"
#include "records/Clip"

// innermost: the innermost Clip, or -1.
float clip_coverage(vec2 pixel, float innermost) {
  float coverage = 1.0;
  int index = max(int(innermost), 0);
  do {
    Clip clip = clip_at(index);
    LayerSample here = layer_sample(pixel, clip.row0, clip.row1, clip.row2.xyz);
    coverage *= box_coverage(here, clip.box, clip.radii, clip.smoothing, clip.soft);
    index = innermost < 0.0 ? -1 : clip.parent;  // what is read for no clip means nothing
  } while (index >= 0);
  return innermost < 0.0 ? 1.0 : coverage;
}
