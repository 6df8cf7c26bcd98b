// picture_color: the premultiplied colour of a picture, from the one array texture that holds all pictures.
// So one draw may show any number of pictures of any size through one sampler: sixteen samplers behind
// branches took llvmpipe a minute to compile, and four times as long to run.
// Host struct: Sources/Engine/LaminaGPU/Pictures/AtlasPlace.swift.

// picture: tiles in a row; first tile, over all layers; texels: x, y from the tile to the picture.
vec4 picture_color(vec2 texel, vec4 picture) {
  vec3 start = atlas_start(floor(texel * (1.0 / ATLAS_TILE_INSIDE)), picture);
  vec4 color = textureLod(u_atlas, vec3((atlas_place(texel) + start.xy) / ATLAS_SIDE, start.z), 0.0);
  return picture.y == PICTURE_NONE ? vec4(0.0) : color;
}
