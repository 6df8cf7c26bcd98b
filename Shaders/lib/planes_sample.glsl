// planes_sample: samples of a picture's planes of BT.709 in limited range, as whole levels, which no driver rounds.
// Chroma has half the columns and rows: the mean of two rows, of which the columns to the left, at and to the right of
// the even one weigh 1, 2 and 1. `YUVPlanes` does the same in memory.

#ifdef COMPUTE
#define PLANES_INPUT
#else
#define PLANES_INPUT flat in
#endif

PLANES_INPUT vec4 v_source;  // pixels: the picture's width, height; 1 where colours are straight, else 0; unused

const vec3 PLANES_WEIGHTS = vec3(0.2126, 0.7152, 0.0722);  // of red, green and blue in luma

// The colour of a pixel; beyond the edges, the pixels at the edges are repeated.
vec4 planes_color(ivec2 place) {
  vec4 color = texelFetch(u_source, clamp(place, ivec2(0), ivec2(v_source.xy) - 1), 0);
  if (v_source.z > 0.0) color.rgb = color.a > 0.0 ? min(color.rgb / color.a, 1.0) : vec3(0.0);
  return color;
}

float planes_luma(ivec2 place) { return floor(16.5 + 219.0 * dot(planes_color(place).rgb, PLANES_WEIGHTS)); }

float planes_alpha(ivec2 place) { return floor(0.5 + 255.0 * planes_color(place).a); }

vec3 planes_row(ivec2 place) {
  return 0.25 * planes_color(place - ivec2(1, 0)).rgb + 0.5 * planes_color(place).rgb
    + 0.25 * planes_color(place + ivec2(1, 0)).rgb;
}

// A sample of U, or of V.
float planes_chroma(ivec2 chroma_place, bool is_v) {
  ivec2 place = 2 * chroma_place;
  vec3 color = 0.5 * (planes_row(place) + planes_row(place + ivec2(0, 1)));
  float grey = dot(color, PLANES_WEIGHTS);
  float difference = is_v ? (color.r - grey) / 1.5748 : (color.b - grey) / 1.8556;
  return floor(128.5 + 224.0 * difference);
}

// Four samples that a pixel holds in the layout of PackedPlanes.swift.
vec4 planes_packed(ivec2 place) {
  ivec2 size = ivec2(v_source.xy);
  int chroma_rows = (size.y + 1) / 2;
  int first = 4 * place.x;
  vec4 levels;
  if (place.y < size.y) {
    for (int index = 0; index < 4; index++) levels[index] = planes_luma(ivec2(first + index, place.y));
  } else if (place.y < size.y + chroma_rows) {
    int columns = ((size.x + 1) / 2 + 3) / 4;
    bool is_v = place.x >= columns;
    if (is_v) first -= 4 * columns;
    for (int index = 0; index < 4; index++) {
      levels[index] = planes_chroma(ivec2(first + index, place.y - size.y), is_v);
    }
  } else {
    int row = place.y - size.y - chroma_rows;
    for (int index = 0; index < 4; index++) levels[index] = planes_alpha(ivec2(first + index, row));
  }
  return levels;
}
