// CLanes: the few steps on vectors of bytes that Swift's vector types can only express lane by lane. They are written
// with the compiler's own vector types, so they mean the same on every processor. And two calls for threads.
#pragma once
#include <string.h>
#include <sys/prctl.h>

typedef unsigned char lanes_u8x8 __attribute__((ext_vector_type(8)));
typedef unsigned char lanes_u8x16 __attribute__((ext_vector_type(16)));
typedef float lanes_f32x16 __attribute__((ext_vector_type(16)));
typedef short lanes_i16x8 __attribute__((ext_vector_type(8)));
typedef unsigned short lanes_u16x8 __attribute__((ext_vector_type(8)));
typedef unsigned short lanes_u16x16 __attribute__((ext_vector_type(16)));
typedef int lanes_i32x4 __attribute__((ext_vector_type(4)));
typedef int lanes_i32x8 __attribute__((ext_vector_type(8)));
typedef unsigned lanes_u32x8 __attribute__((ext_vector_type(8)));

#define LANES_INLINE static inline __attribute__((always_inline))

// Sixteen bytes as numbers.
LANES_INLINE lanes_f32x16 lanes_widen(const void *address) {
  lanes_u8x16 bytes;
  memcpy(&bytes, address, 16);
  return __builtin_convertvector(bytes, lanes_f32x16);
}

// Products of neighbours, added in pairs: one instruction on x86.
LANES_INLINE lanes_i32x4 lanes_pair_sums(lanes_i16x8 a, lanes_i16x8 b) {
  lanes_i32x8 products = __builtin_convertvector(a, lanes_i32x8) * __builtin_convertvector(b, lanes_i32x8);
  return products.even + products.odd;
}

// Two neighbouring texels of four bytes in each of two rows, weighted and added. `left` and `right` hold the weights of a
// column's two texels, the upper row's in the low half; each at most 32767, all together at most 65535.
LANES_INLINE lanes_i32x4 lanes_weigh_texels(const void *upper, const void *lower, unsigned left, unsigned right) {
  lanes_u8x8 upper_bytes, lower_bytes;
  memcpy(&upper_bytes, upper, 8);
  memcpy(&lower_bytes, lower, 8);
  lanes_i16x8 above = __builtin_convertvector(upper_bytes, lanes_i16x8);
  lanes_i16x8 below = __builtin_convertvector(lower_bytes, lanes_i16x8);
  lanes_i16x8 first = __builtin_shufflevector(above, below, 0, 8, 1, 9, 2, 10, 3, 11);
  lanes_i16x8 second = __builtin_shufflevector(above, below, 4, 12, 5, 13, 6, 14, 7, 15);
  lanes_i32x4 first_weights = (lanes_i32x4)(int)left;
  lanes_i32x4 second_weights = (lanes_i32x4)(int)right;
  return lanes_pair_sums(first, (lanes_i16x8)first_weights) + lanes_pair_sums(second, (lanes_i16x8)second_weights);
}

// The high halves of products: one instruction on x86.
LANES_INLINE lanes_u16x8 lanes_high_products(lanes_u16x8 a, lanes_u16x8 b) {
  lanes_u32x8 products = __builtin_convertvector(a, lanes_u32x8) * __builtin_convertvector(b, lanes_u32x8);
  return __builtin_convertvector(products >> 16, lanes_u16x8);
}

// The weights of the four texels around eight pixels, as `lanes_weigh_texels` takes them: eight words for the left
// columns, then eight for the right ones. A pixel's weights add up to `share` exactly. How far a pixel lies to the right
// and down are fractions of 2^32, of which 16 bits count.
LANES_INLINE void lanes_make_weights(lanes_u32x8 across, lanes_u32x8 down, unsigned short share, unsigned *words) {
  lanes_u16x8 right_part = __builtin_convertvector(across >> 16, lanes_u16x8);
  lanes_u16x8 lower_part = __builtin_convertvector(down >> 16, lanes_u16x8);
  lanes_u16x8 all = (lanes_u16x8)share;
  lanes_u16x8 right = lanes_high_products(right_part, all);
  lanes_u16x8 left = all - right;
  lanes_u16x8 lower_right = lanes_high_products(right, lower_part);
  lanes_u16x8 lower_left = lanes_high_products(left, lower_part);
  lanes_u16x8 upper_right = right - lower_right;
  lanes_u16x8 upper_left = left - lower_left;
  lanes_u16x16 left_words = __builtin_shufflevector(
      upper_left, lower_left, 0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15);
  lanes_u16x16 right_words = __builtin_shufflevector(
      upper_right, lower_right, 0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15);
  memcpy(words, &left_words, 32);
  memcpy(words + 8, &right_words, 32);
}

// Tells the processor that a loop waits for another thread, so that it saves power and leaves its core to others.
LANES_INLINE void lanes_wait_hint(void) {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ volatile("yield");
#endif
}

// Names the calling thread; the kernel keeps 15 characters. Foundation for Linux loses a name that is given before the
// start of a thread, and one that the thread gives itself may race with the start.
LANES_INLINE void lanes_name_thread(const char *name) { prctl(PR_SET_NAME, name, 0, 0, 0); }
