// layers_source: pixels of the passes that a pass reads. Samplers cannot be chosen by a number on every device.

uniform sampler2D u_source;  // premultiplied
uniform sampler2D u_source1;
uniform sampler2D u_source2;
uniform sampler2D u_source3;

int layers_slot = 0;  // the pass that the item shows
int layers_mask = 0;  // the pass whose alpha masks it

vec4 layers_texel(int slot, ivec2 pixel) {
  switch (slot) {
    case 1: return texelFetch(u_source1, pixel, 0);
    case 2: return texelFetch(u_source2, pixel, 0);
    case 3: return texelFetch(u_source3, pixel, 0);
    default: return texelFetch(u_source, pixel, 0);
  }
}
