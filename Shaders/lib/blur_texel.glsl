// blur_texel: a pixel of the blurred source; outside, the edge pixels are repeated, or all is transparent.

flat in vec4 v_source;  // pixels: the source's origin x, y, width, height
flat in vec4 v_blur;    // 1 along x, 0 along y; sigma, pixels; taps; 1 extends edges

// texel: from the source's first.
vec4 blur_texel(ivec2 texel) {
  ivec2 inside = clamp(texel, ivec2(0), ivec2(v_source.zw) - 1);
  vec4 color = texelFetch(u_source, inside, 0);
  return inside == texel || v_blur.w > 0.0 ? color : vec4(0.0);
}

// The pixel of the canvas that is drawn.
ivec2 blur_pixel() {
  return ivec2(floor(gl_FragCoord.xy + u_frame.region.xy));
}
