// layer_sample: the point of a target pixel in a layer's plane, and the steps to the next pixels.
// The inverse homography is evaluated per pixel, relative to an origin near the shape, so that 32-bit floats
// keep their precision on large canvases; its Jacobian replaces `fwidth`, which is wrong at seams.

struct LayerSample {
  vec2 point;    // layer space, points
  vec2 stepX;    // points, from a pixel to the next one right
  vec2 stepY;    // points, from a pixel to the next one down
  bool visible;  // whether the plane lies in front of the eye here
};

LayerSample layer_sample(vec2 pixel, vec4 row0, vec4 row1, vec3 row2) {
  vec2 offset = pixel - vec2(row0.w, row1.w);
  vec3 homogeneous = row0.xyz * offset.x + row1.xyz * offset.y + row2;
  // The bound keeps squares of steps finite at the horizon; points there are outside of every box.
  float reciprocal = 1.0 / max(homogeneous.z, 1e-9);
  LayerSample here;
  here.point = homogeneous.xy * reciprocal;
  here.stepX = (row0.xy - here.point * row0.z) * reciprocal;
  here.stepY = (row1.xy - here.point * row1.z) * reciprocal;
  here.visible = homogeneous.z > 0.0;
  return here;
}
