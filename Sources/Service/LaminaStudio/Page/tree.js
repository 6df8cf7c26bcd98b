// The layers as a tree, with elements only for the visible rows.

import { post } from './api.js';
import { $, count, cut, draw, LongList, make, say } from './parts.js';
import { addressOf, editText, hover, longTitle, on, pathOf, rowTitle, select, state, tell, titleOf } from './store.js';
import { change } from './scene.js';

const marks = { hidden: 1, mask: 2, animated: 4, masked: 8, filtered: 16, states: 32, edited: 64, hiddenHere: 128, inHidden: 256 };

/** The words that may follow `is:` in a search. */
const kindsOfLayers = ['animated', 'edited', 'filtered', 'hidden', 'mask', 'masked', 'offscreen', 'states'];

/** The icons of classes, as SVG paths. */
const signs = {
  CALayer: 'M2.500 2.500h9v9h-9z', CATransformLayer: 'M7 1.500 12.500 4.500v5L7 12.500 1.500 9.500v-5zM1.500 4.500 7 7.500l5.500-3M7 7.500v5',
  CAShapeLayer: 'M2 11C3 4 11 10 12 3', CAGradientLayer: 'M2.500 2.500h9v9h-9zM2.500 11.500l9-9M2.500 7l4.500-4.500M7 11.500 11.500 7',
  CATextLayer: 'M3 3.500h8M7 3.500v8', CAReplicatorLayer: 'M2 4.500h5v5H2zM9.500 4.500h1v5h-1zM12 4.500h.500v5H12z',
  CAEmitterLayer: 'M7 11.500v-4M7 5 4 2M7 5l3-3M7 5V1.500', CAScrollLayer: 'M3 2.500h8v9H3zM9 4v4', CATiledLayer: 'M2.500 2.500h9v9h-9zM7 2.500v9M2.500 7h9',
};

export class Tree {
  constructor() {
    this.closed = new Set();
    this.rows = [];
    this.places = new Map();
    this.element = $('tree');
    this.list = new LongList(this.element, 22, index => this.row(index));
    on('tree', () => this.read());
    on('selected', () => this.reveal());
    on('hovered', () => this.showHover());
    this.element.addEventListener('scroll', () => this.describe(), { passive: true });
    on('costs', () => this.list.show(this.rows.length));
    on('scene', again => { if (!again) { this.closed.clear(); $('search').value = ''; } });
    $('search').addEventListener('input', () => this.arrange());
    $('search').addEventListener('keydown', event => {
      if (event.key === 'ArrowDown' || event.key === 'Enter') { this.element.focus(); if (this.rows.length && !this.places.has(state.selected)) select(this.matches?.[0] ?? this.rows[0]); event.preventDefault(); }
      if (event.key === 'Escape') { $('search').value = ''; this.arrange(); }
    });
    $('show-all').addEventListener('click', () => this.show([], null));
    $('drop-edits').addEventListener('click', () => change('api/revert', {}).then(() => say('Everything that was set here is taken back')));
    this.element.addEventListener('click', event => this.click(event));
    this.element.addEventListener('keydown', event => this.key(event));
    this.element.addEventListener('pointermove', event => hover(Number(event.target.closest?.('.row')?.dataset.layer ?? -1)));
    this.element.addEventListener('pointerleave', () => hover(-1));
  }

  read() {
    const { parents, names } = state.tree;
    this.children = new Uint8Array(parents.length);
    this.depths = new Uint16Array(parents.length);
    for (let layer = 1; layer < parents.length; layer += 1) {
      this.children[parents[layer]] = 1;
      this.depths[layer] = this.depths[parents[layer]] + 1;
    }
    // Large trees start collapsed below the first levels.
    if (!this.closed.size && parents.length > 20000) {
      for (let layer = 0; layer < parents.length; layer += 1) if (this.children[layer] && this.depths[layer] >= 3) this.closed.add(layer);
    }
    this.siblings();
    this.edits();
    $('layer-count').textContent = `${count(names.length)}${state.tree.left ? ` of ${count(names.length + state.tree.left)}` : ''}`;
    $('show-all').hidden = !state.tree.hidden.length && state.tree.isolated === undefined;
    this.arrange();
  }

  /** Lists the edits, each with a button that reverts it. */
  edits() {
    const { edits } = state.tree;
    const box = $('edits');
    box.hidden = !edits.length;
    box.querySelector('summary').textContent = `${edits.length} ${edits.length === 1 ? 'value is' : 'values are'} set here, not in the document`;
    box.querySelector('ul').replaceChildren(...edits.map(edit => make('li', {}, make('span', { title: editText(edit) }, editText(edit)),
      make('button', { 'aria-label': `Take back ${editText(edit)}`, title: 'Take it back', onclick: () => change('api/revert', { layer: edit.layer, key: edit.key }) }, '×'))));
  }

  /** The number of siblings and the index of each layer, for screen readers. */
  siblings() {
    const { parents } = state.tree;
    this.counts = new Map();
    this.order = new Uint32Array(parents.length);
    for (let layer = 0; layer < parents.length; layer += 1) {
      const number = (this.counts.get(parents[layer]) ?? 0) + 1;
      this.counts.set(parents[layer], number);
      this.order[layer] = number;
    }
  }

  /** Determines the layers that have a row. */
  arrange() {
    const words = $('search').value.trim().toLowerCase().split(/\s+/).filter(Boolean);
    const { parents, names, classes, kinds, marks: flags } = state.tree;
    this.rows = [];
    this.matches = null;
    if (words.length) {
      const wanted = new Uint8Array(parents.length);
      this.matches = [];
      const fits = (layer, word) => {
        if (word.startsWith('is:')) {
          if (word === 'is:offscreen') return state.costs?.findings.some(each => each.layer === layer);
          return (flags[layer] & (marks[word.slice(3)] ?? 0)) !== 0;
        }
        return rowTitle(layer).toLowerCase().includes(word) || classes[kinds[layer]].toLowerCase().includes(word)
          || (word.includes('/') && pathOf(layer).toLowerCase().includes(word));
      };
      const unknown = words.filter(word => word.startsWith('is:') && !kindsOfLayers.includes(word.slice(3)));
      for (let layer = 0; layer < parents.length; layer += 1) {
        if (!words.every(word => fits(layer, word))) continue;
        this.matches.push(layer);
        for (let at = layer; at >= 0 && !wanted[at]; at = parents[at]) wanted[at] = 1;
      }
      for (let layer = 0; layer < parents.length; layer += 1) if (wanted[layer]) this.rows.push(layer);
      const many = this.matches.length;
      $('found').textContent = unknown.length ? `'${cut(unknown[0])}' is nothing that a layer can be. There are ${kindsOfLayers.map(kind => `is:${kind}`).join(', ')}.`
        : many ? `${count(many)} of ${count(parents.length)} layers` : `No layer has ${words.map(word => `'${cut(word)}'`).join(' and ')} in its name, path or class.`;
      say($('found').textContent);
    } else {
      let skipsBelow = Infinity;
      for (let layer = 0; layer < parents.length; layer += 1) {
        if (this.depths[layer] > skipsBelow) continue;
        skipsBelow = this.closed.has(layer) ? this.depths[layer] : Infinity;
        this.rows.push(layer);
      }
    }
    $('found').hidden = !words.length;
    this.places = new Map(this.rows.map((layer, index) => [layer, index]));
    this.list.show(this.rows.length);
    this.describe();
  }

  row(index) {
    const layer = this.rows[index];
    const { names, classes, kinds, marks: flags } = state.tree;
    const kind = classes[kinds[layer]];
    const flag = flags[layer];
    const isOpen = !this.closed.has(layer) || this.matches;
    const reason = state.costs?.findings.find(each => each.layer === layer);
    const isHiddenHere = (flag & marks.hiddenHere) !== 0;
    const tags = make('span.tags', {},
      flag & marks.mask ? make('span.tag', {}, 'mask') : null,
      flag & marks.animated ? make('span.tag', { title: 'It has animations' }, 'moves') : null,
      reason ? make('span.tag.offscreen', { title: `Goes offscreen, by ${reason.property}: click for why` }, 'offscreen') : null,
      flag & marks.edited ? make('span.tag.edited', { title: 'Changed in this page' }, 'edited') : null,
      make('button.eye', {
        tabIndex: -1, 'aria-pressed': String(isHiddenHere), 'aria-label': `Hide ${titleOf(layer)}`, 'aria-hidden': 'true',
        title: isHiddenHere ? 'Show (H)' : 'Hide (H)',
      }, isHiddenHere ? '◌' : '●'));
    const sign = draw('svg', { viewBox: '0 0 14 14' }, draw('path', { d: signs[kind] ?? signs.CALayer }));
    const element = make('div.row', {
      role: 'treeitem', id: `layer-${layer}`, 'data-layer': layer, 'aria-level': this.depths[layer] + 1,
      'aria-setsize': this.counts.get(state.tree.parents[layer]), 'aria-posinset': this.order[layer],
      'aria-selected': String(layer === state.selected), 'aria-label': `${rowTitle(layer)}, ${kind}${reason ? ', offscreen' : ''}`,
      title: `${pathOf(layer)} · ${kind}`,
    }, make(this.children[layer] ? 'span.twist' : 'span.twist.none'), make('span.kind', {}, sign),
    make(names[layer] ? 'span.name' : 'span.name.unnamed', {}, rowTitle(layer)), tags);
    element.style.paddingLeft = `${Math.min(this.depths[layer], 30) * 14 + 4}px`;
    if (this.children[layer]) element.setAttribute('aria-expanded', String(Boolean(isOpen)));
    if (flag & (marks.hidden | marks.inHidden)) element.classList.add('off');
    return element;
  }

  describe() {
    if (state.selected >= 0 && document.getElementById(`layer-${state.selected}`)) this.element.setAttribute('aria-activedescendant', `layer-${state.selected}`);
    else this.element.removeAttribute('aria-activedescendant');
  }

  reveal() {
    const layer = state.selected;
    if (layer >= 0 && !this.places.has(layer)) {
      for (let at = state.tree.parents[layer]; at >= 0; at = state.tree.parents[at]) this.closed.delete(at);
      if (this.matches) $('search').value = '';
      this.arrange();
    }
    for (const element of this.list.rows.values()) {
      element.setAttribute('aria-selected', String(Number(element.dataset.layer) === layer));
    }
    if (this.places.has(layer)) this.list.reveal(this.places.get(layer));
    this.showHover();
    this.describe();
  }

  showHover() {
    for (const element of this.list.rows.values()) element.style.background = Number(element.dataset.layer) === state.hovered && state.hovered !== state.selected ? 'var(--faint)' : '';
  }

  toggle(layer, isOpen) {
    if (isOpen) this.closed.delete(layer); else this.closed.add(layer);
    this.arrange();
  }

  click(event) {
    const row = event.target.closest('.row');
    if (!row) return;
    const layer = Number(row.dataset.layer);
    if (event.target.closest('.eye')) { this.hide(layer); return; }
    if (event.target.classList.contains('twist') && this.children[layer]) { this.toggle(layer, this.closed.has(layer)); return; }
    select(layer);
    if (event.target.classList.contains('offscreen')) tell('show-tab', 'costs');
  }

  key(event) {
    const index = this.places.get(state.selected) ?? -1;
    const go = next => { if (this.rows.length) select(this.rows[Math.max(0, Math.min(next, this.rows.length - 1))]); };
    const layer = state.selected;
    switch (event.key) {
      case 'ArrowDown': go(index + 1); break;
      case 'ArrowUp': go(index < 0 ? 0 : index - 1); break;
      case 'Home': go(0); break;
      case 'End': go(this.rows.length - 1); break;
      case 'PageDown': go(index + 20); break;
      case 'PageUp': go(index - 20); break;
      case 'ArrowRight':
        if (layer >= 0 && this.children[layer]) { if (this.closed.has(layer)) this.toggle(layer, true); else go(index + 1); }
        break;
      case 'ArrowLeft':
        if (layer < 0) break;
        if (this.children[layer] && !this.closed.has(layer) && !this.matches) this.toggle(layer, false);
        else if (state.tree.parents[layer] >= 0) select(state.tree.parents[layer]);
        break;
      default: return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /** Hides a layer in the page, or shows it again. */
  hide(layer = state.selected) {
    if (layer < 0) return;
    const address = addressOf(layer);
    const hidden = new Set(state.tree.hidden);
    if (!hidden.delete(address)) hidden.add(address);
    this.show([...hidden], state.tree.isolated ?? null);
  }

  /** Shows a layer alone, or all again. */
  isolate(layer = state.selected) {
    if (layer < 0) return;
    const address = addressOf(layer);
    this.show(state.tree.hidden, state.tree.isolated === address ? null : address);
  }

  show(hidden, isolated) {
    change('api/show', { hidden, isolated }).then(() => say(isolated === null ? `${hidden.length || 'No'} ${hidden.length === 1 ? 'layer is' : 'layers are'} hidden` : 'One layer is shown alone'));
  }
}

export { post };
