// blend: blend modes and Porter-Duff operators on one premultiplied colour, 0...1.
// The formulas match KHR_blend_equation_advanced and Sources/Engine/LaminaCPU/Pixels/Blending.swift.
// Host struct: Sources/Engine/LaminaGraphics/Paint/LayerBlend.swift, whose raw values are the modes.

float blend_hard_light(float s, float d) {
  return s <= 0.5 ? 2.0 * s * d : 1.0 - 2.0 * (1.0 - s) * (1.0 - d);
}

float blend_soft_light(float s, float d) {
  float lighter = d <= 0.25 ? ((16.0 * d - 12.0) * d + 4.0) * d : sqrt(d);
  return s <= 0.5 ? d - (1.0 - 2.0 * s) * d * (1.0 - d) : d + (2.0 * s - 1.0) * (lighter - d);
}

// The mixture of one straight component.
float blend_component(int mode, float s, float d) {
  switch (mode) {
    case 1: return s * d;
    case 2: return s + d - s * d;
    case 3: return blend_hard_light(d, s);
    case 4: return min(s, d);
    case 5: return max(s, d);
    case 6: return d <= 0.0 ? 0.0 : s >= 1.0 ? 1.0 : min(1.0, d / (1.0 - s));
    case 7: return d >= 1.0 ? 1.0 : s <= 0.0 ? 0.0 : 1.0 - min(1.0, (1.0 - d) / s);
    case 8: return blend_soft_light(s, d);
    case 9: return blend_hard_light(s, d);
    case 10: return abs(s - d);
    case 11: return s + d - 2.0 * s * d;
    case 12: return max(0.0, d - s);
    case 13: return d <= 0.0 ? 0.0 : s <= 0.0 ? 1.0 : min(1.0, d / s);
    case 14: return max(0.0, s + d - 1.0);
    case 15: return min(1.0, s + d);
    case 16: return clamp(d + 2.0 * s - 1.0, 0.0, 1.0);
    case 17: return s > 0.5 ? max(d, 2.0 * s - 1.0) : min(d, 2.0 * s);
    default: return s;
  }
}

float blend_luminosity(vec3 color) {
  return dot(color, vec3(0.3, 0.59, 0.11));
}

// A colour with the luminosity of another, brought back into 0...1.
vec3 blend_with_luminosity(vec3 color, vec3 other) {
  vec3 result = color + (blend_luminosity(other) - blend_luminosity(color));
  float level = blend_luminosity(result);
  float low = min(result.r, min(result.g, result.b));
  float high = max(result.r, max(result.g, result.b));
  if (low < 0.0) result = level + (result - level) * (level / (level - low));
  if (high > 1.0) result = level + (result - level) * ((1.0 - level) / (high - level));
  return result;
}

float blend_range(vec3 color) {
  return max(color.r, max(color.g, color.b)) - min(color.r, min(color.g, color.b));
}

// The hue of a colour, with the saturation of one and the luminosity of another.
vec3 blend_colored(vec3 color, vec3 saturation, vec3 luminosity) {
  float low = min(color.r, min(color.g, color.b));
  float range = blend_range(color);
  vec3 scaled = range > 0.0 ? (color - low) * (blend_range(saturation) / range) : vec3(0.0);
  return blend_with_luminosity(scaled, luminosity);
}

// Source alone, backdrop alone, and a mixture of their straight colours where both are.
vec4 blend_separated(int mode, vec4 source, vec4 backdrop) {
  vec3 s = clamp(source.rgb / max(source.a, 1e-9), 0.0, 1.0);
  vec3 d = clamp(backdrop.rgb / max(backdrop.a, 1e-9), 0.0, 1.0);
  vec3 both;
  if (mode == 18) both = blend_colored(s, d, d);
  else if (mode == 19) both = blend_colored(d, s, d);
  else if (mode == 20) both = blend_with_luminosity(s, d);
  else if (mode == 21) both = blend_with_luminosity(d, s);
  else {
    both = vec3(blend_component(mode, s.r, d.r), blend_component(mode, s.g, d.g), blend_component(mode, s.b, d.b));
  }
  return source * (1.0 - backdrop.a) + backdrop * (1.0 - source.a) + vec4(both, 1.0) * (source.a * backdrop.a);
}

vec4 blend_plus_darker(vec4 source, vec4 backdrop) {
  float alpha = min(source.a + backdrop.a, 1.0);
  vec3 darkness = (source.a - source.rgb) + (backdrop.a - backdrop.rgb);
  return vec4(clamp(alpha - darkness, 0.0, 1.0), alpha);
}

// outline: the share of the pixel in which an operator clears the backdrop, at least the source's alpha.
vec4 blend_mixed(int mode, vec4 s, vec4 d, float outline) {
  // A sum of additive particles ends at 1: no mode knows more light.
  d = min(d, vec4(1.0));
  switch (mode) {
    case 0: return s + d * (1.0 - s.a);
    case 22: return d * (1.0 - outline);
    case 23: return s + d * (1.0 - outline);
    case 24: return s * d.a + d * (1.0 - outline);
    case 25: return s * (1.0 - d.a) + d * (1.0 - outline);
    case 26: return s * d.a + d * (1.0 - s.a);
    case 27: return d;
    case 28: return s * (1.0 - d.a) + d;
    case 29: return d * (1.0 - outline + s.a);
    case 30: return d * (1.0 - s.a);
    case 31: return s * (1.0 - d.a) + d * (1.0 - outline + s.a);
    case 32: return s * (1.0 - d.a) + d * (1.0 - s.a);
    case 33: return clamp(s + d, 0.0, 1.0);
    case 34: return blend_plus_darker(s, d);
    case 35: return d * (1.0 - outline) + min(s, d * outline);
    case 36: return max(s, d);
    default: return blend_separated(mode, s, d);
  }
}
