// Time: playing and scrubbing, animations with their keyframes and curves, markers, states, and what each step takes along time.

import { lines } from './api.js';
import { $, complain, draw, LongList, make, number, paint, say, typedNumber } from './parts.js';
import { longTitle, on, order, select, state, tell } from './store.js';
import { change } from './main.js';

/** Where times begin, pixels from the left. */
const margin = 196;

/** The steps of a picture as the curve has them, one over the other. */
const steps = [['snapshot', '#8f8bd8', 'copying the tree'], ['plan', '#3fa7a0', 'planning'], ['render', '#4f93f3', 'drawing']];

export class Time {
  constructor() {
    this.scrubber = $('scrubber');
    this.canvas = this.scrubber.querySelector('canvas');
    this.points = [];
    this.list = new LongList($('tracks'), 24, index => this.track(index));
    on('timeline', () => this.read());
    on('time clock', () => this.show());
    on('stopped playing', () => this.showPlaying());
    on('scene', again => { if (!again) this.points = []; });
    on('selected', () => this.list.show(this.rows?.length ?? 0));
    const resized = new ResizeObserver(() => { this.paint(); this.list.show(this.rows?.length ?? 0); });
    resized.observe(this.scrubber);
    resized.observe($('tracks'));
    on('tree', () => this.list.show(this.rows?.length ?? 0));
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.paint());
    this.buttons();
    this.scrubbing();
  }

  /** The length that is shown, seconds. */
  get length() { return Math.max(state.duration, state.time, 1 / state.frameRate); }
  /** As wide as the rows, which may have a scroll bar beside them. */
  get width() { return Math.max(($('tracks').clientWidth || this.scrubber.clientWidth) - margin - 12, 1); }
  x(time) { return margin + time / this.length * this.width; }
  timeAt(x) { return Math.max(0, Math.min((x - margin) / this.width, 1)) * state.duration; }

  read() {
    const { timeline } = state;
    this.rows = timeline.rows;
    const isStill = !timeline.moves;
    for (const id of ['to-start', 'back', 'play', 'forward', 'loop']) $(id).disabled = isStill;
    this.scrubber.setAttribute('aria-valuemax', number(state.duration, 3));
    this.states();
    this.list.show(this.rows.length);
    this.none ??= $('tracks').appendChild(make('p.empty', { role: 'listitem' }));
    this.none.hidden = this.rows.length > 0;
    this.none.textContent = isStill ? 'Nothing in this scene moves.' : 'What moves here has no animations: emitters, or frames of their own.';
    this.show();
  }

  states() {
    const { states, state: current } = state.timeline;
    $('state-field').hidden = $('from-field').hidden = !states.length;
    const fill = (select, none, value) => {
      select.replaceChildren(make('option', { value: '' }, none), ...states.map(name => make('option', { value: name }, name)));
      select.value = value ?? '';
    };
    fill($('state'), 'as written', current.name);
    fill($('from-state'), 'at once', current.from);
  }

  buttons() {
    $('play').addEventListener('click', () => this.toggle());
    $('to-start').addEventListener('click', () => this.go(0));
    $('back').addEventListener('click', () => this.step(-1));
    $('forward').addEventListener('click', () => this.step(1));
    $('loop').addEventListener('click', () => {
      state.loop = !state.loop;
      $('loop').setAttribute('aria-pressed', String(state.loop));
      if (state.playing) tell('playing');
    });
    $('speed').addEventListener('change', () => { state.speed = Number($('speed').value); if (state.playing) tell('playing'); });
    $('clock').addEventListener('change', () => {
      const clock = $('clock');
      const typed = clock.value.trim();
      const time = typedNumber(typed);
      if (time === undefined || Math.abs(time) > 1e9) {
        clock.value = state.time.toFixed(3);
        clock.select();
        complain(clock, `'${typed.slice(0, 40)}' is no time: it takes seconds, from -1000000000 to 1000000000. The time stays at ${state.time.toFixed(3)} s.`);
        return;
      }
      complain(clock, '');
      this.go(time, true);
      clock.value = state.time.toFixed(3);
    });
    const enter = () => change('api/state', { name: $('state').value || null, from: $('from-state').value || null })
      .then(() => { tell('view'); say(`State ${$('state').value || 'as written'}`); });
    $('state').addEventListener('change', enter);
    $('from-state').addEventListener('change', enter);
    $('measure').addEventListener('click', () => this.measure());
    $('budget').addEventListener('change', () => this.paint());
  }

  toggle() {
    if (!state.timeline?.moves) return;
    state.playing = !state.playing;
    tell('playing');
    say(state.playing ? 'Playing' : `Paused at ${number(state.time, 2)} seconds`);
  }

  showPlaying() {
    const play = $('play');
    play.setAttribute('aria-label', state.playing ? 'Pause' : 'Play');
    play.querySelector('path').setAttribute('d', state.playing ? 'M4 2.500h3v11H4zM9.500 2.500h3v11h-3z' : 'M4 2.500 13 8l-9 5.500z');
  }

  stop() {
    if (!state.playing) return;
    state.playing = false;
    this.showPlaying();
  }

  /** Goes to a time; soon pictures while it is `moving`. */
  go(time, isFree = false, how = '') {
    this.stop();
    state.time = Math.max(isFree ? -Infinity : 0, isFree ? time : Math.min(time, state.duration));
    tell('time', how);
  }

  step(frames) {
    const frame = Math.round(state.time * state.frameRate) + frames;
    this.go(frame / state.frameRate);
  }

  scrubbing() {
    let isDown = false;
    const move = event => this.go(this.timeAt(event.clientX - this.scrubber.getBoundingClientRect().left), false, 'moving');
    this.scrubber.addEventListener('pointerdown', event => { isDown = true; this.scrubber.setPointerCapture(event.pointerId); move(event); });
    this.scrubber.addEventListener('pointermove', event => { if (isDown) move(event); });
    const end = () => { if (isDown) { isDown = false; tell('time', ''); } };
    this.scrubber.addEventListener('pointerup', end);
    this.scrubber.addEventListener('pointercancel', end);
    this.scrubber.addEventListener('keydown', event => {
      const steps = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -10, PageUp: 10 };
      if (event.key in steps) this.step(steps[event.key] * (event.shiftKey ? 10 : 1));
      else if (event.key === 'Home') this.go(0);
      else if (event.key === 'End') this.go(state.duration);
      else return;
      event.preventDefault();
      event.stopPropagation();
    });
  }

  show() {
    if (document.activeElement !== $('clock')) $('clock').value = state.time.toFixed(3);
    $('frame-number').textContent = state.timeline?.moves ? `frame ${Math.round(state.time * state.frameRate)}` : '';
    this.scrubber.setAttribute('aria-valuenow', number(state.time, 3));
    this.scrubber.setAttribute('aria-valuetext', `${number(state.time, 2)} of ${number(state.duration, 2)} seconds`);
    this.paint();
    for (const line of $('tracks').querySelectorAll('.now')) {
      const x = this.x(state.time) - margin;
      line.setAttribute('x1', x);
      line.setAttribute('x2', x);
    }
  }

  // MARK: The line of time

  paint() {
    const ratio = devicePixelRatio || 1;
    this.scrubber.classList.toggle('measured', this.points.length > 0);
    const [width, height] = [this.scrubber.clientWidth, this.scrubber.clientHeight];
    if (!width || !state.timeline) return;
    [this.canvas.width, this.canvas.height] = [width * ratio, height * ratio];
    const context = this.canvas.getContext('2d');
    context.scale(ratio, ratio);
    context.font = '10px system-ui, sans-serif';
    const [quiet, line] = [paint('--quiet'), paint('--line')];
    context.fillStyle = quiet;
    context.fillText(this.points.length ? 'Milliseconds a frame' : 'Time', 12, this.points.length ? 12 : 27);
    if (this.points.length) this.legend(context);
    context.strokeStyle = line;
    const step = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 60, 120, 600].find(each => each / this.length * this.width >= 56) ?? 3600;
    context.beginPath();
    for (let time = 0; time <= (state.timeline.moves ? this.length : 0) + 1e-9; time += step) {
      const x = Math.round(this.x(time)) + 0.5;
      context.moveTo(x, 0);
      context.lineTo(x, height);
      const label = `${number(time, 2)} s`;
      const place = Math.min(x + 3, width - context.measureText(label).width - 2);
      if (place > x) context.fillText(label, place, 10);
      else context.fillText(label, x - 3 - context.measureText(label).width, 10);
    }
    context.stroke();
    this.curve(context, height);
    context.fillStyle = paint('--warn');
    for (const marker of state.timeline.markers) {
      const x = this.x(marker.time);
      context.beginPath();
      context.moveTo(x - 4, 14); context.lineTo(x + 4, 14); context.lineTo(x, 21);
      context.fill();
      const label = marker.name.split('\n')[0].slice(0, 24);
      const room = context.measureText(label).width;
      // At the right end it stands before its place.
      context.fillText(label, x + 6 + room < width ? x + 6 : x - 6 - room, 22);
    }
    const now = Math.round(this.x(state.time)) + 0.5;
    context.strokeStyle = context.fillStyle = '#e0483b';
    context.beginPath();
    context.moveTo(now, 0);
    context.lineTo(now, height);
    context.stroke();
    context.fillRect(now - 3.5, height - 8, 7, 8);
  }

  /** Which colour of the curve is which step. */
  legend(context) {
    steps.forEach(([, color, name], index) => {
      context.fillStyle = color;
      context.fillRect(12, 22 + index * 14, 8, 8);
      context.fillStyle = paint('--quiet');
      context.fillText(name, 25, 30 + index * 14);
    });
  }

  /** What each step takes, one over the other, and the budget as a line. */
  curve(context, height) {
    if (!this.points.length) return;
    const budget = Number($('budget').value);
    const most = Math.max(budget * 1.15, ...this.points.map(each => each.snapshot + each.plan + each.render));
    // Below the seconds and the markers.
    const y = value => height - value / most * (height - 26);
    const base = this.points.map(() => 0);
    for (const [step, color] of steps) {
      context.beginPath();
      this.points.forEach((each, index) => context.lineTo(this.x(each.time), y(base[index] + each[step])));
      [...this.points].reverse().forEach((each, back) => context.lineTo(this.x(each.time), y(base[this.points.length - 1 - back])));
      context.fillStyle = color;
      context.globalAlpha = 0.75;
      context.fill();
      context.globalAlpha = 1;
      this.points.forEach((each, index) => { base[index] += each[step]; });
    }
    context.strokeStyle = context.fillStyle = paint('--bad');
    context.setLineDash([5, 3]);
    context.beginPath();
    context.moveTo(margin, y(budget));
    context.lineTo(margin + this.width, y(budget));
    context.stroke();
    context.setLineDash([]);
    const label = `${number(budget, 1)} ms`;
    context.fillText(label, margin - 6 - context.measureText(label).width, y(budget) + 3);
    context.fillStyle = paint('--quiet');
    if (y(budget) < height - 16) context.fillText('0', margin - 12, height - 3);
  }

  async measure() {
    if (this.measuring) { this.measuring.abort(); return; }
    const steps = state.timeline.moves ? Math.max(2, Math.min(120, Math.round(state.duration * 30))) : 1;
    this.measuring = new AbortController();
    $('measure').textContent = 'Stop';
    this.points = [];
    const begun = state.name;
    try {
      await lines('api/curve', { scene: state.name }, { view: order(), from: 0, to: state.duration, steps }, point => {
        if (begun !== state.name) return;
        this.points.push(point);
        this.paint();
      }, this.measuring.signal);
      const budget = Number($('budget').value);
      const totals = this.points.map(each => each.snapshot + each.plan + each.render);
      const over = totals.filter(total => total > budget).length;
      say(`The slowest of ${totals.length} pictures takes ${number(Math.max(...totals), 1)} milliseconds; ${over} are over the budget`);
    } catch (error) {
      if (error.name !== 'AbortError') say(error.message);
    }
    this.measuring = null;
    $('measure').textContent = 'Measure';
  }

  // MARK: Animations

  track(index) {
    const row = this.rows[index];
    const width = this.width + 12;
    const at = time => this.x(time) - margin;
    const begin = Math.max(at(row.begin), 0);
    const end = Math.min(row.end === undefined ? width : at(row.end), width);
    const parts = [draw('rect', { class: 'bar', x: begin, y: 5, width: Math.max(end - begin, 2), height: 14, rx: 3 })];
    const cycle = row.cycle * (this.width / this.length);
    for (let from = at(row.begin), turn = 0; from < end && turn < 24 && cycle > 6; from += cycle, turn += 1) {
      parts.push(...this.curves(row, from, cycle, begin, end, row.autoreverses && turn % 2 === 1));
    }
    const now = this.x(state.time) - margin;
    parts.push(draw('line', { class: 'now', x1: now, x2: now, y1: 0, y2: 24 }));
    const name = longTitle(row.layer) || row.title;
    const text = `${name} ${row.keyPath ?? row.name}, ${number(row.begin, 3)} to ${row.end === undefined ? 'ever' : `${number(row.end, 3)} s`}`;
    const title = [name, row.kind, row.keyPath, ...row.values].filter(Boolean).join('\n');
    return make('div.track', { role: 'listitem', 'aria-label': text },
      make('button', { title, onclick: () => select(row.layer), tabIndex: -1 }, make('b', {}, name), ' ', make('span', {}, row.keyPath ?? row.name)),
      draw('svg', { width, height: 24, viewBox: `0 0 ${width} 24` }, ...parts));
  }

  /** The way from keyframe to keyframe of one cycle, and the keyframes. */
  curves(row, from, cycle, begin, end, isBackwards) {
    const parts = [];
    const times = row.keyframes.map(time => (isBackwards ? 1 - time : time));
    for (let index = 0; index + 1 < row.keyframes.length; index += 1) {
      const [x1, y1, x2, y2] = row.curves[row.curves.length === 1 ? 0 : Math.min(index, row.curves.length - 1)] ?? [0, 0, 1, 1];
      const [left, right] = [from + times[index] * cycle, from + times[index + 1] * cycle];
      if (Math.abs(right - left) < 5 || Math.max(left, right) > end + 1 || Math.min(left, right) < begin - 1) continue;
      const [x, y] = [way => number(left + (right - left) * way, 1), way => number(17 - 10 * Math.max(-0.3, Math.min(way, 1.3)), 1)];
      parts.push(draw('path', { class: 'way', d: `M${x(0)} ${y(0)}C${x(x1)} ${y(y1)} ${x(x2)} ${y(y2)} ${x(1)} ${y(1)}` }));
    }
    times.forEach((time, index) => {
      const x = from + time * cycle;
      if (x < begin - 1 || x > end + 1) return;
      const at = number(x * this.length / this.width, 3);
      const value = row.values.length === times.length ? `: ${row.values[index]}` : '';
      parts.push(draw('path', { class: 'key', d: `M${number(x, 1)} 8.500l3.500 3.500-3.500 3.500-3.500-3.500z` }, draw('title', {}, `${at} s${value}`)));
    });
    return parts;
  }
}
