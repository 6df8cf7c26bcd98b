// What the page knows. Parts listen to what changes, and say what they change.

export const state = {
  /** The scene's name, and what is known of it. */
  name: '', scene: null, revision: 0,
  /** The formats that a film can be made in, with their titles. */
  filmFormats: [],
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

/** How often each title stands in a tree, alone and among siblings; counted once for each tree. */
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

/** What a layer is called beside its siblings: of those with one name, with the place among them. */
export function rowTitle(layer) {
  const { tree } = state;
  const title = titleOf(layer);
  return tree.names[layer] && counted(tree).siblings.get(`${tree.parents[layer]} ${title}`) > 1 ? `${title} [${tree.places[layer]}]` : title;
}

/** What a layer is called in a list: of those with one title, with the way from the nearest layer that has a name. */
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

/** The names from the root to a layer, as diagnostics have them. */
export function pathOf(layer) {
  const parts = [];
  for (let at = layer; at >= 0 && parts.length < 64; at = state.tree.parents[at]) parts.unshift(titleOf(at));
  return parts.join('/');
}

/** What was set in the page, in words. */
export function editText({ layer, key, value }) {
  const at = layerAt(layer);
  let text = value;
  if (key === 'filters' || key === 'backgroundFilters') {
    try {
      text = JSON.parse(value).map(each => each.type + (each.isOn === false ? ' (off)' : '')).join(', ') || 'none';
    } catch { /* Another page may have set what is no list: it is shown as it is. */ }
  }
  return `${at < 0 ? layer : longTitle(at)}: ${key} = ${text.length > 80 ? `${text.slice(0, 79)}…` : text}`;
}
