#version 310 es
// coverage: bytes of coverage, sent one behind the other, as white texels of a layer of the atlas.
// Host struct: Sources/Engine/LaminaGPU/Interface/Instance.swift, Instance.
precision highp float;
precision highp int;
precision highp sampler2D;

uniform sampler2D u_source;  // bytes, 2048 in a row

flat in ivec4 v_cell;  // texels of the layer: the first x, y; the place of its byte; bytes from one row to the next

layout(location = 0) out vec4 out_color;  // premultiplied

void main() {
  ivec2 texel = ivec2(gl_FragCoord.xy) - v_cell.xy;
  int place = v_cell.z + texel.y * v_cell.w + texel.x;
  out_color = vec4(texelFetch(u_source, ivec2(place & 2047, place >> 11), 0).r);
}
