// The costs of a picture: layers that go offscreen with the property that causes it, passes with their operations, counters.

import { post } from './api.js';
import { $, bytes, count, later, make, number, pixels } from './parts.js';
import { hover, longTitle, on, order, select, state, tell } from './store.js';

/** A region as polygons. */
const box = ([x, y, width, height]) => (width > 0 ? [[[x, y], [x + width, y], [x + width, y + height], [x, y + height]]] : []);

export class Costs {
  constructor() {
    this.panel = $('costs');
    this.open = new Set();
    on('rest', () => { if (state.view.mode !== 'exploded') this.askSoon(); });
    on('loaded edited', () => this.askSoon());
    on('tab', () => { this.show(); this.reveal(); });
    // After a click in a list of this panel, the panel does not scroll.
    on('selected', how => { if (how === 'listed') this.mark(); else this.reveal(); });
  }

  askSoon = later(() => this.ask(), 90);

  /** A key that identifies the shown picture. */
  get key() { return JSON.stringify([state.name, state.revision, state.time, state.view.size, state.view.scale]); }

  async ask() {
    if (!state.tree || state.scene?.failure) return;
    const key = this.key;
    if (key !== this.asked) {
      const costs = await post('api/costs', { scene: state.name }, order()).catch(() => null);
      if (!costs || key !== this.key) return;
      this.asked = key;
      state.costs = costs;
      tell('costs');
    }
    this.show();
  }

  show() {
    const { costs, picture } = state;
    if (this.panel.hidden || !costs) return;
    const scrolled = this.panel.scrollTop;
    const offscreen = costs.passes.filter(pass => pass.kind !== 'canvas');
    const facts = [
      [count(new Set(costs.findings.map(each => each.layer)).size), 'layers go offscreen'],
      [count(offscreen.length), 'offscreen passes'], [pixels(costs.offscreenPixels), 'in them'],
      [count(costs.operations.length + costs.operationsLeft), 'operations'], [pixels(costs.touchedPixels), 'touched'],
      [number(costs.touchedPixels / (costs.width * costs.height), 2), 'times each pixel'],
    ];
    this.panel.replaceChildren(
      make('div.facts', {}, ...facts.map(([value, what]) => make('div', {}, make('b', {}, value), make('span', {}, what)))),
      costs.findings.length ? make('p.lead', {}, 'A layer goes offscreen when it is drawn into a picture of its own before it is shown: another pass, and memory. These do, those with the most pixels first:') : '',
      ...(costs.findings.length ? costs.findings.map(each => this.finding(each)) : [make('p.empty', {}, 'No layer goes offscreen: everything is drawn at once.')]),
      this.passes(), this.operations(), ...this.spaces(), this.counters(picture));
    this.panel.scrollTop = scrolled;
    this.mark();
  }

  /** Marks the findings about the selected layer. */
  mark() {
    for (const element of this.panel.querySelectorAll('.finding')) element.classList.toggle('here', Number(element.dataset.layer) === state.selected);
  }

  /** Scrolls to the findings about the selected layer, if there are any. */
  reveal() {
    if (this.panel.hidden) return;
    this.mark();
    this.panel.querySelector('.finding.here')?.scrollIntoView({ block: 'nearest' });
  }

  /** Event handlers that highlight pixels while an element is pointed at or has the focus. */
  pointing(region, layer) {
    const show = () => { tell('region', region); hover(layer ?? -1); };
    const hide = () => { tell('region', null); hover(-1); };
    return { onpointerenter: show, onpointerleave: hide, onfocusin: show, onfocusout: hide };
  }

  finding(each) {
    return make('article.finding', { 'data-layer': each.layer, 'aria-label': `${longTitle(each.layer)} goes offscreen`, ...this.pointing(box(each.region), each.layer) },
      make('h3', {}, make('button', { onclick: () => { select(each.layer, 'listed'); }, title: each.path }, longTitle(each.layer)), ' goes offscreen',
        make('small', {}, `${each.passes.length === 1 ? '1 pass' : `${each.passes.length} passes`}, ${pixels(each.pixels)}`)),
      make('p', {}, make('code', {}, each.value ? `${each.property} = ${each.value}` : each.property)),
      make('p', {}, each.why), make('p.avoid', {}, each.avoid));
  }

  passes() {
    const { costs, tree } = state;
    const rows = costs.passes.map(pass => make('tr.point', {
      tabIndex: 0, ...this.pointing(pass.shown, pass.layer), onclick: () => { if (pass.layer !== undefined) select(pass.layer, 'listed'); },
      onkeydown: event => { if (event.key === 'Enter' && pass.layer !== undefined) select(pass.layer, 'listed'); },
    }, make('td', {}, pass.kind === 'canvas' ? 'canvas' : String(pass.index)),
    make('td', {}, pass.kind === 'canvas' ? '' : `${pass.kind === 'filtered' ? 'filter' : 'drawn'} for ${pass.cause ?? 'a layer'}${pass.layer !== undefined && tree ? ` of ${longTitle(pass.layer)}` : ''}`),
    make('td.number', {}, pixels(pass.pixels)), make('td.number', {}, bytes(pass.bytes)), make('td', { title: pass.isKept ? 'Later pictures take its pixels over while nothing in it changes; how many did is said under the last picture' : '' }, pass.isKept ? 'can be kept' : '')));
    return make('section', {}, make('div.sub', {}, 'Passes, in the order in which they run'), make('table', {},
      make('thead', {}, make('tr', {}, ...['Pass', 'What', 'Pixels', 'Memory', ''].map((name, index) => make(index === 2 || index === 3 ? 'th.number' : 'th', {}, name)))),
      make('tbody', {}, ...rows)));
  }

  operations() {
    const { costs } = state;
    const shown = this.open.has('operations') ? costs.operations : costs.operations.slice(0, 40);
    const rows = shown.map(each => make('tr.point', { tabIndex: 0, ...this.pointing(each.shown, each.layer), onclick: () => { if (each.layer !== undefined) select(each.layer, 'listed'); },
      onkeydown: event => { if (event.key === 'Enter' && each.layer !== undefined) select(each.layer, 'listed'); } },
      make('td', {}, String(each.pass)), make('td', { title: each.text }, make('span.mono.clamped', {}, each.text))));
    const left = costs.operations.length - shown.length;
    return make('section', {}, make('div.sub', {}, 'Operations of the plan'), make('table', {},
      make('thead', {}, make('tr', {}, make('th', {}, 'Pass'), make('th', {}, 'Operation'))), make('tbody', {}, ...rows)),
    left > 0 ? make('p.empty', {}, make('button', { onclick: () => { this.open.add('operations'); this.show(); } }, `Show ${count(left)} more`)) : '',
    costs.operationsLeft ? make('p.empty', {}, `${count(costs.operationsLeft)} more are not listed.`) : '');
  }

  spaces() {
    const { costs } = state;
    if (!costs.spaces.length) return [];
    return [make('section', {}, make('div.sub', {}, 'Three-dimensional spaces'), make('table', {},
      make('thead', {}, make('tr', {}, ...['Layers', 'Pieces', 'Cuts'].map(name => make('th', {}, name)))),
      make('tbody', {}, ...costs.spaces.map(each => make('tr', {}, make('td', {}, count(each.layers)), make('td', {}, count(each.pieces)), make('td', {}, count(each.cuts)))))))];
  }

  counters(picture) {
    if (!picture) return '';
    const { counters, width, height } = picture;
    const words = [
      ['Draw calls, or operations run', count(counters.drawCalls)], ['Passes that ran', count(counters.passes)],
      ['Calls of OpenGL ES', count(counters.glCalls)],
      ['Passes kept from earlier frames', count(counters.keptPasses)],
      ['Pixels drawn anew', `${pixels(counters.damagedPixels)} of ${pixels(width * height)}`],
      ['Offscreen memory at its peak', bytes(counters.offscreenBytes)], ['Pictures uploaded', bytes(counters.uploadedBytes)],
      ['Pixels read back from the device', bytes(counters.readBackBytes)],
      ['Layers copied from the tree', count(counters.copiedLayers)], ['Layers whose draws were taken over', count(counters.keptLayers)],
      ['Texts laid out anew', count(counters.laidOutTexts)],
      ['Pictures of paths and texts drawn anew', `${count(counters.drawnPictures)} of ${count(counters.drawnPictures + counters.keptPictures)}`],
    ];
    const all = counters.passes + counters.keptPasses;
    const from = picture.repeated
      ? 'The picture at rest is the one before it, taken over whole: nothing was drawn for it. These were counted when that one was drawn.'
      : counters.keptPasses ? `Taken over from earlier pictures: ${counters.keptPasses} of ${all} passes, and the pixels that stayed as they were.`
        : counters.damagedPixels < width * height ? 'Taken over from the picture before: the pixels that stayed as they were.' : 'All of it was drawn; nothing was taken over.';
    return make('section', { id: 'counters' }, make('div.sub', {}, 'The last picture that was drawn'), make('p.empty', {}, from), make('table', {}, make('tbody', {},
      ...words.map(([what, value]) => make('tr', {}, make('td', {}, what), make('td.number', {}, value))))));
  }
}
