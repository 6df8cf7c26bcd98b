// The scene as the server knows it: read into the store, and changed.

import { get, post } from './api.js';
import { addressOf, layerAt, state, tell } from './store.js';

/** Reads the layers and the times again after a change. */
export async function refresh() {
  const address = state.tree && state.selected >= 0 ? addressOf(state.selected) : null;
  await Promise.all([readTree(address), readTimeline()]);
  state.revision = state.tree.revision;
  tell('edited');
}

/** Reads the layers, and selects the layer of an address again. */
export async function readTree(address) {
  state.tree = await get('api/tree', { scene: state.name });
  state.revision = state.tree.revision;
  state.hovered = -1;
  const selected = address === null ? -1 : layerAt(address);
  const same = selected === state.selected;
  state.selected = selected;
  tell('tree');
  if (!same || selected >= 0) tell('selected', 'again');
}

/** Reads the animations and the length of the scene. */
export async function readTimeline() {
  state.timeline = await get('api/timeline', { scene: state.name });
  state.duration = state.timeline.duration;
  state.frameRate = state.timeline.frameRate;
  // Where something moves for ever, or nothing at all, any time may be looked at.
  if (state.timeline.moves && !state.timeline.isEndless && state.time > state.duration) state.time = state.duration;
  tell('timeline');
}

/** Changes the scene; the page hears of it like every other page. */
export async function change(path, body) {
  await post(path, { scene: state.name }, body);
  await refresh();
}
