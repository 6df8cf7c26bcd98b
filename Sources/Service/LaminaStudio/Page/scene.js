// Loads the scene's data from the server into the store, and sends changes.

import { get, post } from './api.js';
import { addressOf, layerAt, state, tell } from './store.js';

/** Reads the layers and the times again after a change. */
export async function refresh() {
  const address = state.tree && state.selected >= 0 ? addressOf(state.selected) : null;
  await Promise.all([readTree(address), readTimeline()]);
  state.revision = state.tree.revision;
  tell('edited');
}

/** Reads the layers, and selects the layer at an address again. */
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
  // In scenes that move endlessly or not at all, every time is valid.
  if (state.timeline.moves && !state.timeline.isEndless && state.time > state.duration) state.time = state.duration;
  tell('timeline');
}

/** Changes the scene; this page is notified like every other page. */
export async function change(path, body) {
  await post(path, { scene: state.name }, body);
  await refresh();
}
