// probe_kernel: loads that tell how fast a device shades: arithmetic alone, a blur of 25 taps, and samples of four mixed texels.
// The same function is run by a fragment and by a compute shader; which of the two is faster differs by device.

const int PROBE_ROUNDS = 64;
const int PROBE_TAPS = 12;  // to either side

const int PROBE_SAMPLES = 16;

// kind: 0 for arithmetic, 1 for the blur, 2 for samples. size: of the texture that is read.
vec4 probe_kernel(ivec2 pixel, int kind, ivec2 size) {
  vec4 sum = vec4(pixel.xyxy) * 1e-4;
  if (kind == 0) {
    for (int index = 0; index < PROBE_ROUNDS; ++index) {
      sum = sum * 0.991 + sum.yzwx * 0.007;
      sum = sum.wxyz * 0.5 + sum * sum * 0.1 + 0.003;
    }
    return clamp(sum, 0.0, 1.0);
  }
  sum = vec4(0.0);
  if (kind == 2) {
    vec2 scale = 1.0 / vec2(size);
    for (int index = 0; index < PROBE_SAMPLES; ++index) {
      vec2 place = vec2(pixel) + vec2(index & 3, index >> 2);
      sum += textureLod(u_source, place * scale, 0.0) * (1.0 / float(PROBE_SAMPLES));
    }
    return sum;
  }
  for (int tap = -PROBE_TAPS; tap <= PROBE_TAPS; ++tap) {
    int column = clamp(pixel.x + tap, 0, size.x - 1);
    sum += texelFetch(u_source, ivec2(column, pixel.y), 0) * (1.0 / float(2 * PROBE_TAPS + 1));
  }
  return sum;
}
