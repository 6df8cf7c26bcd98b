// layers_bins: the bins that the shader layers_bins stores, and layers reads.

const int BINS_WIDTH = 1024;  // texels in a row of the image

uniform highp usampler2D u_bins;  // bits of items, a texel for each round of a bin

// The place of a round of a bin.
ivec2 layers_bins_texel(int index) { return ivec2(index % BINS_WIDTH, index / BINS_WIDTH); }

uvec4 layers_bins(int index) { return texelFetch(u_bins, layers_bins_texel(index), 0); }
