// quad_corner: the corner of this vertex, of a quadrilateral drawn as a strip of two triangles.
// The corners come in order around it, two to a vector, and a strip wants the last two the other way round.

vec2 quad_corner(vec4 corners01, vec4 corners23) {
  vec4 pair = gl_VertexID < 2 ? corners01 : corners23;
  return gl_VertexID == 1 || gl_VertexID == 2 ? pair.zw : pair.xy;
}
