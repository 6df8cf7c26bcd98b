// box_paint_vertex: passes a box's picture or gradient on, as box_inputs names them.

#include "lib/atlas_tiles.glsl"
#ifdef PICTURE
#include "records/Picture"
#endif
#ifdef GRADIENT
#include "records/Gradient"
#endif

void box_paint_vertex(Box box) {
  v_offsetAndStop0 = vec4(0.0);
  v_stop1AndSlope0 = vec4(0.0);
  v_slope1AndSlope2 = vec4(0.0);
  v_limits = vec4(0.0);
  v_sampling = vec4(-1.0, -1.0, 0.0, 0.0);
  v_picture = vec4(1.0, PICTURE_NONE, 0.0, 0.0);
#ifdef PICTURE
  if (box.picture >= 0) {
    Picture picture = picture_at(box.picture);
    v_offsetAndStop0 = picture.offsetAndStop0;
    v_stop1AndSlope0 = picture.stop1AndSlope0;
    v_slope1AndSlope2 = picture.slope1AndSlope2;
    v_limits = picture.limits;
    float minification = picture.minification < 0.0 ? picture.minification : float(picture.levels);
    v_sampling = vec4(picture.magnification, minification, picture.bias, picture.lastLevel);
    v_picture = picture.place;
  }
#endif
#ifdef GRADIENT
  if (box.gradient >= 0) {
    Gradient gradient = gradient_at(box.gradient);
    v_offsetAndStop0 = vec4(gradient.first.xyz, gradient.kind);
    v_stop1AndSlope0 = gradient.second;
    v_slope1AndSlope2 = vec4(float(gradient.spans), float(gradient.spanRows), 0.0, 0.0);
    v_picture.y = PICTURE_GRADIENT;
  }
#endif
}
