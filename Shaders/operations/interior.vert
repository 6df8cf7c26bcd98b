#version 310 es
// interior: an opaque interior on an affine plane; one instance for each quadrilateral.
// Records: Interior, Fill, Level.
precision highp float;
precision highp int;

#include "lib/instance.glsl"
#ifdef PICTURE
#include "records/Interior"
#else
#include "records/Fill"
#endif
#ifdef LEVELS
#include "records/Level"
#endif
#include "lib/atlas_tiles.glsl"

flat out vec4 v_fill;
#ifdef PICTURE
flat out vec4 v_steps;
flat out vec4 v_origin;
flat out vec4 v_limits;
flat out vec4 v_sampling;
flat out vec4 v_picture;
flat out vec4 v_tint;
#endif
#ifdef LEVELS
flat out vec4 v_large;       // texels of level 0 to the larger level; texels: the last centre
flat out vec4 v_small;       // the same for the smaller level
flat out vec4 v_largeStart;  // texels, from the level to its layer; the layer; how much of the smaller level shows
flat out vec4 v_smallStart;  // texels, from the level to its layer; the layer; unused
#endif

void main() {
  gl_Position = instance_position();
#ifdef PICTURE
  Interior interior = interior_at(in_record);
  v_fill = interior.fill;
  v_steps = interior.steps;
  v_origin = interior.origin;
  v_limits = interior.limits;
  v_sampling = vec4(interior.isNearest, 0.0, 0.0, 0.0);
  v_picture = interior.place;
  v_tint = interior.tint;
#else
  v_fill = fill_at(in_record).fill;
#endif
#ifdef LEVELS
  float mixed = fract(interior.level);
  int first = interior.levels + LEVEL_TEXELS * int(interior.level);
  Level larger = level_at(first);
  // At a whole level, which may be the last, the smaller one is the same.
  Level smaller = level_at(mixed > 0.0 ? first + LEVEL_TEXELS : first);
  v_large = vec4(larger.scale, larger.lastCentre);
  v_small = vec4(smaller.scale, smaller.lastCentre);
  v_largeStart = vec4(atlas_start(vec2(0.0), larger.place), mixed);
  v_smallStart = vec4(atlas_start(vec2(0.0), smaller.place), 0.0);
#endif
}
