// layers_touch: how shapes lie to a square of pixels, so that tiles, blocks and bins list the items that touch them.
// Every answer errs towards LAYERS_ACROSS, which costs time and changes no pixel.

#include "lib/corner_outline.glsl"
#include "records/Item"
#include "records/Box"
#include "records/Shadow"
#include "records/Particle"

// As `TileItemKind` says.
const int ITEM_BOX = 0;
const int ITEM_SHADOW = 1;
const int ITEM_COMPOSITE = 2;
const int ITEM_SURFACE = 3;
const int ITEM_PARTICLE = 4;
const int ITEM_ADDED = 5;   // a particle that is added to what lies behind it
const int ITEM_EFFECT = 6;  // a composite with maps of colours, a mask or a blend mode
const float SHADOW_REACH = 3.2;  // standard deviations

const int ROUND = 128;  // items that a group looks at together
const int LAYERS_TILE = 16;  // pixels of a side
const vec2 LAYERS_BLOCK = vec2(8.0, 4.0);  // pixels of the sides

const int LAYERS_OUTSIDE = 0;  // touches no pixel of the tile
const int LAYERS_ACROSS = 1;   // anything
const int LAYERS_INSIDE = 2;   // covers every pixel wholly

// center, size: of the tile or block, pixels of the target. beyond: how far the shape reaches beyond its box, points.
int layers_place(
  vec2 center, vec2 size, vec4 row0, vec4 row1, vec4 row2, vec4 box, vec4 radii, float cornerCode, vec2 beyond
) {
  if (row0.z != 0.0 || row1.z != 0.0 || row2.z != 1.0) return LAYERS_ACROSS;
  vec2 offset = center - vec2(row0.w, row1.w);
  vec2 point = row0.xy * offset.x + row1.xy * offset.y + row2.xy;
  // Half the sides, with half a pixel more than the pixels' centres take; and half a pixel of antialiasing.
  vec2 reach = 0.5 * (size.x * abs(row0.xy) + size.y * abs(row1.xy))
    + 0.5 * sqrt(row0.xy * row0.xy + row1.xy * row1.xy);
  // From each edge by itself, since a half plane is a box whose other edges are a billion points away.
  vec2 nearest = min(point - box.xy, box.zw - point);
  if (any(lessThan(nearest + reach, -beyond))) return LAYERS_OUTSIDE;
  if (any(lessThan(nearest, reach))) return LAYERS_ACROSS;
  // In the square of the largest corner, a circle that lies inside every outline of that length.
  float radius = max(max(radii.x, radii.y), max(radii.z, radii.w)) * corner_reach(cornerCode);
  vec2 corner = radius + reach - nearest;
  bool isRounded = radius > 0.0 && min(corner.x, corner.y) > 0.0 && length(corner) > radius;
  return isRounded ? LAYERS_ACROSS : LAYERS_INSIDE;
}

bool layers_is_particle(Item item) { return item.kind == ITEM_PARTICLE || item.kind == ITEM_ADDED; }

// Whether a particle may touch a square around a centre, or a point.
bool layers_touches_particle(Particle particle, vec2 center, vec2 size) {
  vec4 inverse = particle.inverse;
  vec2 offset = center - particle.center;
  vec2 distance = abs(vec2(dot(inverse.xy, offset), dot(inverse.zw, offset)));
  // Half the picture, half a pixel of antialiasing, and half the square.
  vec2 reach = 0.5 + 0.5 * vec2(length(inverse.xy), length(inverse.zw))
    + 0.5 * (size.x * abs(inverse.xz) + size.y * abs(inverse.yw));
  return all(lessThanEqual(distance, reach));
}

// Whether an item without its clips may touch pixels around a centre.
bool layers_touches(Item item, vec2 center, vec2 size) {
  bool isNear = all(lessThan(item.bounds.xy, center + 0.5 * size))
    && all(greaterThan(item.bounds.zw, center - 0.5 * size));
  if (!isNear) return false;
  int place = LAYERS_ACROSS;
  if (item.kind == ITEM_SHADOW) {
    Shadow shadow = shadow_at(item.record);
    vec2 beyond = SHADOW_REACH * shadow.sigma;
    place = layers_place(
      center, size, shadow.row0, shadow.row1, shadow.row2, shadow.box, shadow.radii, shadow.corner, beyond);
  } else if (item.kind == ITEM_BOX) {
    Box box = box_at(item.record);
    place = layers_place(center, size, box.row0, box.row1, box.row2, box.box, box.radii, box.corner, vec2(0.0));
  } else if (layers_is_particle(item)) {
    // The bounds are those of all particles of the operation.
    return layers_touches_particle(particle_at(item.record), center, size);
  }
  return place != LAYERS_OUTSIDE;
}
