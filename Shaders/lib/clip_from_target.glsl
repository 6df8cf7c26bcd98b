// clip_from_target: target pixels, y down, to clip coordinates.
// The first row of the target is the first row of the framebuffer (clip y = -1), so that pictures are read back
// top row first and gl_FragCoord.y is the row: this is the project's one flip, and it is no minus sign.

vec4 clip_from_target(vec2 pixel, float depth) {
  vec2 unit = (pixel - u_frame.region.xy) / u_frame.region.zw;
  return vec4(unit * 2.0 - 1.0, depth, 1.0);
}
