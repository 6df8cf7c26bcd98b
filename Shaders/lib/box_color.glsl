// box_color: the colour of a box at a pixel, from the colour inside its outline, its border, opacity and clips.

#ifdef CLIPS
#include "lib/clip_coverage.glsl"
#endif
#ifdef MASKS
#include "lib/gradient_color.glsl"
#include "lib/mask_coverage.glsl"
#endif

// The box's opacity times the coverage of its clips.
float box_share(vec2 pixel) {
  float share = v_shape.z;
#ifdef CLIPS
  share *= clip_coverage(pixel, v_row2.w);
#endif
#ifdef MASKS
  share *= mask_coverage(pixel, v_row2.w);
#endif
  return share;
}

// color: inside the outline. share: as of box_share.
vec4 box_color(LayerSample here, vec4 color, float share) {
  vec4 soft = box_soft_edges(v_shape.w);
  float outer = box_coverage(here, v_box, v_radii, v_shape.x, soft);
#ifdef COMPUTE
  if (v_shape.y <= 0.0) return color * (share * outer);
#endif
#ifdef BORDER
  float width = v_shape.y;
  float inner = box_coverage(
    here, v_box + vec4(width, width, -width, -width), max(v_radii - width, 0.0), v_shape.x, soft);
  float rim = width > 0.0 ? outer - inner : 0.0;
  return (color * outer + (v_border - color * v_border.a) * rim) * share;
#else
  return color * (share * outer);
#endif
}
