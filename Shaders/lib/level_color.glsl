// level_color: the premultiplied colour of a level of detail that lies in one piece in the atlas.

// texel: of level 0. level: texels of level 0 to this level; texels: the last centre. start: as atlas_start returns it.
vec4 level_color(vec2 texel, vec4 level, vec3 start) {
  vec2 inLevel = atlas_place(clamp(texel * level.xy, vec2(0.5), level.zw)) + start.xy;
  return textureLod(u_atlas, vec3(inLevel / ATLAS_SIDE, start.z), 0.0);
}
