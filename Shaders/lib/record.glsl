// record: the table that shaders read by index. Its records are described in `records.list`.
// Whole numbers and floats are kept as bits, which no driver rounds.

// RECORDS and RECORD_TEXEL depend on the device: ShaderStage.swift defines them.

precision highp RECORDS;
uniform RECORDS u_records;

uvec4 record_bits(int index) {
  return RECORD_TEXEL(index);
}

vec4 record_texel(int index) {
  return uintBitsToFloat(record_bits(index));
}
