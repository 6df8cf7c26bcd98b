#version 310 es
// blur_rows: one step of a blur, as `blur` draws it, by groups that read their rows once. A group makes 64 pixels along
// the blur of 8 rows, or of 8 columns: it loads them, and as many pixels beyond both ends as the blur reaches, into
// shared memory, where all taps are read. Halving reads each pixel once and needs no shared memory.
// Records: BlurPart, Blur.
precision highp float;
precision highp int;
precision highp sampler2D;
precision highp image2D;

layout(local_size_x = 128) in;
#ifdef ALPHA
layout(r32f, binding = 0) writeonly uniform image2D u_target;  // alpha
#else
layout(rgba16f, binding = 0) writeonly uniform image2D u_target;  // premultiplied
#endif

uniform sampler2D u_source;  // premultiplied; alpha in all components of a pass that keeps it alone
uniform int u_pass;          // the BlurPart

#include "lib/record.glsl"
#include "records/Blur"
#include "records/BlurPart"
#include "lib/blur_source.glsl"

const int ROWS = 8;
const int LENGTH = 64;  // pixels along the blur that a group makes
const int REACH = 28;   // pixels on either side: the most taps of a blur
const int LOADED = 960;  // ROWS * (LENGTH + 2 * REACH)

#ifdef ALPHA
shared float s_pixels[LOADED];
#else
shared vec4 s_pixels[LOADED];
#endif

ivec2 rows_start;  // the first loaded pixel, from the source's first
int rows_width;    // number of loaded pixels in a line of the image

BLUR_PIXEL blur_tap(ivec2 texel) {
  ivec2 place = texel - rows_start;
  return s_pixels[place.y * rows_width + place.x];
}

#include "lib/blur_step.glsl"

void main() {
  BlurPart part = blur_part_at(u_pass);
  Blur blur = blur_at(part.blur);
  v_source = blur.source;
  v_blur = vec4(blur.isHorizontal, blur.sigma, min(blur.taps, float(REACH)), blur.extendsEdges);
  int local = int(gl_LocalInvocationIndex);
  // Halving takes tiles of the same size.
  bool isAcross = part.halvings > 0 || v_blur.x == 1.0;
  ivec2 size = isAcross ? ivec2(LENGTH, ROWS) : ivec2(ROWS, LENGTH);
  ivec2 first = ivec2(part.area.xy) + ivec2(gl_WorkGroupID.xy) * size;
  if (part.halvings == 0) {
    ivec2 margin = int(v_blur.z) * (isAcross ? ivec2(1, 0) : ivec2(0, 1));
    ivec2 loaded = size + 2 * margin;
    rows_start = first - margin - ivec2(v_source.xy);
    rows_width = loaded.x;
    for (int index = local; index < loaded.x * loaded.y; index += 128) {
      s_pixels[index] = blur_source(rows_start + ivec2(index % loaded.x, index / loaded.x));
    }
  }
  memoryBarrierShared();
  barrier();
  for (int index = local; index < ROWS * LENGTH; index += 128) {
    ivec2 pixel = first + ivec2(index % size.x, index / size.x);
    if (any(greaterThanEqual(pixel, ivec2(part.area.zw)))) continue;
    BLUR_PIXEL color;
    if (part.halvings == 2) {
      color = blur_quartered(4 * pixel - ivec2(v_source.xy));
    } else if (part.halvings == 1) {
      color = blur_halved(2 * pixel - ivec2(v_source.xy));
    } else {
      color = blur_gaussian(pixel - ivec2(v_source.xy));
    }
#ifdef ALPHA
    imageStore(u_target, pixel - ivec2(part.origin), vec4(color));
#else
    imageStore(u_target, pixel - ivec2(part.origin), color);
#endif
  }
}
