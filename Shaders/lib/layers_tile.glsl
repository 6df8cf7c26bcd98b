// layers_tile: how stacks of clips lie to a tile of pixels, or to a block of a tile, so that pixels run only through what
// they need. Every answer errs towards LAYERS_ACROSS, which costs time and changes no pixel.

// The links of a stack of clips that pixels of a tile have to look at.
struct LayersStack {
  bool passes;  // false where nothing of the tile shows
  int first;    // the innermost link that counts, a Clip, or -1
  int last;     // the outermost one
  uint links;   // which of the first 32 links from `first` on count; all later ones do
};

// A clip that covers the whole tile changes nothing, and a cover of a clip's edge only counts inward of one.
LayersStack layers_stack(vec2 center, int innermost) {
  LayersStack stack = LayersStack(true, -1, -1, 0u);
  int position = 0;
  bool changesNext = false;
  for (int index = innermost; index >= 0;) {
    Clip clip = clip_at(index);
    int place = layers_place(
      center, vec2(LAYERS_TILE), clip.row0, clip.row1, clip.row2, clip.box, clip.radii, clip.corner, vec2(0.0));
    bool isModifier = clip.role > 3.5;  // part, divisor or outline
    bool isClip = clip.role <= 1.0;
    if (isClip && place == LAYERS_OUTSIDE) return LayersStack(false, -1, -1, 0u);
    bool isPlain = isModifier ? place == LAYERS_INSIDE
      : !changesNext
        && (isClip ? clip.role == 0.0 && place == LAYERS_INSIDE && clip.gradient < 0
            : place == (clip.role > 2.0 ? LAYERS_INSIDE : LAYERS_OUTSIDE));
    changesNext = isModifier ? changesNext || (!isPlain && clip.role < 5.5) : false;
    if (!isPlain || stack.first >= 0) {
      if (stack.first < 0) stack.first = index;
      if (!isPlain && position < 32) stack.links |= 1u << uint(position);
      position += 1;
      bool isPartial = isModifier || isClip && (place != LAYERS_INSIDE || clip.gradient >= 0);
      if (!isPlain && isPartial) stack.last = index;
    }
    index = clip.parent;
  }
  if (stack.last < 0) stack.first = -1;
  return stack;
}

// Whether something of a block shows through the links of its tile's stack.
bool layers_passes(vec2 center, int first, int last, uint links) {
  int position = 0;
  for (int index = first; index >= 0;) {
    Clip clip = clip_at(index);
    bool counts = position > 31 || (links >> uint(position) & 1u) != 0u;
    if (counts && clip.role <= 1.0) {
      int place = layers_place(
        center, LAYERS_BLOCK, clip.row0, clip.row1, clip.row2, clip.box, clip.radii, clip.corner, vec2(0.0));
      if (place == LAYERS_OUTSIDE) return false;
    }
    if (index == last) break;
    index = clip.parent;
    position += 1;
  }
  return true;
}

// The coverage of the links of a stack at a pixel.
float layers_coverage(vec2 pixel, int first, int last, uint links) {
  vec3 state = CLIP_START;
  int position = 0;
  for (int index = first; index >= 0;) {
    Clip clip = clip_at(index);
    if (position > 31 || (links >> uint(position) & 1u) != 0u) {
#ifdef COUNTS
      layers_clips += 1;
#endif
      state = mask_step(state, pixel, clip);
    }
    if (index == last || state.x <= 0.0) break;
    index = clip.parent;
    position += 1;
  }
  return clip_result(state);
}
