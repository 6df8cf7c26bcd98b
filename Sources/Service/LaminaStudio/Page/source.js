// The document's problems, and its text, read-only, scrolled to the line of a problem.

import { get, post } from './api.js';
import { $, later, LongList, make, say } from './parts.js';
import { on, order, select, state, tell } from './store.js';

export class Source {
  constructor() {
    this.problems = make('div', { id: 'problems', role: 'list', 'aria-label': 'Diagnostics' });
    this.text = make('div.list', { id: 'source', tabIndex: 0, role: 'group', 'aria-label': 'The document' });
    $('document').append(this.problems, this.text);
    this.lines = [];
    this.list = new LongList(this.text, 18, index => this.row(index));
    on('loaded', () => this.read());
    on('edited', () => this.askSoon());
    on('rest', () => this.askSoon());
    on('line', line => { tell('show-tab', 'document'); this.go(line); });
    on('tab', name => { if (name === 'document') this.go(this.here); });
  }

  askSoon = later(() => this.ask(), 150);

  async read() {
    const { text } = await get('api/source', { scene: state.name }).catch(() => ({}));
    this.lines = text ? text.split('\n') : [];
    this.here = state.scene?.line ?? 0;
    this.list.show(this.lines.length);
    if (state.scene?.failure) { this.show(); if (this.here) this.go(this.here); }
    this.askSoon();
  }

  async ask() {
    if (state.scene?.failure) { this.show(); return; }
    const key = `${state.name} ${state.revision}`;
    if (key === this.asked && state.time === this.askedTime) return;
    [this.asked, this.askedTime] = [key, state.time];
    state.problems = await post('api/problems', { scene: state.name }, order()).catch(() => []);
    this.show();
  }

  show() {
    const failure = state.scene?.failure;
    const problems = failure ? [{ severity: 'error', code: 'unreadable', message: failure, line: state.scene.line, column: state.scene.column }] : state.problems;
    const badge = $('problem-count');
    const loud = problems.filter(each => each.severity !== 'note').length;
    badge.hidden = !loud;
    badge.textContent = String(loud);
    badge.setAttribute('aria-label', `${loud} problems`);
    this.problems.replaceChildren(...(problems.length ? problems.map(each => make('div', { role: 'listitem' }, this.problem(each)))
      : [make('div', { role: 'listitem' }, make('p.empty', {}, 'Everything in the document is drawn as it asks.'))]));
  }

  problem(each) {
    const place = each.line ? `line ${each.line}, column ${each.column}` : each.layer ?? '';
    return make(`button.problem.${each.severity}`, {
      onclick: () => {
        if (each.line) this.go(each.line);
        else if (each.layer) this.selectPath(each.layer);
      },
    }, make('b', {}, each.severity === 'note' ? 'Note' : each.severity === 'error' ? 'Error' : 'Warning'), ` ${each.message} `, make('span', {}, `${place} [${each.code}]`));
  }

  /** Selects a layer by the path in a diagnostic. */
  selectPath(path) {
    const { parents, names, classes, kinds, places } = state.tree;
    const paths = [];
    for (let layer = 0; layer < parents.length; layer += 1) {
      const name = names[layer] || (places[layer] < 0 ? 'mask' : `${classes[kinds[layer]]}[${places[layer]}]`);
      paths.push(layer ? `${paths[parents[layer]]}/${name}` : name);
      if (paths[layer] === path) { select(layer); return; }
    }
  }

  row(index) {
    return make(index + 1 === this.here ? 'div.code.here' : 'div.code', {}, make('i', {}, String(index + 1)), this.lines[index].slice(0, 2000));
  }

  go(line) {
    this.here = line;
    this.list.show(this.lines.length);
    if (!line) return;
    this.list.reveal(line - 1);
    say(`Line ${line}`);
  }
}
