// mask_coverage: clip_coverage for stacks that have masks: links with a gradient, whose alpha multiplies too.
// Such links name three more records: the gradient's two linear functions, and where its spans lie.
// Host struct: Sources/LaminaGPU/Frame/RecordTable.swift, seven records a clip.

// innermost: the first record of the innermost clip, or -1.
float mask_coverage(vec2 pixel, float innermost) {
  float coverage = 1.0;
  int index = int(innermost);
  while (index >= 0) {
    LayerSample here = layer_sample(pixel, record(index), record(index + 1), record(index + 2).xyz);
    vec4 chain = record(index + 6);
    coverage *= box_coverage(here, record(index + 3), record(index + 4), chain.x, record(index + 5));
    int paint = int(chain.z);
    if (paint >= 0) {
      vec4 color = gradient_color(here.point, record(paint), record(paint + 1), record(paint + 2).xy);
      coverage *= clamp(color.a, 0.0, 1.0);
    }
    index = int(chain.y);
  }
  return coverage;
}
