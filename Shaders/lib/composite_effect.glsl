// composite_effect: the colour of an earlier pass through maps of colours, a mask, clips and an opacity.
// Host struct: Sources/LaminaGPU/Operations/CompositeEffectInstance.swift, CompositeEffectInstance.

flat in vec4 v_source;  // pixels: the source's origin x, y; opacity 0...1; innermost clip, record or -1
flat in vec4 v_mask;    // pixels: the mask's origin x, y; whether there is one, 0 or 1; outline, record or -1
flat in vec4 v_effect;  // maps of colours: first record; their number; blend mode; unused
flat in vec4 v_origin;  // pixels: where the copy of what is behind begins, x, y; the rest unused

#ifdef MAPS
// A map of straight colours, clamped; nothing of nothing.
vec4 composite_mapped(vec4 color, int index) {
  vec4 straight = vec4(clamp(color.rgb / max(color.a, 1e-9), 0.0, 1.0), min(color.a, 1.0));
  vec4 sums = vec4(
    dot(record(index), straight), dot(record(index + 1), straight), dot(record(index + 2), straight),
    dot(record(index + 3), straight));
  vec4 result = clamp(sums + record(index + 4), 0.0, 1.0);
  return color.a > 0.0 ? vec4(result.rgb * result.a, result.a) : vec4(0.0);
}

// The mask's alpha.
float composite_mask(vec2 pixel) {
  float alpha = texelFetch(u_mask, ivec2(pixel - v_mask.xy), 0).a;
  return v_mask.z > 0.0 ? alpha : 1.0;
}

vec4 composite_color(vec2 pixel) {
  vec4 color = texelFetch(u_source, ivec2(pixel - v_source.xy), 0);
  int first = int(v_effect.x);
  int count = int(v_effect.y);
  for (int index = 0; index < count; index++) color = composite_mapped(color, first + 5 * index);
  return color * (v_source.z * composite_mask(pixel) * mask_coverage(pixel, v_source.w));
}
#endif
