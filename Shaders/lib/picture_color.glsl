// picture_color: the premultiplied colour of a picture, from the one array texture that holds all pictures.
// A layer is a grid of tiles. A large picture fills tiles that overlap by two texels and are numbered on through
// the layers; a small one, at most the inside of a tile, lies anywhere in a layer and counts as its first tile,
// moved. So one draw may show any number of pictures of any size through one sampler: sixteen samplers behind
// branches took llvmpipe a minute to compile, and four times as long to run.
// Host struct: Sources/LaminaGPU/Pictures/AtlasPlace.swift.

const float ATLAS_SIDE = 2048.0;        // texels
const float ATLAS_TILE = 256.0;         // texels, a border of one on each side included
const float ATLAS_TILE_INSIDE = 254.0;  // texels
const float ATLAS_TILES = 8.0;          // in a row of a layer, and rows
const float PICTURE_NONE = -1.0;        // in place of the first tile

// picture: tiles in a row; first tile, over all layers; texels: x, y from the tile to the picture.
vec4 picture_color(vec2 texel, vec4 picture) {
  vec2 tile = floor(texel * (1.0 / ATLAS_TILE_INSIDE));
  float cell = picture.y + tile.y * picture.x + tile.x;
  float row = floor(cell / ATLAS_TILES);
  float layer = floor(row / ATLAS_TILES);
  vec2 start = vec2(cell - row * ATLAS_TILES, row - layer * ATLAS_TILES) * ATLAS_TILE;
  vec2 inLayer = texel - tile * ATLAS_TILE_INSIDE + start + picture.zw;
  vec4 color = textureLod(u_atlas, vec3(inLayer / ATLAS_SIDE, layer), 0.0);
  return picture.y == PICTURE_NONE ? vec4(0.0) : color;
}
