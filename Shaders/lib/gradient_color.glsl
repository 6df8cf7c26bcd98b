// gradient_color: the premultiplied colour of an axial, radial or conic gradient at a layer point.
// Two linear functions of the point give the place between the stops; the spans between stops are linear functions of
// the place. The table holds, from the first texel on, the starts of spans, four to a texel, then two texels a span.
// Host: Sources/Engine/LaminaGPU/Frame/RecordTable.swift; Sources/Engine/LaminaPlan/Operations/GradientPaint.swift.

#include "lib/record.glsl"

const float GRADIENT_AXIAL = 0.0;
const float GRADIENT_RADIAL = 1.0;

// The angle of a direction in turns, 0..<1, from +x towards +y; a polynomial within 2e-6 of atan. Directions
// behind +x by rounding alone count as +x, so that pixels on the seam do not depend on a device's rounding.
float gradient_turns(vec2 direction) {
  vec2 size = abs(direction);
  float larger = max(size.x, size.y);
  float ratio = min(size.x, size.y) / (larger > 0.0 ? larger : 1.0);
  float square = ratio * ratio;
  float series = square * -0.0018654870 + 0.0083800360;
  series = series * square - 0.0185308676;
  series = series * square + 0.0308033965;
  series = series * square - 0.0529386679;
  float angle = (series * square + 0.1591513237) * ratio;
  angle = size.y > size.x ? 0.25 - angle : angle;
  angle = direction.x < 0.0 ? 0.5 - angle : angle;
  return direction.y < -4e-6 * larger ? 1.0 - angle : angle;
}

// firstAndKind, second: the linear functions; w: the kind.
float gradient_place(vec2 point, vec4 firstAndKind, vec4 second) {
  vec2 place = vec2(dot(point, firstAndKind.xy) + firstAndKind.z, dot(point, second.xy) + second.z);
  if (firstAndKind.w == GRADIENT_AXIAL) return place.x;
  return firstAndKind.w == GRADIENT_RADIAL ? length(place) : gradient_turns(place);
}

// spans: the first texel of the spans, and the number of texels with starts of spans.
vec4 gradient_color(vec2 point, vec4 firstAndKind, vec4 second, ivec2 spans) {
  float place = gradient_place(point, firstAndKind, second);
  int first = spans.x;
  int starts = spans.y;
  float span = 0.0;
  int index = 0;
  do {
    span += dot(vec4(greaterThanEqual(vec4(place), record_texel(first + index))), vec4(1.0));
    index += 1;
  } while (index < starts);
  int found = first + starts + 2 * int(span);
  vec4 color = record_texel(found) + record_texel(found + 1) * place;
  return vec4(color.rgb * color.a, color.a);
}
