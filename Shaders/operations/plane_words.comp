#version 310 es
// plane_words: a picture as planes of BT.709, stored into the buffer that the program maps, four samples an invocation:
// all planes one behind the other, or a part of them in the layout of PackedPlanes.swift.
// Records: PlanesPart, Planes.
precision highp float;
precision highp int;
precision highp sampler2D;

layout(local_size_x = 32, local_size_y = 4) in;
layout(std430, binding = 0) writeonly buffer Words { uint words[]; } u_words;

uniform sampler2D u_source;  // premultiplied
uniform int u_pass;          // the PlanesPart

#include "lib/record.glsl"
#include "records/Planes"
#include "records/PlanesPart"
#include "lib/planes_sample.glsl"

// A byte of the planes Y, U, V and alpha, which stand one behind the other.
float planes_byte(int place) {
  ivec2 size = ivec2(v_source.xy);
  ivec2 chroma = (size + 1) / 2;
  int area = size.x * size.y;
  int chroma_area = chroma.x * chroma.y;
  if (place < area) return planes_luma(ivec2(place % size.x, place / size.x));
  place -= area;
  if (place < 2 * chroma_area) {
    bool is_v = place >= chroma_area;
    if (is_v) place -= chroma_area;
    return planes_chroma(ivec2(place % chroma.x, place / chroma.x), is_v);
  }
  place -= 2 * chroma_area;
  return planes_alpha(ivec2(place % size.x, place / size.x));
}

void main() {
  PlanesPart part = planes_part_at(u_pass);
  Planes planes = planes_at(part.planes);
  v_source = vec4(planes.size, planes.isStraight, 0.0);
  ivec4 area = ivec4(part.area);
  ivec2 place = ivec2(gl_GlobalInvocationID.xy);
  int word = place.y * area.z + place.x;
  if (place.x >= area.z || place.y >= area.w || word >= part.words) return;
  vec4 levels;
  if (part.isPacked > 0.0) {
    levels = planes_packed(area.xy + place);
  } else {
    for (int index = 0; index < 4; index++) levels[index] = planes_byte(4 * word + index);
  }
  uvec4 bytes = uvec4(levels) << uvec4(0u, 8u, 16u, 24u);
  u_words.words[part.first + word] = bytes.x | bytes.y | bytes.z | bytes.w;
}
