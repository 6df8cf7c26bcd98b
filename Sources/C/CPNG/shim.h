// CPNG: libpng's reader and writer behind functions that return instead of jumping.
//
// libpng reports errors with longjmp, which must not cross Swift frames. Each function here calls setjmp itself, so a
// jump starts and ends in C. A function returns 1 when it worked and 0 when it failed; then `error` holds libpng's text.
#pragma once
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <png.h>

// One picture being read from memory. Zero it, set `bytes` and `count`, open, read, close.
typedef struct {
  const uint8_t *bytes;
  size_t count;
  size_t offset;       // how far libpng has read
  png_structp png;     // NULL when closed
  png_infop info;
  char error[256];     // why a function returned 0
  char warnings[1024]; // newline-separated, as many as fit
} lamina_png_reader;

static inline void lamina_png_reader_fail(png_structp png, png_const_charp message) {
  lamina_png_reader *reader = (lamina_png_reader *)png_get_error_ptr(png);
  snprintf(reader->error, sizeof reader->error, "%s", message);
  png_longjmp(png, 1);
}

static inline void lamina_png_reader_warn(png_structp png, png_const_charp message) {
  lamina_png_reader *reader = (lamina_png_reader *)png_get_error_ptr(png);
  size_t used = strlen(reader->warnings);
  if (used + strlen(message) + 2 > sizeof reader->warnings) return;
  snprintf(reader->warnings + used, sizeof reader->warnings - used, "%s\n", message);
}

static inline void lamina_png_reader_take(png_structp png, png_bytep into, size_t count) {
  lamina_png_reader *reader = (lamina_png_reader *)png_get_io_ptr(png);
  if (count > reader->count - reader->offset) png_error(png, "the data ends too early");
  memcpy(into, reader->bytes + reader->offset, count);
  reader->offset += count;
}

static inline void lamina_png_reader_close(lamina_png_reader *reader) {
  if (reader->png) png_destroy_read_struct(&reader->png, &reader->info, NULL);
}

// Reads everything before the pixels.
static inline int lamina_png_reader_open(lamina_png_reader *reader) {
  reader->png = png_create_read_struct(
      PNG_LIBPNG_VER_STRING, reader, lamina_png_reader_fail, lamina_png_reader_warn);
  reader->info = reader->png ? png_create_info_struct(reader->png) : NULL;
  if (!reader->info) {
    snprintf(reader->error, sizeof reader->error, "out of memory");
    return 0;
  }
  if (setjmp(png_jmpbuf(reader->png))) return 0;
  // Sizes are limited by our caller, with the numbers in its message.
  png_set_user_limits(reader->png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
  png_set_read_fn(reader->png, reader, lamina_png_reader_take);
  png_read_info(reader->png, reader->info);
  return 1;
}

// Reads the pixels as straight RGBA of 8 bits, or of 16 in host order when the file has 16, and the chunks behind them.
static inline int lamina_png_reader_read(lamina_png_reader *reader, void *pixels, size_t bytes_per_row) {
  png_structp png = reader->png;
  if (setjmp(png_jmpbuf(png))) return 0;
  int has_alpha = (png_get_color_type(png, reader->info) & PNG_COLOR_MASK_ALPHA) != 0;
  int has_transparency = png_get_valid(png, reader->info, PNG_INFO_tRNS) != 0;
  png_set_expand(png);
  png_set_gray_to_rgb(png);
  if (!has_alpha && !has_transparency) png_set_add_alpha(png, 0xFFFF, PNG_FILLER_AFTER);
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  if (png_get_bit_depth(png, reader->info) == 16) png_set_swap(png);
#endif
  int passes = png_set_interlace_handling(png);
  png_read_update_info(png, reader->info);
  if (png_get_rowbytes(png, reader->info) != bytes_per_row) png_error(png, "a row has an unexpected size");
  png_uint_32 height = png_get_image_height(png, reader->info);
  for (int pass = 0; pass < passes; pass += 1)
    for (png_uint_32 y = 0; y < height; y += 1)
      png_read_row(png, (png_bytep)pixels + (size_t)y * bytes_per_row, NULL);
  png_read_end(png, NULL);
  return 1;
}
