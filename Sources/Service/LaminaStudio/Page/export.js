// Exports: a picture, a film, a page with a film in it, a new document.

import { address, get, post, remove } from './api.js';
import { $, bytes, complain, cut, make, number, say, typedNumber } from './parts.js';
import { on, order, state } from './store.js';

export class Export {
  constructor() {
    this.dialog = $('export-dialog');
    /** The last requested film of each scene: its identifier, and the values of the fields. */
    this.films = new Map();
    $('export').addEventListener('click', () => this.open());
    on('film', film => this.progress(film));
  }

  open() {
    const { size, scale, background, overlay, renderer } = state.view;
    const exploded = state.view.mode === 'exploded' ? { mode: 'exploded', yaw: state.view.yaw, pitch: state.view.pitch, spacing: state.view.spacing } : {};
    const picture = address('api/picture.png', { scene: state.name, time: state.time, size, scale, background, overlay, renderer, ...exploded });
    const moves = state.timeline?.moves;
    this.format = make('select', { id: 'film-format' }, ...state.filmFormats.map(({ name, title }) => make('option', { value: name }, title)));
    this.fps = make('input', { id: 'film-fps', size: 4, value: String(Math.min(number(state.frameRate, 3), 60)) });
    this.from = make('input', { id: 'film-from', size: 4, value: '0' });
    this.to = make('input', { id: 'film-to', size: 4, value: number(state.duration || 1, 3) });
    this.bar = make('progress', { id: 'film-progress', hidden: true, 'aria-label': 'Film' });
    this.words = make('p', { id: 'film-words', role: 'status' });
    this.begin = make('button.first', { id: 'film-begin', onclick: () => this.make() }, 'Make');
    this.cancel = make('button', { id: 'film-cancel', hidden: true, onclick: () => this.stop() }, 'Cancel');
    this.name = make('input', { id: 'save-name', size: 22, value: `${state.name.split('/').pop().replace(/\.[^.]+$/, '')}-edited.ca` });
    this.saved = make('p', { id: 'save-words', role: 'status' });
    this.dialog.replaceChildren(
      make('h2', { id: 'export-title' }, 'Export'),
      make('h3', {}, 'This moment'),
      make('div.line', {}, make('a', { id: 'picture-link', href: picture, download: '' }, 'Download the PNG'), make('span.quiet', {}, `${number(state.time, 3)} s, the bytes that lamina render writes`)),
      make('h3', {}, 'A film'),
      make('div.line', {}, make('label.field', { for: 'film-format' }, 'As'), this.format, make('label.field', { for: 'film-fps' }, 'fps'), this.fps,
        make('label.field', { for: 'film-from' }, 'from'), this.from, make('label.field', { for: 'film-to' }, 'to'), this.to, make('span.unit', {}, 's')),
      make('p', {}, !moves ? 'Nothing in this scene moves.' : state.timeline.isProposed
        ? `With what was changed in this page. Nothing says how long the scene is; ${number(state.duration, 1)} s are a proposal. Films other than the page need ffmpeg.`
        : 'With what was changed in this page, without what is hidden in it. Films other than the page need ffmpeg.'),
      make('div.line', {}, this.begin, this.cancel), this.bar, this.words,
      make('h3', {}, 'A new document'),
      make('div.line', {}, make('label.field', { for: 'save-name' }, 'Name'), this.name, make('button', { id: 'save', onclick: () => this.save() }, 'Save')),
      make('p', {}, 'Beside the document, with its pictures and what was changed in this page. Nothing that is there is replaced.'), this.saved,
      make('div.end', {}, make('button', { onclick: () => this.dialog.close() }, 'Close')));
    this.dialog.showModal();
    this.resume();
  }

  /** Shows the last requested film: it continues while the dialog is closed, and a finished one can still be downloaded. */
  async resume() {
    this.isRunning = false;
    const film = this.films.get(state.name);
    this.id = film?.id;
    if (!film) return;
    for (const [name, value] of Object.entries(film.fields)) this[name].value = value;
    const now = await get(`api/films/${film.id}`).catch(() => null);
    if (this.id !== film.id) return;
    // The studio keeps only the most recent films.
    if (!now) { this.films.delete(state.name); return; }
    if (now.state === 'running') this.watch(); else this.progress(now);
  }

  /** The values of the fields; nothing if one of them is invalid, which is reported at that field. */
  fields() {
    const fields = { fps: this.fps, from: this.from, to: this.to };
    const words = { fps: 'frames a second, such as 30', from: 'seconds, such as 0', to: 'seconds, such as 2.5' };
    const values = {};
    let isGood = true;
    const wrong = (name, text) => { complain(fields[name], text); if (isGood) fields[name].focus(); isGood = false; };
    for (const [name, field] of Object.entries(fields)) {
      complain(field, '');
      const text = field.value.trim();
      if (text === '') continue;
      values[name] = typedNumber(text);
      if (values[name] === undefined) wrong(name, `'${cut(text)}' is no number: it takes ${words[name]}`);
    }
    if (!isGood) return null;
    if (values.fps !== undefined && !(values.fps >= 0.001 && values.fps <= 1000)) wrong('fps', `${values.fps} is no rate: it is from 0.001 to 1000 frames a second`);
    if (values.to !== undefined && values.to <= (values.from ?? 0)) wrong('to', `The film would end at ${values.to} s, and begins at ${values.from ?? 0} s`);
    return isGood ? values : null;
  }

  async make() {
    const values = this.fields();
    if (!values) return;
    const { size, scale, background } = state.view;
    this.words.textContent = '';
    try {
      const { id } = await post('api/films', { scene: state.name }, {
        format: this.format.value, ...values, view: { size, scale, background },
      });
      this.id = id;
      this.films.set(state.name, { id, fields: Object.fromEntries(['format', 'fps', 'from', 'to'].map(name => [name, this[name].value])) });
      say('The film is being made');
      this.watch();
    } catch (error) {
      const field = { fps: this.fps, from: this.from, to: this.to }[error.parameter];
      if (field) { complain(field, error.message.replace(`${error.parameter}: `, '')); field.focus(); } else this.words.textContent = error.message;
    }
  }

  /** Follows a film: by messages of the studio, and by asking, since the first messages may arrive before the page knows the film's identifier. */
  async watch() {
    this.begin.disabled = true;
    this.cancel.hidden = this.bar.hidden = false;
    this.cancel.disabled = false;
    this.bar.removeAttribute('value');
    if (this.isRunning) return;
    this.isRunning = true;
    const { id } = this;
    while (this.isRunning && this.id === id) {
      const film = await get(`api/films/${id}`).catch(error => (error.status ? { id, state: 'failed', message: error.message } : null));
      if (film && this.isRunning) this.progress(film);
      if (this.isRunning) await new Promise(done => setTimeout(done, 700));
    }
  }

  async stop() {
    this.cancel.disabled = true;
    this.words.textContent = 'Cancelling';
    await remove(`api/films/${this.id}`).catch(error => { this.words.textContent = error.message; });
    this.cancel.disabled = false;
    const film = await get(`api/films/${this.id}`).catch(() => null);
    if (film) this.progress(film);
  }

  progress(film) {
    if (film.id !== this.id || !this.bar) return;
    const isOver = film.state !== 'running';
    // Progress that arrives after the end is ignored.
    if (!isOver && !this.isRunning) return;
    if (isOver) this.isRunning = false;
    this.begin.disabled = !isOver;
    this.cancel.hidden = this.bar.hidden = isOver;
    if (!isOver) {
      if (film.total) { this.bar.max = film.total; this.bar.value = film.finished; }
      const left = film.secondsLeft ? `, ${number(film.secondsLeft, 0)} s left` : '';
      this.words.textContent = `${film.finished} of ${film.total} frames${left}`;
    } else if (film.state === 'finished') {
      this.words.replaceChildren(make('a', { id: 'film-link', href: address(`api/films/${film.id}/file`), download: film.name }, `Download ${film.name}`), ` ${bytes(film.bytes ?? 0)}`);
      say('The film is finished');
    } else {
      this.words.textContent = film.message ?? film.state;
      say(this.words.textContent);
    }
  }

  async save() {
    this.saved.textContent = '';
    complain(this.name, '');
    try {
      const { path, diagnostics } = await post('api/save', { scene: state.name }, { name: this.name.value });
      this.saved.textContent = `Saved as ${path}${diagnostics.length ? `; ${diagnostics.join('; ')}` : ''}`;
    } catch (error) {
      if (error.parameter === 'name') { complain(this.name, error.message.replace('name: ', 'The name: ')); this.name.focus(); }
      else this.saved.textContent = error.message;
    }
  }
}

export { order };
