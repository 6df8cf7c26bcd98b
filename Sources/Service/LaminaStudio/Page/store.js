// The state of the page. Parts listen to changes, and announce their own.

export const state = {
  /** The scene's name, and its data. */
  name: '', scene: null, revision: 0,
  /** The formats that a film can be made in, with their titles. */
  filmFormats: [],
  /** The time in seconds, and the state of playback. */
  time: 0, duration: 0, frameRate: 60, playing: false, loop: true, speed: 1,
  timeline: null,
  /** The view options, with the names of the options of `lamina render`. */
  view: { scale: undefined, size: undefined, background: '', renderer: undefined, overlay: '', mode: 'picture', yaw: 0.72, pitch: -0.36, spacing: 1 },
  /** The layers as columns, and the selected and the hovered one. */
  tree: null, selected: -1, hovered: -1,
  /** The message of the last picture, its costs and its problems. */
  picture: null, costs: null, problems: [],
};

const listeners = new Map();

/** Adds a listener for events, by their names. */
export function on(name, listener) {
  for (const each of name.split(' ')) {
    if (!listeners.has(each)) listeners.set(each, []);
    listeners.get(each).push(listener);
  }
}

/** Announces an event. */
export function tell(name, value) { for (const listener of listeners.get(name) ?? []) listener(value); }

/** Selects a layer; -1 for none. */
export function select(layer, how = '') {
  if (layer === state.selected && how !== 'again') return;
  state.selected = layer;
  tell('selected', how);
}

/** Sets the hovered layer; -1 for none. */
export function hover(layer) {
  if (layer === state.hovered) return;
  state.hovered = layer;
  tell('hovered');
}

/** The view order for the current state. */
export function order(extra = {}) {
  const { scale, size, background, renderer, overlay, mode, yaw, pitch, spacing } = state.view;
  const result = { time: state.time, scale, size, background, renderer, overlay, mode, ...extra };
  if (mode === 'exploded') Object.assign(result, { yaw, pitch, spacing });
  return result;
}

/** The address of a layer, which stays valid when the document is read again. */
export function addressOf(layer) {
  const { parents, places } = state.tree;
  const parts = [];
  for (let at = layer; at > 0; at = parents[at]) parts.unshift(places[at] < 0 ? 'm' : places[at]);
  return parts.join('.');
}

/** The layer at an address; -1 for none. */
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

/** The title of a layer. */
export function titleOf(layer) {
  const { names, classes, kinds, places, parents } = state.tree;
  if (names[layer]) return names[layer];
  if (places[layer] < 0) return 'mask';
  return parents[layer] < 0 ? classes[kinds[layer]] : `${classes[kinds[layer]]}[${places[layer]}]`;
}

/** The number of occurrences of each title in a tree and among siblings; counted once for each tree. */
const counts = new WeakMap();

function counted(tree) {
  if (counts.has(tree)) return counts.get(tree);
  const siblings = new Map(), rows = new Map();
  const one = (map, key) => map.set(key, (map.get(key) ?? 0) + 1);
  for (let layer = 0; layer < tree.parents.length; layer += 1) one(siblings, `${tree.parents[layer]} ${titleOf(layer)}`);
  const found = { siblings, rows };
  counts.set(tree, found);
  for (let layer = 0; layer < tree.parents.length; layer += 1) one(rows, rowTitle(layer));
  return found;
}

/** A layer's title among its siblings; siblings with the same name get their index among these. */
export function rowTitle(layer) {
  const { tree } = state;
  const title = titleOf(layer);
  return tree.names[layer] && counted(tree).siblings.get(`${tree.parents[layer]} ${title}`) > 1 ? `${title} [${tree.places[layer]}]` : title;
}

/** A layer's title in a list; layers with the same title get the path from the nearest layer with a name. */
export function longTitle(layer) {
  const { tree } = state;
  if (!tree || !(layer < tree.parents.length)) return '';
  const title = rowTitle(layer);
  if (counted(tree).rows.get(title) === 1) return title;
  const parts = [title];
  for (let at = tree.parents[layer]; at >= 0; at = tree.parents[at]) {
    parts.unshift(rowTitle(at));
    if (tree.names[at] || parts.length > 6) break;
  }
  return parts.join(' / ');
}

/** The titles from the root to a layer, as in diagnostics. */
export function pathOf(layer) {
  const parts = [];
  for (let at = layer; at >= 0 && parts.length < 64; at = state.tree.parents[at]) parts.unshift(titleOf(at));
  return parts.join('/');
}

/** The text for an edit. */
export function editText({ layer, key, value }) {
  const at = layerAt(layer);
  let text = value;
  if (key === 'filters' || key === 'backgroundFilters') {
    try {
      text = JSON.parse(value).map(each => each.type + (each.isOn === false ? ' (off)' : '')).join(', ') || 'none';
    } catch { /* Another page may have set an invalid list: it is shown as it is. */ }
  }
  return `${at < 0 ? layer : longTitle(at)}: ${key} = ${text.length > 80 ? `${text.slice(0, 79)}…` : text}`;
}
