// blur_step: the steps of a blur, a pixel at a time; the same functions in fragment and compute shaders.
// The weights are the Gaussian at whole pixels, divided by their sum, as on the CPU; see BlurFilter. Includers define
// blur_tap, which returns the pixels that blur_source returns.

// The mean of 2 x 2 pixels. texel: the first of them, from the source's first.
BLUR_PIXEL blur_halved(ivec2 texel) {
  BLUR_PIXEL upper = blur_source(texel) + blur_source(texel + ivec2(1, 0));
  BLUR_PIXEL lower = blur_source(texel + ivec2(0, 1)) + blur_source(texel + ivec2(1, 1));
  return 0.25 * (upper + lower);
}

// The mean of 4 x 4 pixels.
BLUR_PIXEL blur_quartered(ivec2 texel) {
  BLUR_PIXEL sum = BLUR_PIXEL(0.0);
  for (int row = 0; row < 4; row++) {
    ivec2 left = texel + ivec2(0, row);
    sum += blur_source(left) + blur_source(left + ivec2(1, 0)) + blur_source(left + ivec2(2, 0))
      + blur_source(left + ivec2(3, 0));
  }
  return sum / 16.0;
}

// The taps of a Gaussian around a pixel, added along one axis.
BLUR_PIXEL blur_gaussian(ivec2 texel) {
  ivec2 along = v_blur.x == 1.0 ? ivec2(1, 0) : ivec2(0, 1);
  int taps = int(v_blur.z);
  // exp(f t^2) grows by exp(f (2t - 1)) from one tap to the next, and that by exp(2f).
  float growth = exp(-0.5 / max(v_blur.y * v_blur.y, 1e-6));
  float change = growth * growth;
  float weight = 1.0;
  BLUR_PIXEL sum = blur_tap(texel);
  float total = 1.0;
  for (int tap = 1; tap <= taps; tap++) {
    weight *= growth;
    growth *= change;
    sum += weight * (blur_tap(texel - tap * along) + blur_tap(texel + tap * along));
    total += 2.0 * weight;
  }
  return sum / total;
}
