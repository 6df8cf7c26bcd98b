#version 310 es
// planes: a picture as planes of BT.709 in limited range, four bytes of a plane to a pixel; the layout is in
// PackedPlanes.swift. Chroma has half the columns and rows: the mean of two rows, of which the columns to the left, at
// and to the right of the even one weigh 1, 2 and 1. `YUVPlanes` does the same in memory.
// Records: Planes.
precision highp float;
precision highp int;
precision highp sampler2D;

uniform sampler2D u_source;  // premultiplied

flat in vec4 v_source;  // pixels: the picture's width, height; 1 where colours are straight, else 0; unused

layout(location = 0) out vec4 out_color;  // four samples of a plane

const vec3 luma_weights = vec3(0.2126, 0.7152, 0.0722);

// The colour of a pixel; beyond the edges, the pixels at the edges are repeated.
vec4 source_color(ivec2 place) {
  vec4 color = texelFetch(u_source, clamp(place, ivec2(0), ivec2(v_source.xy) - 1), 0);
  if (v_source.z > 0.0) color.rgb = color.a > 0.0 ? min(color.rgb / color.a, 1.0) : vec3(0.0);
  return color;
}

float luma_sample(ivec2 place) {
  return (16.0 + 219.0 * dot(source_color(place).rgb, luma_weights)) / 255.0;
}

vec3 row_mean(ivec2 place) {
  return 0.25 * source_color(place - ivec2(1, 0)).rgb + 0.5 * source_color(place).rgb
    + 0.25 * source_color(place + ivec2(1, 0)).rgb;
}

// A sample of U, or of V.
float chroma_sample(ivec2 sample_place, bool is_v) {
  ivec2 place = 2 * sample_place;
  vec3 color = 0.5 * (row_mean(place) + row_mean(place + ivec2(0, 1)));
  float grey = dot(color, luma_weights);
  float difference = is_v ? (color.r - grey) / 1.5748 : (color.b - grey) / 1.8556;
  return (128.0 + 224.0 * difference) / 255.0;
}

void main() {
  ivec2 place = ivec2(gl_FragCoord.xy);
  ivec2 size = ivec2(v_source.xy);
  int chroma_rows = (size.y + 1) / 2;
  int first = 4 * place.x;
  vec4 samples;
  if (place.y < size.y) {
    for (int index = 0; index < 4; index++) samples[index] = luma_sample(ivec2(first + index, place.y));
  } else if (place.y < size.y + chroma_rows) {
    int columns = ((size.x + 1) / 2 + 3) / 4;
    bool is_v = place.x >= columns;
    if (is_v) first -= 4 * columns;
    for (int index = 0; index < 4; index++) {
      samples[index] = chroma_sample(ivec2(first + index, place.y - size.y), is_v);
    }
  } else {
    int row = place.y - size.y - chroma_rows;
    for (int index = 0; index < 4; index++) samples[index] = source_color(ivec2(first + index, row)).a;
  }
  out_color = samples;
}
