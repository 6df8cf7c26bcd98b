#version 310 es
// layers: the operations of a pass, front to back in registers, until every pixel is opaque.
// A group has a tile of 16 x 16 pixels. It looks at 128 items at a time, by an invocation for each, lists in their order
// those that touch the tile, and finds out which of its blocks of 8 x 4 pixels each of them touches; then all pixels run
// through the list. The colour of a pixel depends on the items that cover it and on nothing else: not on the part of
// the pass that is drawn, nor on the order of groups.
// PAIRS: 128 invocations, which every device has, with two pixels each. BACKDROP: draws composites with effects, and
// continues the pixels of an earlier run of the pass. COUNTS: stores in place of a colour how many operations and clips
// the pixel evaluated, 16 bits each.
// Records: TilePass, Item, Box, Picture, Gradient, Shadow, Composite, Surface, Particle, ParticlePicture, Clip, Level.
// Records: CompositeEffect, ColorMap.
precision highp float;
precision highp int;
precision highp sampler2D;
precision highp sampler2DArray;
precision highp image2D;

#ifdef PAIRS
layout(local_size_x = 128) in;
const int PIXELS = 2;
#else
layout(local_size_x = 256) in;
const int PIXELS = 1;
#endif
// The target in one of the formats that every device can store to; premultiplied.
layout(rgba8, binding = 0) writeonly uniform image2D u_target;
layout(rgba16f, binding = 1) writeonly uniform image2D u_target16;
layout(rgba32f, binding = 2) writeonly uniform image2D u_target32;

uniform sampler2D u_shadows;     // amounts that blurring removes at corners
uniform sampler2DArray u_atlas;  // pictures, premultiplied
uniform int u_pass;              // the TilePass
#ifdef BACKDROP
uniform sampler2D u_backdrop;    // the pixels of the run behind this one, from the target's first; premultiplied
#endif

int layers_evaluated = 0;  // operations
int layers_clips = 0;

#include "lib/record.glsl"
#include "records/TilePass"
#include "lib/box_inputs.glsl"
#include "lib/layer_sample.glsl"
#include "lib/corner_outline.glsl"
#include "lib/box_coverage.glsl"
#include "lib/box_vertex.glsl"
#include "lib/box_paint_vertex.glsl"
#include "lib/box_paint.glsl"
#include "lib/box_color.glsl"
#include "lib/shadow_vertex.glsl"
#include "lib/shadow_inputs.glsl"
#include "lib/shadow_coverage.glsl"
#include "lib/shadow_color.glsl"
#include "lib/layers_source.glsl"

vec4 composite_texel(ivec2 pixel) { return layers_texel(layers_slot, pixel); }

vec4 surface_texel(ivec2 pixel) { return layers_texel(layers_slot, pixel); }

#include "lib/composite_plain.glsl"
#include "lib/composite_plain_vertex.glsl"
#include "lib/surface_color.glsl"
#include "lib/surface_vertex.glsl"
#include "lib/particle_color.glsl"
#include "lib/particle_vertex.glsl"
#include "lib/mask_coverage.glsl"
#ifdef BACKDROP

float composite_mask_texel(ivec2 pixel) { return layers_texel(layers_mask, pixel).a; }

#include "lib/composite_effect.glsl"
#include "lib/composite_effect_vertex.glsl"
#include "lib/blend.glsl"
#endif
#include "lib/layers_bins.glsl"
#include "lib/layers_touch.glsl"
#include "lib/layers_tile.glsl"

// Below this much light, a fourth of a level, what lies behind is left out.
const float OPAQUE = 1.0 / 1024.0;

shared uint s_touching[4];  // of a round's items, a bit each
shared int s_items[ROUND];  // the Items that touch the tile, front to back
shared int s_first[ROUND];  // the links of their clips, as in LayersStack
shared int s_last[ROUND];
shared uint s_links[ROUND];
shared uint s_blocks[ROUND];  // which blocks an item touches, a bit each
shared uint s_isOpen;  // whether a pixel lets light through
#ifdef BACKDROP

// The most items of a run that meet the colour behind them by a blend mode, as `TileLimits` says.
const int HELD = 4;

int layers_blend = 0;         // the blend mode of the item that was evaluated last
float layers_outline = 0.0;  // the share of the pixel in which it clears the backdrop
#endif

// The first pixel of a block of a tile.
ivec2 block_start(int block) { return ivec2(block & 1, block >> 1) * ivec2(LAYERS_BLOCK); }

// The colour of an item at a pixel inside its bounds.
vec4 colored(Item item, vec2 pixel, int entry) {
  float share = layers_coverage(pixel, s_first[entry], s_last[entry], s_links[entry]);
  if (share <= 0.0) return vec4(0.0);
  layers_evaluated += 1;
  layers_slot = item.source & 15;
  if (item.kind == ITEM_SHADOW) {
    shadow_vertex(shadow_at(item.record), -1);
    return shadow_color(layer_sample(pixel, v_row0, v_row1, v_row2.xyz)) * share;
  } else if (item.kind == ITEM_COMPOSITE) {
    composite_plain_vertex(composite_at(item.record));
    return composite_plain(pixel, share);
  } else if (item.kind == ITEM_SURFACE) {
    surface_vertex(surface_at(item.record));
    return surface_color(pixel) * share;
  } else if (layers_is_particle(item)) {
    particle_vertex(particle_at(item.record));
    return particle_color(pixel) * share;
  }
#ifdef BACKDROP
  if (item.kind == ITEM_EFFECT) {
    layers_mask = item.source >> 4;
    composite_effect_vertex(composite_effect_at(item.record));
    vec4 source = composite_color(pixel, share);
    layers_blend = int(v_effect.z);
    layers_outline = max(composite_outline(pixel), source.a);
    return source;
  }
#endif
  Box box = box_at(item.record);
  box_vertex(box, -1);
  box_paint_vertex(box);
  LayerSample here = layer_sample(pixel, v_row0, v_row1, v_row2.xyz);
  return box_color(here, box_paint(here), box_share(pixel) * share);
}

void stored(ivec2 target, vec4 color, int image) {
  switch (image) {
    case 1: imageStore(u_target16, target, color); break;
    case 2: imageStore(u_target32, target, color); break;
    default: imageStore(u_target, target, color); break;
  }
}

void main() {
  TilePass tiles = tile_pass_at(u_pass);
  int local = int(gl_LocalInvocationIndex);
  ivec2 tile = ivec2(gl_WorkGroupID.xy) + ivec2(tiles.firstTile);
  vec2 center = tiles.origin + (vec2(tile) + 0.5) * float(LAYERS_TILE);
  // Neighbouring invocations, which a device runs together, have a block.
  int block = local >> 5;
  ivec2 place = tile * LAYERS_TILE + block_start(block) + ivec2(local & 7, local >> 3 & 3);
  ivec2 bin = tile / int(tiles.binTiles);
  int bits = (bin.y * tiles.columns + bin.x) * tiles.rounds;

  vec4 color[PIXELS];
  float left[PIXELS];  // of the light of what lies behind
#ifdef BACKDROP
  // The colours behind an item with a blend mode add up by themselves; the item and the colour in front of it are held
  // until they are complete.
  int held[PIXELS];
  vec4 heldColor[PIXELS * HELD];
  float heldLeft[PIXELS * HELD];
  vec4 heldSource[PIXELS * HELD];
  float heldOutline[PIXELS * HELD];
  int heldBlend[PIXELS * HELD];
#endif
  for (int index = 0; index < PIXELS; ++index) {
    color[index] = vec4(0.0);
#ifdef BACKDROP
    held[index] = 0;
#endif
    // Pixels beyond the area are not stored, so nothing has to be found out for them.
    vec2 pixel = vec2(place + ivec2(0, 8 * index));
    bool isInside = all(greaterThanEqual(pixel, tiles.area.xy)) && all(lessThan(pixel, tiles.area.zw));
    left[index] = isInside ? 1.0 : 0.0;
  }
  for (int round = 0; round < tiles.rounds; ++round) {
    uvec4 wanted = tiles.bins >= 0 ? record_bits(tiles.bins + bits + round)
      : layers_bins(bits + round);
    if (wanted == uvec4(0u)) continue;
    // The invocations have read the values of the round before.
    memoryBarrierShared();
    barrier();
    if (local < 4) s_touching[local] = 0u;
    if (local == 4) s_isOpen = 0u;
    memoryBarrierShared();
    barrier();
    LayersStack stack = LayersStack(false, -1, -1, 0u);
    int item = tiles.items + (ROUND * round + local) * ITEM_TEXELS;
    if (local < ROUND && (wanted[local >> 5] >> uint(local & 31) & 1u) != 0u) {
      Item listed = item_at(item);
      if (layers_touches(listed, center, vec2(LAYERS_TILE))) stack = layers_stack(center, listed.clip);
      if (stack.passes) atomicOr(s_touching[local >> 5], 1u << uint(local & 31));
    }
    memoryBarrierShared();
    barrier();
    if (stack.passes) {
      int entry = bitCount(s_touching[local >> 5] & (1u << uint(local & 31)) - 1u);
      for (int word = 0; word < local >> 5; ++word) entry += bitCount(s_touching[word]);
      s_items[entry] = item;
      s_first[entry] = stack.first;
      s_last[entry] = stack.last;
      s_links[entry] = stack.links;
      s_blocks[entry] = 0u;
    }
    int count = bitCount(s_touching[0]) + bitCount(s_touching[1]) + bitCount(s_touching[2]) + bitCount(s_touching[3]);
    memoryBarrierShared();
    barrier();
    for (int pair = local; pair < 8 * count; pair += 256 / PIXELS) {
      int entry = pair >> 3;
      vec2 middle = center + vec2(block_start(pair & 7)) + 0.5 * LAYERS_BLOCK - float(LAYERS_TILE / 2);
      bool isTouched = layers_touches(item_at(s_items[entry]), middle, LAYERS_BLOCK)
        && layers_passes(middle, s_first[entry], s_last[entry], s_links[entry]);
      if (isTouched) atomicOr(s_blocks[entry], 1u << uint(pair & 7));
    }
    memoryBarrierShared();
    barrier();
    for (int index = 0; index < PIXELS; ++index) {
      uint own = 1u << uint(block + 4 * index);
      vec2 pixel = tiles.origin + vec2(place + ivec2(0, 8 * index)) + 0.5;
      for (int entry = 0; entry < count && left[index] > OPAQUE; ++entry) {
        if ((s_blocks[entry] & own) == 0u) continue;
        Item drawn = item_at(s_items[entry]);
        if (any(lessThan(pixel, drawn.bounds.xy)) || any(greaterThan(pixel, drawn.bounds.zw))) continue;
        if (layers_is_particle(drawn) && !layers_touches_particle(particle_at(drawn.record), pixel, vec2(0.0))) continue;
#ifdef BACKDROP
        layers_blend = 0;
        layers_outline = 0.0;
#endif
        vec4 source = colored(drawn, pixel, entry);
#ifdef BACKDROP
        if (layers_blend != 0) {
          // Without a source and an outline, no mode changes a pixel.
          if (layers_outline <= 0.0 || held[index] == HELD) continue;
          int place = HELD * index + held[index];
          heldColor[place] = color[index];
          heldLeft[place] = left[index];
          heldSource[place] = source;
          heldOutline[place] = layers_outline;
          heldBlend[place] = layers_blend;
          held[index] += 1;
          color[index] = vec4(0.0);
          left[index] = 1.0;
          continue;
        }
#endif
        color[index] += source * left[index];
        if (drawn.kind != ITEM_ADDED) left[index] *= 1.0 - source.a;
      }
      if (left[index] > OPAQUE) atomicOr(s_isOpen, 1u);
    }
    memoryBarrierShared();
    barrier();
    if (s_isOpen == 0u) break;
  }
  for (int index = 0; index < PIXELS; ++index) {
    ivec2 target = place + ivec2(0, 8 * index);
    vec2 pixel = vec2(target);
    if (any(lessThan(pixel, tiles.area.xy)) || any(greaterThanEqual(pixel, tiles.area.zw))) continue;
#ifdef COUNTS
    ivec2 counts = ivec2(layers_evaluated, layers_clips);
#ifdef BACKDROP
    if (tiles.isContinued > 0.0) {
      ivec4 behind = ivec4(texelFetch(u_backdrop, target, 0) * 255.0 + 0.5);
      counts += behind.xz + (behind.yw << 8);
    }
#endif
    stored(target, vec4(ivec4(counts.x, counts.x >> 8, counts.y, counts.y >> 8) & 255) / 255.0, int(tiles.image));
#else
    vec4 behind = tiles.clear;
#ifdef BACKDROP
    if (tiles.isContinued > 0.0) behind = texelFetch(u_backdrop, target, 0);
#endif
    vec4 result = color[index] + behind * left[index];
#ifdef BACKDROP
    for (int level = held[index] - 1; level >= 0; --level) {
      int place = HELD * index + level;
      vec4 mixed = blend_mixed(heldBlend[place], heldSource[place], result, heldOutline[place]);
      result = heldColor[place] + mixed * heldLeft[place];
    }
#endif
    stored(target, mix(result, result.aaaa, tiles.isAlpha), int(tiles.image));
#endif
  }
}
