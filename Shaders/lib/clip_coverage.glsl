// clip_coverage: the product of the coverages of a stack of clips, of any depth.
// Each clip names the next one outward; -1 ends the loop. It runs at least once, as llvmpipe does anyway: there a
// loop ends only after a round without pixels, so a test at the top would cost every stack a round more.
// Host struct: Sources/LaminaGPU/Frame/RecordTable.swift, seven records a clip.

// innermost: the first record of the innermost clip, or -1.
float clip_coverage(vec2 pixel, float innermost) {
  float coverage = 1.0;
  int index = max(int(innermost), 0);
  do {
    LayerSample here = layer_sample(pixel, record(index), record(index + 1), record(index + 2).xyz);
    vec4 chain = record(index + 6);
    coverage *= box_coverage(here, record(index + 3), record(index + 4), chain.x, record(index + 5));
    index = int(chain.y);
  } while (index >= 0);
  return innermost < 0.0 ? 1.0 : coverage;
}
