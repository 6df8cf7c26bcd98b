// particle_color: the colour of a particle at a pixel, smoothed at its edges.

#ifdef COMPUTE
vec2 v_center;
vec4 v_inverse;
vec2 v_pixels;
vec4 v_color;
vec4 v_part;
vec2 v_common;
#else
flat in vec2 v_center;   // target space, pixels
flat in vec4 v_inverse;  // target pixels from the middle to the place in the picture: -1/2...1/2
flat in vec2 v_pixels;   // its width and height between the edges, target pixels
flat in vec4 v_color;    // multiplies the picture, premultiplied, opacity included
flat in vec4 v_picture;  // tiles in a row; first tile or -1; texels: x, y in it; see picture_color
flat in vec4 v_part;     // texels: where the part begins, its size
flat in vec4 v_limits;   // texels: least u, v, greatest u, v
flat in vec2 v_common;   // the innermost Clip or -1; nearest, 0 or 1
#endif

vec4 particle_color(vec2 pixel) {
  vec2 offset = pixel - v_center;
  vec2 place = vec2(dot(v_inverse.xy, offset), dot(v_inverse.zw, offset));
  vec2 near = clamp((place + 0.5) * v_pixels + 0.5, 0.0, 1.0);
  vec2 far = clamp((0.5 - place) * v_pixels + 0.5, 0.0, 1.0);
  vec2 covered = max(near + far - 1.0, 0.0);
  vec2 texel = clamp(v_part.xy + (place + 0.5) * v_part.zw, v_limits.xy, v_limits.zw);
  vec4 color = picture_color(v_common.y > 0.0 ? floor(texel) + 0.5 : texel, v_picture);
  return color * v_color * (covered.x * covered.y);
}
