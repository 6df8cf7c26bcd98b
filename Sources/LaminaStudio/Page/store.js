// What the page knows. Parts listen to what changes, and say what they change.

export const state = {
  /** The scene's name, and what is known of it. */
  name: '', scene: null, revision: 0,
  /** Seconds, and how it runs. */
  time: 0, duration: 0, frameRate: 60, playing: false, loop: true, speed: 1,
  timeline: null,
  /** How pictures are drawn; the names of the options of `lamina render`. */
  view: { scale: undefined, size: undefined, background: '', renderer: undefined, overlay: '', mode: 'picture', yaw: 0.72, pitch: -0.36, spacing: 1 },
  /** The layers: columns, and which is selected. */
  tree: null, selected: -1, hovered: -1,
  /** What the last picture says of itself. */
  picture: null, costs: null, problems: [],
};

const listeners = new Map();

/** Listens to something. */
export function on(name, listener) {
  for (const each of name.split(' ')) {
    if (!listeners.has(each)) listeners.set(each, []);
    listeners.get(each).push(listener);
  }
}

/** Says that something has changed. */
export function tell(name, value) { for (const listener of listeners.get(name) ?? []) listener(value); }

/** Selects a layer; -1 for none. */
export function select(layer, how = '') {
  if (layer === state.selected && how !== 'again') return;
  state.selected = layer;
  tell('selected', how);
}

/** Points at a layer; -1 for none. */
export function hover(layer) {
  if (layer === state.hovered) return;
  state.hovered = layer;
  tell('hovered');
}

/** What is asked to be drawn now. */
export function order(extra = {}) {
  const { scale, size, background, renderer, overlay, mode, yaw, pitch, spacing } = state.view;
  const result = { time: state.time, scale, size, background, renderer, overlay, mode, ...extra };
  if (mode === 'exploded') Object.assign(result, { yaw, pitch, spacing });
  return result;
}

/** Where a layer stands, in a way that outlives reading the document again. */
export function addressOf(layer) {
  const { parents, places } = state.tree;
  const parts = [];
  for (let at = layer; at > 0; at = parents[at]) parts.unshift(places[at] < 0 ? 'm' : places[at]);
  return parts.join('.');
}

/** The layer that stands somewhere; -1 for none. */
export function layerAt(address) {
  const { parents, places } = state.tree;
  if (address === '') return parents.length ? 0 : -1;
  let at = 0;
  for (const part of address.split('.')) {
    const place = part === 'm' ? -1 : Number(part);
    let found = -1;
    for (let layer = at + 1; layer < parents.length && found < 0; layer += 1) {
      if (parents[layer] < at) break;
      if (parents[layer] === at && places[layer] === place) found = layer;
    }
    if (found < 0) return -1;
    at = found;
  }
  return at;
}

/** What a person calls a layer. */
export function titleOf(layer) {
  const { names, classes, kinds, places, parents } = state.tree;
  if (names[layer]) return names[layer];
  if (places[layer] < 0) return 'mask';
  return parents[layer] < 0 ? classes[kinds[layer]] : `${classes[kinds[layer]]}[${places[layer]}]`;
}
