// Time: playing and scrubbing, animations with their keyframes and curves, markers, states, and the durations of steps over time.

import { lines } from './api.js';
import { $, complain, cut, draw, LongList, make, notice, number, paint, say, typedNumber } from './parts.js';
import { longTitle, on, order, select, state, tell } from './store.js';
import { change } from './scene.js';

/** The position of the start of the timeline, in pixels from the left. */
const margin = 196;

/** The steps of a picture in the order in which the curve stacks them. */
const steps = [['snapshot', '#8f8bd8', 'copying the tree'], ['plan', '#3fa7a0', 'planning'], ['render', '#4f93f3', 'drawing']];

export class Time {
  constructor() {
    this.scrubber = $('scrubber');
    this.canvas = this.scrubber.querySelector('canvas');
    this.points = [];
    this.current = 0;
    this.list = new LongList($('tracks'), 24, index => this.track(index));
    on('timeline', () => this.read());
    on('time clock', () => this.show());
    on('stopped playing', () => this.showPlaying());
    on('scene', again => { if (!again) { this.points = []; this.current = 0; this.summary(); } });
    on('selected', () => this.showRows());
    const resized = new ResizeObserver(() => { this.paint(); this.showRows(); });
    resized.observe(this.scrubber);
    resized.observe($('tracks'));
    on('tree', () => this.showRows());
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.paint());
    this.buttons();
    this.scrubbing();
    this.tracking();
  }

  /** The length of the timeline, in seconds. */
  get length() { return Math.max(state.duration, state.time, 1 / state.frameRate); }
  /** The shown frame: the last one that has begun. */
  get frame() { return Math.floor(state.time * state.frameRate + 1e-6); }
  /** The width of the rows, which may have a scroll bar beside them. */
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
    this.current = Math.min(this.current, Math.max(this.rows.length - 1, 0));
    this.showRows();
    this.none ??= $('tracks').appendChild(make('p.empty', { role: 'listitem' }));
    this.none.hidden = this.rows.length > 0;
    const emits = timeline.emitters === 1 ? 'One layer emits particles' : `${timeline.emitters} layers emit particles`;
    this.none.textContent = isStill ? 'Nothing in this scene moves.' : timeline.isProposed
      ? `${emits}, and nothing says how long the scene is: ${number(state.duration, 1)} s are played. Later times can be typed.`
      : timeline.emitters ? `${emits}; nothing has an animation.` : 'What moves here has no animations, but frames of its own.';
    this.show();
  }

  /** Makes the rows anew, and keeps the focus. */
  showRows() {
    const hasFocus = $('tracks').contains(document.activeElement);
    this.list.show(this.rows?.length ?? 0);
    if (hasFocus) this.list.rows.get(this.current)?.querySelector('button').focus({ preventScroll: true });
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
      // In scenes that move endlessly or not at all, every time is valid.
      const most = state.timeline?.moves && !state.timeline.isEndless ? Math.max(state.duration, 0) : 1e6;
      if (time === undefined || time < 0 || time > most + 5e-4) {
        const why = time === undefined ? `'${cut(typed)}' is no time: it takes seconds` : `${number(time, 3)} s is not in the scene: it goes`;
        clock.value = state.time.toFixed(3);
        clock.select();
        complain(clock, `${why}, from 0 to ${number(most, 3)}. The time stays at ${state.time.toFixed(3)} s.`);
        return;
      }
      complain(clock, '');
      this.go(Math.min(time, most), true);
      clock.value = state.time.toFixed(3);
    });
    const enter = () => change('api/state', { name: $('state').value || null, from: $('from-state').value || null })
      .then(() => { tell('view'); say(`State ${$('state').value || 'as written'}`); });
    $('state').addEventListener('change', enter);
    $('from-state').addEventListener('change', enter);
    $('measure').addEventListener('click', () => this.measure());
    $('budget').addEventListener('change', () => { this.paint(); this.summary(); });
  }

  toggle() {
    if (!state.timeline?.moves) return;
    state.playing = !state.playing;
    // Playback stops exactly at the shown frame, not between two.
    if (!state.playing) { state.time = this.frame / state.frameRate; this.showPlaying(); this.show(); }
    tell('playing');
    say(state.playing ? 'Playing' : `Paused at frame ${this.frame}, ${number(state.time, 2)} seconds`);
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

  /** Goes to a time; `how` is `moving` while more changes follow, for quick pictures. */
  go(time, isFree = false, how = '') {
    this.stop();
    state.time = Math.max(isFree ? -Infinity : 0, isFree ? time : Math.min(time, state.duration));
    tell('time', how);
  }

  step(frames) {
    const at = state.time * state.frameRate;
    // Between two frames, stepping forward goes to the frame that has not begun.
    this.go(((frames > 0 ? Math.floor(at + 1e-6) : Math.ceil(at - 1e-6)) + frames) / state.frameRate);
  }

  scrubbing() {
    let isDown = false;
    const move = event => this.go(this.timeAt(event.clientX - this.scrubber.getBoundingClientRect().left), false, 'moving');
    this.scrubber.addEventListener('pointerdown', event => { isDown = true; this.scrubber.setPointerCapture(event.pointerId); move(event); });
    this.scrubber.addEventListener('pointermove', event => { if (isDown) move(event); this.hover(event); });
    this.scrubber.addEventListener('pointerleave', () => { $('curve-value').hidden = true; });
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
    $('frame-number').textContent = state.timeline?.moves ? `frame ${this.frame}` : '';
    this.scrubber.setAttribute('aria-valuenow', number(state.time, 3));
    const measured = this.pointAt(state.time);
    this.scrubber.setAttribute('aria-valuetext', `${number(state.time, 2)} of ${number(state.duration, 2)} seconds${measured ? `, ${number(this.total(measured), 1)} milliseconds` : ''}`);
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
      const label = cut(marker.name.split('\n')[0], 24);
      const room = context.measureText(label).width;
      // At the right end the label is left of its marker.
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

  /** Draws the legend of the curve's colours. */
  legend(context) {
    steps.forEach(([, color, name], index) => {
      context.fillStyle = color;
      context.fillRect(12, 22 + index * 14, 8, 8);
      context.fillStyle = paint('--quiet');
      context.fillText(name, 25, 30 + index * 14);
    });
  }

  /** Draws the durations of the steps, stacked, and the budget as a line. */
  curve(context, height) {
    if (!this.points.length) return;
    const budget = Number($('budget').value);
    const most = Math.max(budget * 1.15, ...this.points.map(each => each.snapshot + each.plan + each.render));
    // The curve lies below the seconds and the markers.
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
    const before = (label, at) => context.fillText(label, margin - 6 - context.measureText(label).width, at);
    before(`${number(budget, 1)} ms`, y(budget) + 3);
    context.fillStyle = paint('--quiet');
    // The scale: the slowest measured frame, and 0.
    const slowest = Math.max(...this.points.map(each => this.total(each)));
    if (Math.abs(y(slowest) - y(budget)) > 11) before(`${number(slowest, 1)} ms`, y(slowest) + 3);
    if (y(budget) < height - 16 && y(slowest) < height - 16) before('0', height - 3);
  }

  total({ snapshot, plan, render }) { return snapshot + plan + render; }

  /** The measurement nearest to a time; nothing without measurements. */
  pointAt(time) {
    if (!this.points.length || this.measuring) return null;
    return this.points.reduce((best, each) => (Math.abs(each.time - time) < Math.abs(best.time - time) ? each : best));
  }

  /** Shows the measurement under the pointer. */
  hover(event) {
    const box = this.scrubber.getBoundingClientRect();
    const x = event.clientX - box.left;
    const point = x >= margin - 4 ? this.pointAt(this.timeAt(x)) : null;
    const words = $('curve-value');
    words.hidden = !point;
    if (!point) return;
    words.textContent = `${number(point.time, 2)} s: ${number(this.total(point), 1)} ms (copy ${number(point.snapshot, 1)}, plan ${number(point.plan, 1)}, draw ${number(point.render, 1)})`;
    words.style.left = `${Math.min(x + 10, box.width - words.offsetWidth - 4)}px`;
  }

  /** Shows a summary of the measurements as a sentence. */
  summary() {
    const words = $('measured');
    words.hidden = !this.points.length;
    if (!this.points.length) return '';
    const budget = Number($('budget').value);
    const totals = this.points.map(each => this.total(each));
    const over = totals.filter(total => total > budget).length;
    const all = totals.length === 1 ? 'The frame' : 'The slowest frame';
    words.textContent = `${all} takes ${number(Math.max(...totals), 1)} ms; ${over} of ${totals.length} ${totals.length === 1 ? 'frame is' : over === 1 ? 'frames is' : 'frames are'} over the budget of ${number(budget, 1)} ms.`;
    return words.textContent;
  }

  async measure() {
    if (this.measuring) { this.measuring.abort(); return; }
    const steps = state.timeline.moves ? Math.max(2, Math.min(120, Math.round(state.duration * 30))) : 1;
    this.measuring = new AbortController();
    $('measure').textContent = 'Stop';
    this.points = [];
    this.summary();
    const begun = state.name;
    try {
      await lines('api/curve', { scene: state.name }, { view: order(), from: 0, to: state.duration, steps }, point => {
        if (begun !== state.name) return;
        this.points.push(point);
        this.paint();
      }, this.measuring.signal);
    } catch (error) {
      if (error.name !== 'AbortError') notice(error.message);
    }
    this.measuring = null;
    $('measure').textContent = 'Measure';
    this.show();
    if (this.points.length) say(this.summary());
  }

  // MARK: Animations

  /** Sets up the keyboard control of the rows and of their keyframes. */
  tracking() {
    const tracks = $('tracks');
    tracks.addEventListener('keydown', event => {
      if (!event.target.closest('.track button')) return;
      const next = { ArrowDown: this.current + 1, ArrowUp: this.current - 1, Home: 0, End: this.rows.length - 1, PageDown: this.current + 10, PageUp: this.current - 10 }[event.key];
      if (next === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      this.focus(Math.max(0, Math.min(next, this.rows.length - 1)));
    });
    tracks.addEventListener('focusin', event => {
      const row = event.target.closest('.track');
      if (row) this.turn(Number(row.dataset.row));
    });
    // Tab reaches one row: the last one that had the focus, or the first visible one.
    tracks.addEventListener('scroll', () => {
      if (this.list.rows.has(this.current) || !this.list.rows.size) return;
      this.turn(Math.min(...this.list.rows.keys()));
    }, { passive: true });
    tracks.addEventListener('click', event => {
      const key = event.target.closest('.key');
      if (!key) return;
      this.go(Number(key.dataset.time), true);
      select(this.rows[Number(key.closest('.track').dataset.row)].layer);
    });
  }

  turn(row) {
    this.current = row;
    for (const [index, element] of this.list.rows) element.querySelector('button').tabIndex = index === row ? 0 : -1;
  }

  focus(row) {
    this.list.reveal(row);
    this.turn(row);
    this.list.rows.get(row)?.querySelector('button').focus({ preventScroll: true });
  }

  track(index) {
    const row = this.rows[index];
    const width = this.width + 12;
    const parts = this.turns(row).flatMap(turn => this.bar(row, turn, width));
    const now = this.x(state.time) - margin;
    parts.push(draw('line', { class: 'now', x1: now, x2: now, y1: 0, y2: 24 }));
    const name = longTitle(row.layer) || row.title;
    const span = `${number(row.begin, 3)} s to ${row.end === undefined ? 'no end' : `${number(row.end, 3)} s`}`;
    const keyframes = this.keyframes(row);
    const title = [name, `${row.kind}${row.keyPath ? ` of ${row.keyPath}` : ''}`, span, ...keyframes].join('\n');
    const id = `track-${index}`;
    return make('div.track', { role: 'listitem', 'data-row': index },
      make('button', { title, onclick: () => select(row.layer), tabIndex: index === this.current ? 0 : -1, 'aria-describedby': id, 'aria-label': `${name} ${row.keyPath ?? row.name}` },
        make('b', {}, name), ' ', make('span', {}, row.keyPath ?? row.name)),
      draw('svg', { width, height: 24, viewBox: `0 0 ${width} 24`, 'aria-hidden': 'true' }, ...parts),
      make('span.hidden', { id }, `${span}${row.group ? ', again with each cycle of its group' : ''}. ${keyframes.length ? `Keyframes: ${keyframes.join('; ')}` : ''}`));
  }

  /** The keyframes of a row's first cycle in words: the time and the value of each. */
  keyframes(row) {
    const { keyframes } = row.curve;
    const words = keyframes.slice(0, 20).map((at, index) => `${number(row.begin + at * row.cycle, 3)} s${row.values.length === keyframes.length ? `: ${row.values[index]}` : ''}`);
    return keyframes.length > 20 ? [...words, `… ${keyframes.length - 20} more`] : words;
  }

  /** The times at which an animation plays: once, or in each cycle of its group. Seconds; a cycle that runs backwards is mirrored at `flip`. */
  turns(row) {
    const last = row.end ?? Infinity;
    if (!row.group) return [{ begin: row.begin, end: last, shift: 0 }];
    const { begin, cycle, autoreverses } = row.group;
    const until = Math.min(row.group.end ?? Infinity, this.length);
    const turns = [];
    for (let turn = 0; turn < 200 && cycle > 0 && begin + turn * cycle < until; turn += 1) {
      const shift = turn * cycle;
      const [from, to] = [row.begin, Math.min(last, begin + cycle)];
      const isBack = autoreverses && turn % 2 === 1;
      const flip = isBack ? 2 * begin + cycle + shift : undefined;
      const [first, end] = isBack ? [flip - to, flip - from] : [from + shift, to + shift];
      if (first < until) turns.push({ begin: first, end: Math.min(end, until), shift, flip });
    }
    return turns;
  }

  bar(row, turn, width) {
    const at = time => (time / this.length) * this.width;
    const [begin, end] = [Math.max(at(turn.begin), 0), Math.min(turn.end === Infinity ? width : at(turn.end), width)];
    if (!(end > begin - 2)) return [];
    const parts = [draw('rect', { class: 'bar', x: begin, y: 3, width: Math.max(end - begin, 2), height: 18, rx: 3 })];
    const place = time => at(turn.flip === undefined ? time + turn.shift : turn.flip - time);
    for (let cycle = 0; cycle < 48 && at(row.cycle) > 6; cycle += 1) {
      const from = row.begin + cycle * row.cycle;
      // No cycle begins at the end of the animation.
      if (cycle > 0 && from >= (row.end ?? Infinity) - 1e-6) break;
      if (turn.flip === undefined && at(from + turn.shift) > end) break;
      const isBack = row.autoreverses && cycle % 2 === 1;
      const x = share => place(from + (isBack ? 1 - share : share) * row.cycle);
      parts.push(...this.curves(row, x, begin, end));
    }
    return parts;
  }

  /** Draws the curve of one cycle and its keyframes; `x` maps a fraction of the cycle to a position. */
  curves(row, x, begin, end) {
    const { keyframes, curves, levels, isStepped, samples } = row.curve;
    const parts = [];
    const y = way => number(17 - 10 * Math.max(-0.35, Math.min(way, 1.35)), 1);
    const line = points => parts.push(draw('path', { class: 'way', d: `M${points.map(([at, way]) => `${number(at, 1)} ${y(way)}`).join('L')}` }));
    const isInside = at => at >= begin - 1 && at <= end + 1;
    if (samples) {
      const points = samples.map(([at, way]) => [x(at), way]).filter(([at]) => isInside(at));
      if (points.length > 1) line(points);
    } else if (isStepped) {
      // Each value holds until the next one, and the last one until the end of the cycle.
      const heights = levels ?? keyframes.map((time, index) => index / Math.max(keyframes.length - 1, 1));
      const points = keyframes.flatMap((time, index) => [[x(time), heights[index]], [x(keyframes[index + 1] ?? 1), heights[index]]]);
      const shown = points.map(([at, way]) => [Math.max(begin, Math.min(at, end)), way]);
      if (shown.length > 1) line(shown);
    } else {
      for (let index = 0; index + 1 < keyframes.length; index += 1) {
        const [x1, y1, x2, y2] = curves[Math.min(index, curves.length - 1)] ?? [0, 0, 1, 1];
        const [left, right] = [x(keyframes[index]), x(keyframes[index + 1])];
        if (Math.abs(right - left) < 5 || !isInside(left) || !isInside(right)) continue;
        const [low, high] = levels ? [levels[index], levels[index + 1]] : [0, 1];
        const [across, up] = [way => number(left + (right - left) * way, 1), way => y(low + (high - low) * way)];
        parts.push(draw('path', { class: 'way', d: `M${across(0)} ${up(0)}C${across(x1)} ${up(y1)} ${across(x2)} ${up(y2)} ${across(1)} ${up(1)}` }));
      }
    }
    keyframes.forEach((time, index) => {
      const at = x(time);
      if (!isInside(at)) return;
      const seconds = at / this.width * this.length;
      const value = row.values.length === keyframes.length ? `: ${row.values[index]}` : '';
      parts.push(draw('path', { class: 'key', 'data-time': seconds, d: `M${number(at, 1)} 8.500l3.500 3.500-3.500 3.500-3.500-3.500z` },
        draw('title', {}, `${number(seconds, 3)} s${value}\n${row.keyPath ?? row.name} · a click goes there`)));
    });
    return parts;
  }
}
