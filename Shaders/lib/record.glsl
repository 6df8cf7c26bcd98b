// record: one texel of the table that a pass reads by index: clips, and where the levels of pictures lie.
// Host struct: Sources/LaminaGPU/Frame/RecordTable.swift.

vec4 record(int index) {
  return texelFetch(u_records, ivec2(index & 2047, index >> 11), 0);
}
