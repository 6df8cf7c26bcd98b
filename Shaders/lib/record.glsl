// record: the table that shaders read by index. Its records are described in `records.list`.
// Whole numbers and floats are kept as bits, which no driver rounds.

precision highp usampler2D;
uniform usampler2D u_records;

uvec4 record_bits(int index) {
  return texelFetch(u_records, ivec2(index & 2047, index >> 11), 0);
}

vec4 record_texel(int index) {
  return uintBitsToFloat(record_bits(index));
}
