// clip_step: the effect of one link of a stack of clips on the links inward of it. The stack has the coverage e. If a
// later draw covers the same edge and leaves T of what lies behind it, e becomes e T / (1 - e (1 - T)), so that the
// result is the finished subtree, clipped once. In 1 / e, both steps are linear; the state is that linear function
// without its divisions, x / y: x the product of all coverages and all T, y what of the edge is not hidden; z is what
// multiplies the coverage of the next clip or cover. x and y stay in 0...1, but for what an outline divides.

const vec3 CLIP_START = vec3(1.0, 1.0, 1.0);

// role: of the Clip, as `ClipRole.code` says.
vec3 clip_step(vec3 state, float coverage, float role) {
  if (role > 3.5) {
    float divided = 1.0 / max(coverage, 1.0 / 1024.0);
    if (role > 5.5) return vec3(state.x * divided, state.yz);
    return vec3(state.xy, state.z * (role > 4.5 ? divided : coverage));
  }
  float counted = min(state.z * (role > 2.0 ? 1.0 - coverage : coverage), 1.0);
  bool isCover = role > 1.0;
  float alpha = isCover ? role - (role > 2.0 ? 2.0 : 1.0) : role;
  // Never 0: where clips cover wholly, their edges hide nothing.
  vec2 through = state.xy * max(1.0 - (isCover ? counted : 1.0) * alpha, 1e-6);
  // x / y stays, where many links would take both below the least float.
  through *= max(1.0, 1e-18 / max(through.y, 1e-36));
  return isCover ? vec3(through, 1.0) : vec3(through.x * counted, 1.0 - counted + through.y * counted, 1.0);
}

// The coverage of a whole stack.
float clip_result(vec3 state) {
  return min(state.x / max(state.y, 1e-30), 1.0);
}
