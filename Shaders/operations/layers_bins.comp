#version 310 es
// layers_bins: bins of the items of a run for `layers`, where many of them are particles. The processor knows the pixels
// of all particles of an operation together; here a group looks at a round of items for one bin, and keeps those that
// touch the bin.
// Records: BinPass, Item, Box, Shadow, Particle.
precision highp float;
precision highp int;
precision highp uimage2D;

layout(local_size_x = 128) in;

layout(rgba32ui, binding = 0) writeonly uniform uimage2D u_target;  // bits of items, a texel for each round of a bin

uniform int u_pass;  // the BinPass

#include "lib/record.glsl"
#include "records/BinPass"
#include "lib/layers_bins.glsl"
#include "lib/layers_touch.glsl"

shared uint s_touching[4];  // of the round's items, a bit each

void main() {
  BinPass bins = bin_pass_at(u_pass);
  int local = int(gl_LocalInvocationIndex);
  int bin = int(gl_WorkGroupID.x);
  int round = int(gl_WorkGroupID.y);
  ivec2 place = ivec2(bin % bins.columns, bin / bins.columns);
  ivec2 known = place * int(bins.tiles) / int(bins.knownTiles);
  uvec4 listed = record_bits(bins.known + (known.y * bins.knownColumns + known.x) * bins.rounds + round);
  float side = bins.tiles * float(LAYERS_TILE);
  vec2 center = bins.origin + (vec2(place) + 0.5) * side;
  if (local < 4) s_touching[local] = 0u;
  memoryBarrierShared();
  barrier();
  uint bit = 1u << uint(local & 31);
  int item = bins.items + (ROUND * round + local) * ITEM_TEXELS;
  if ((listed[local >> 5] & bit) != 0u && layers_touches(item_at(item), center, vec2(side))) {
    atomicOr(s_touching[local >> 5], bit);
  }
  memoryBarrierShared();
  barrier();
  if (local > 0) return;
  uvec4 kept = uvec4(s_touching[0], s_touching[1], s_touching[2], s_touching[3]);
  imageStore(u_target, layers_bins_texel(bin * bins.rounds + round), kept);
}
