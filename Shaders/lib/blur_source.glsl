// blur_source: a pixel of the blurred source; outside, the edge pixels are repeated, or all is transparent. With ALPHA,
// a pixel is its alpha alone.

#ifdef COMPUTE
#define BLUR_INPUT
#else
#define BLUR_INPUT flat in
#endif
#ifdef ALPHA
#define BLUR_PIXEL float
#define BLUR_KEPT a
#else
#define BLUR_PIXEL vec4
#define BLUR_KEPT rgba
#endif

BLUR_INPUT vec4 v_source;  // pixels: the source's origin x, y, width, height
BLUR_INPUT vec4 v_blur;    // 1 along x, 0 along y; sigma, pixels; taps; 1 extends edges

// texel: from the source's first.
BLUR_PIXEL blur_source(ivec2 texel) {
  ivec2 inside = clamp(texel, ivec2(0), ivec2(v_source.zw) - 1);
  BLUR_PIXEL color = texelFetch(u_source, inside, 0).BLUR_KEPT;
  return inside == texel || v_blur.w > 0.0 ? color : BLUR_PIXEL(0.0);
}
