// The properties of the selected layer: model values, presented values and their sources, with a field for each editable one.

import { get, post } from './api.js';
import { $, count, later, make, notice, number, say } from './parts.js';
import { addressOf, longTitle, on, order, select, state, tell } from './store.js';
import { change } from './scene.js';

/** The text with long fractions rounded. */
const short = text => text.replace(/-?\d+\.\d{5,}(?:e-?\d+)?/g, digits => number(Number(digits), 4));

export class Inspector {
  constructor() {
    this.panel = $('properties');
    this.all = false;
    this.wrong = new Map();
    this.wrongText = new Map();
    on('selected', () => { this.wrong.clear(); this.shownText = ''; this.ask(); });
    on('rest', () => this.askSoon());
    on('tree', () => { if (state.selected < 0) this.overview(); });
    on('tab', () => this.ask());
    on('costs', () => { if (!this.panel.hidden && this.report?.number === state.selected) this.show(); });
  }

  askSoon = later(() => this.ask(), 60);

  async ask() {
    if (this.panel.hidden || !state.tree) return;
    if (state.selected < 0) { this.overview(); return; }
    const layer = state.selected;
    const report = await post('api/layer', { scene: state.name }, { view: order(), layer }).catch(() => null);
    if (!report || layer !== state.selected) return;
    // Fields are kept while nothing has changed, since the user may be about to type.
    const text = JSON.stringify({ ...report, time: 0 });
    if (text === this.shownText && !this.wrong.size && this.panel.querySelector('.property')) return;
    this.shownText = text;
    this.report = report;
    this.show();
  }

  /** Shows facts about the scene while no layer is selected. */
  overview() {
    const { scene, tree, timeline } = state;
    if (!scene || !tree) return;
    const kinds = new Map();
    for (const kind of tree.kinds) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    this.panel.replaceChildren(
      make('div.title', {}, make('h2', {}, state.name), make('div.path', {}, `${number(scene.width)} × ${number(scene.height)} points`)),
      make('table', {}, make('tbody', {},
        ...[...kinds].sort((one, other) => other[1] - one[1]).map(([kind, many]) => make('tr', {}, make('td', {}, tree.classes[kind]), make('td.number', {}, count(many)))),
        make('tr', {}, make('td', {}, 'Animations'), make('td.number', {}, count((timeline?.rows.length ?? 0) + (timeline?.rowsLeft ?? 0)))),
        make('tr', {}, make('td', {}, 'Duration'), make('td.number', {}, timeline?.moves ? `${number(timeline.duration, 3)} s` : 'stands still')))),
      make('p.empty', {}, 'Click into the picture, or choose a layer on the left. Click again for the layer behind. Keys: ?'));
  }

  show() {
    const { report } = this;
    const focused = this.panel.contains(document.activeElement) ? document.activeElement : null;
    // Text that is being typed is kept.
    if (focused?.matches('input, select') && focused.value !== focused.dataset.was) return;
    const focusedName = focused?.id;
    const column = make('div.columns', { 'aria-hidden': 'true' }, make('span', {}, 'Property'), make('span', {}, 'Set'), make('span', { title: 'What is drawn at this time' }, 'Shown'));
    const scrolled = this.panel.scrollTop;
    const groups = new Map();
    for (const property of report.properties) {
      if (!this.all && !property.isSet && !property.animations.length && property.source === 'default') continue;
      if (!groups.has(property.group)) groups.set(property.group, []);
      groups.get(property.group).push(property);
    }
    const names = ['Class', 'Geometry', 'Appearance', 'Contents', 'Shadow', 'Effects', 'Timing'].filter(name => groups.has(name));
    this.panel.replaceChildren(
      this.title(),
      ...this.offscreen(),
      ...report.diagnostics.map(text => make('p.empty', {}, `⚠ ${text}`)),
      column,
      ...names.map(name => make('div.group', { role: 'group', 'aria-label': name === 'Class' ? report.className : name },
        make('h3', {}, name === 'Class' ? report.className : name), ...groups.get(name).map(property => this.property(property)))),
      ...['filters', 'backgroundFilters'].map(list => this.filters(list)),
      make('p.empty', {}, this.all ? '' : 'Properties that are as in every new layer are not listed here. The button All lists them, too.'));
    this.panel.scrollTop = scrolled;
    if (focusedName) $(focusedName)?.focus({ preventScroll: true });
  }

  /** Buttons for the reasons why the layer goes offscreen. */
  offscreen() {
    return (state.costs?.findings ?? []).filter(each => each.layer === this.report.number).map(each => make('button.offscreen', {
      onclick: () => tell('show-tab', 'costs'), title: each.why,
    }, make('b', {}, 'Goes offscreen'), ` by ${each.property}. Why, and what would avoid it →`));
  }

  title() {
    const { report } = this;
    const copy = form => async () => {
      const { text, missing } = await get('api/code', { scene: state.name, layer: report.number, form });
      const left = missing.length ? ` Not in it: ${missing.slice(0, 4).join('; ')}${missing.length > 4 ? `; and ${missing.length - 4} more` : ''}. Comments say where${form === 'caml' ? '; Save, under Export, writes pictures, too' : ''}.` : '';
      await navigator.clipboard.writeText(text).then(() => notice(`Copied.${left}`, missing.length ? 15 : 4), () => this.showText(text, left));
    };
    const address = report.address;
    const isHidden = state.tree.hidden.includes(address);
    const isAlone = state.tree.isolated === address;
    const { tree } = globalThis.studio.parts;
    return make('div.title', {},
      make('h2', {}, longTitle(report.number) || report.title, ' ', make('small.quiet', {}, report.className)),
      make('div.path', {}, report.path, report.localTime !== report.time ? ` · its own time ${number(report.localTime, 3)} s` : ''),
      make('div.tools', {},
        make('button', { 'aria-pressed': String(isHidden), title: 'H', onclick: () => tree.hide(report.number) }, 'Hide'),
        make('button', { 'aria-pressed': String(isAlone), title: 'I', onclick: () => tree.isolate(report.number) }, 'Alone'),
        make('button', { onclick: copy('swift') }, 'Copy Swift'),
        make('button', { onclick: copy('caml') }, 'Copy CAML'),
        report.edits.length ? make('button', { title: 'Take back what was set in this page', onclick: () => change('api/revert', { layer: address }) }, 'Revert') : null,
        make('button', { id: 'all-properties', 'aria-pressed': String(this.all), onclick: () => { this.all = !this.all; this.show(); } }, 'All')));
  }

  showText(text, left = '') {
    const area = make('textarea', { value: text, rows: 16, readOnly: true, 'aria-label': 'Code' });
    area.style.width = '100%';
    const dialog = $('export-dialog');
    dialog.replaceChildren(make('h2', { id: 'export-title' }, 'Code'), left ? make('p', {}, left) : '', area, make('div.end', {}, make('button', { onclick: () => dialog.close() }, 'Close')));
    dialog.showModal();
    area.select();
  }

  /** The row of a property: its name, its model value, its presented value at this time, and below them their source. */
  property(property) {
    const wrong = this.wrong.get(property.key);
    const source = this.source(property);
    return make(property.isSet ? 'div.property' : 'div.property.standard', {},
      make('label.key', { for: `value-${property.key}`, title: property.key }, property.key),
      make('div.values', {}, this.editor(property)),
      this.shown(property.isMoving, short(property.shown), property.shownSwatch),
      source ? make('div.source', {}, source) : null,
      wrong ? make('div.wrong', { role: 'alert', id: `wrong-${property.key}` }, wrong) : null);
  }

  /** The presented value at this time. */
  shown(isMoving, text, swatch) {
    const patch = swatch ? make('i.patch', {}) : null;
    if (patch) patch.style.background = swatch;
    return make(isMoving ? 'div.shown.moving' : 'div.shown', { title: isMoving ? `Shown at this time: ${text}` : 'As it is set' }, patch, isMoving ? make('span.dot') : null, make('span', {}, text));
  }

  /** The source of a value, and what changes its presented value. */
  source({ source, animations, page, isSet }) {
    const parts = [];
    if (source === 'edit') parts.push('set in this page');
    else if (source.startsWith('state ')) parts.push(`set by the state ${source.slice(6)}`);
    else if (isSet) parts.push('set in the document');
    if (page) parts.push(`set in this page (${page === 'alone' ? 'hidden, as another layer is shown alone' : 'hidden'})`);
    if (animations.length) parts.push(`animation of ${[...new Set(animations)].join(', ')}`);
    return parts.join(' · ');
  }

  editor(property) {
    const id = `value-${property.key}`;
    if (property.text === undefined || property.text === null) return make('div.edit', {}, make('div.plain', { id }, property.model));
    const set = text => this.set(property.key, text);
    let field;
    if (property.kind === 'bool') {
      field = make('input', { id, type: 'checkbox', checked: property.text === '1', onchange: () => set(field.checked ? '1' : '0') });
      field.dataset.was = field.value;
    } else if (property.kind === 'word') {
      const words = property.words.includes(property.text) ? property.words : [property.text, ...property.words];
      field = make('select', { id, onchange: () => set(field.value) }, ...words.map(word => make('option', { value: word, selected: word === property.text }, word)));
      field.dataset.was = property.text;
    } else {
      field = make('input', { id, value: this.wrong.has(property.key) ? this.wrongText.get(property.key) : property.text, spellcheck: false, autocomplete: 'off' });
      field.dataset.was = field.value;
      if (this.wrong.has(property.key)) {
        field.setAttribute('aria-invalid', 'true');
        field.setAttribute('aria-describedby', `wrong-${property.key}`);
      }
      field.addEventListener('change', () => { if (field.value !== property.text) set(field.value); });
      field.addEventListener('keydown', event => {
        if (event.key === 'Escape') { field.value = property.text; field.blur(); }
        const step = { ArrowUp: 1, ArrowDown: -1 }[event.key];
        if (!step || property.kind !== 'number') return;
        event.preventDefault();
        const by = step * (event.shiftKey ? 10 : event.altKey || /opacity|Opacity/.test(property.key) ? 0.1 : 1);
        const value = Number((Number(field.value) + by).toFixed(6));
        if (Number.isFinite(value)) { field.value = String(value); field.dataset.was = field.value; set(field.value); }
      });
    }
    const parts = [field];
    if (property.kind === 'color') parts.unshift(this.swatch(property, set));
    if (property.unit) parts.push(make('span.unit', {}, property.unit));
    return make('div.edit', {}, ...parts);
  }

  // MARK: Filters

  /** The filters of a list with their inputs, and a menu for adding one. */
  filters(list) {
    const { report } = this;
    const items = report.filters.filter(each => each.list === list);
    const isEdited = report.editedLists.includes(list);
    if (!items.length && !isEdited && !this.all && !this.wrong.has(list)) return '';
    // A copy of the list as it is set, in which changes are made.
    const now = items.map(({ type, name, isOn, inputs }) => ({
      type, name, isOn, inputs: Object.fromEntries(inputs.filter(input => input.isSet && input.text !== undefined).map(input => [input.key, input.text])),
    }));
    const set = (next, input) => this.set(list, JSON.stringify(next), input);
    const adder = make('select', { id: `add-${list}`, 'aria-label': `Add to ${list}`, onchange: () => { if (adder.value) set([...now, { type: adder.value }]); } },
      make('option', { value: '' }, 'Add a filter …'), ...report.filterTypes.map(type => make('option', { value: type }, type)));
    adder.dataset.was = '';
    const wrong = this.wrong.get(list);
    return make('div.group', { role: 'group', 'aria-label': list }, make('h3', {}, list, isEdited ? ' · set in this page' : ''),
      ...items.map((item, index) => this.filter(list, item, index, now, set)),
      wrong ? make('div.wrong', { role: 'alert' }, wrong) : '',
      make('div.property', {}, make('span.key', {}), make('div.values', {}, make('div.edit', {}, adder))));
  }

  filter(list, item, index, now, set) {
    const id = `${list}-${index}`;
    const changed = (change, input) => set(now.map((each, at) => (at === index ? { ...each, ...change } : each)), input);
    const isOn = make('input', { id: `${id}-on`, type: 'checkbox', checked: item.isOn, 'aria-label': `${item.name} is applied`, title: 'Whether it is applied', onchange: () => changed({ isOn: isOn.checked }) });
    isOn.dataset.was = isOn.value;
    const rows = item.inputs.map(input => {
      const name = `${id}-${input.key}`;
      if (input.text === undefined) return make('div.property', {}, make('span.key', {}, input.key), make('div.values', {}, make('div.plain', {}, 'a value that no text can say')));
      const wrong = this.wrong.get(name);
      const field = make('input', { id: name, value: wrong ? this.wrongText.get(name) : input.text, spellcheck: false, autocomplete: 'off' });
      field.dataset.was = field.value;
      if (wrong) { field.setAttribute('aria-invalid', 'true'); field.setAttribute('aria-describedby', `wrong-${name}`); }
      field.addEventListener('change', () => {
        const text = field.value.trim();
        if (text !== input.text || wrong) changed({ inputs: { ...now[index].inputs, [input.key]: text } }, { name, text });
      });
      field.addEventListener('keydown', event => { if (event.key === 'Escape') { field.value = input.text; field.blur(); } });
      return make(input.isSet ? 'div.property' : 'div.property.standard', {}, make('label.key', { for: name }, input.key), make('div.values', {}, make('div.edit', {}, field)),
        this.shown(input.shown !== undefined, short(input.shown ?? input.text)),
        wrong ? make('div.wrong', { role: 'alert', id: `wrong-${name}` }, wrong) : null);
    });
    return make('div.filter', { role: 'group', 'aria-label': item.name },
      make('div.line', {}, isOn, make('b', {}, item.type), item.name === item.type ? '' : make('span.quiet', {}, item.name),
        item.isKnown ? '' : make('span.quiet', {}, 'not drawn: Lamina has no such filter'), make('span.space'),
        make('button', { 'aria-label': `Remove ${item.name}`, title: 'Remove it', onclick: () => set(now.filter((each, at) => at !== index)) }, '×')), ...rows);
  }

  swatch(property, set) {
    const inside = make('span');
    inside.style.background = property.swatch ?? 'transparent';
    const picker = make('input', { type: 'color', 'aria-label': `Choose ${property.key}`, tabIndex: -1 });
    picker.classList.add('hidden');
    const hex = /^(#[0-9a-f]{6})([0-9a-f]{2})?$/.exec(property.swatch ?? '');
    if (hex) picker.value = hex[1];
    picker.addEventListener('change', () => set(picker.value + (hex?.[2] ?? '')));
    return make('button.swatch', { 'aria-label': `Choose ${property.key}`, title: property.swatch ?? 'none', onclick: () => picker.showPicker?.() }, inside, picker);
  }

  /** Sets a property; `input` holds the name of a filter input's field, and the text typed there. */
  async set(key, value, input) {
    const place = input?.name ?? key;
    this.wrong.delete(place);
    const field = document.activeElement;
    if (field?.dataset && this.panel.contains(field)) field.dataset.was = field.value;
    try {
      await change('api/edit', { layer: addressOf(state.selected), key, value });
      say(/ilters$/.test(key) ? `${key} of ${longTitle(state.selected)} are set` : `${key} of ${longTitle(state.selected)} is ${value}`);
    } catch (error) {
      // The error concerns the input, not the list that contains it.
      this.wrong.set(place, input ? error.message.replace(`${key}: `, '') : error.message);
      this.wrongText.set(place, input?.text ?? value);
    }
    this.shownText = '';
    await this.ask();
  }
}

export { select };
