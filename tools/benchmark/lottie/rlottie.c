// Draws frames of a Lottie file with rlottie and prints the milliseconds a frame of each round.
// Use: rlottie FILE WIDTH HEIGHT FRAMES ROUNDS
#include <rlottie_capi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1e3 + time.tv_nsec / 1e6;
}

int main(int count, char **words) {
  if (count != 6) return 64;
  size_t width = strtoul(words[2], 0, 10), height = strtoul(words[3], 0, 10);
  size_t frames = strtoul(words[4], 0, 10), rounds = strtoul(words[5], 0, 10);
  Lottie_Animation *animation = lottie_animation_from_file(words[1]);
  uint32_t *pixels = calloc(width * height, 4);
  if (!animation || !pixels) return 65;
  size_t total = lottie_animation_get_totalframe(animation);
  lottie_animation_render(animation, 0, pixels, width, height, width * 4);
  for (size_t round = 0; round < rounds; round++) {
    double start = now();
    for (size_t frame = 0; frame < frames; frame++) {
      // rlottie draws over the existing contents.
      memset(pixels, 0, width * height * 4);
      lottie_animation_render(animation, frame * total / frames, pixels, width, height, width * 4);
    }
    printf("%.3f\n", (now() - start) / frames);
  }
  lottie_animation_destroy(animation);
  free(pixels);
  return 0;
}
