// atlas_tiles: where the tiles of a picture lie in the array texture that holds all pictures.
// A layer is a grid of tiles. A large picture fills tiles that overlap by two texels and are numbered on through
// the layers; a small one, at most the inside of a tile, lies anywhere in a layer and counts as its first tile, moved.
// Host struct: Sources/Engine/LaminaGPU/Pictures/AtlasPlace.swift.

const float PICTURE_NONE = -1.0;      // in place of the first tile: no picture
const float PICTURE_GRADIENT = -2.0;  // a gradient instead of a picture

const float ATLAS_SIDE = 2048.0;        // texels
const float ATLAS_TILE = 256.0;         // texels, a border of one on each side included
const float ATLAS_TILE_INSIDE = 254.0;  // texels
const float ATLAS_TILES = 8.0;          // in a row of a layer, and rows

// A place among the texels of a picture to 1/4096: finer than samplers distinguish, and coarse enough that the origin
// of the picture in its layer is added without rounding. Otherwise pixels would depend on the place of the picture, and
// so on earlier draws.
vec2 atlas_place(vec2 texel) { return floor(texel * 4096.0 + 0.5) * (1.0 / 4096.0); }

// The shift from texels of a picture to texels of a layer, and the layer.
// tile: column and row in the picture. picture: tiles in a row; first tile, over all layers; texels: x, y from the tile
// to the picture.
vec3 atlas_start(vec2 tile, vec4 picture) {
  float cell = picture.y + tile.y * picture.x + tile.x;
  float row = floor(cell / ATLAS_TILES);
  float layer = floor(row / ATLAS_TILES);
  vec2 start = vec2(cell - row * ATLAS_TILES, row - layer * ATLAS_TILES) * ATLAS_TILE;
  return vec3(start - tile * ATLAS_TILE_INSIDE + picture.zw, layer);
}
