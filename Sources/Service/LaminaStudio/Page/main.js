// The start of the page: chooses the scene, opens its stream of pictures, and connects the parts with both.

import { get, Stream } from './api.js';
import { $, complain, count, cut, later, make, notice, number, say } from './parts.js';
import { addressOf, editText, hover, on, order, select, state, tell } from './store.js';
import { readTimeline, readTree, refresh } from './scene.js';
import { Picture } from './picture.js';
import { Tree } from './tree.js';
import { Time } from './time.js';
import { Inspector } from './inspector.js';
import { Costs } from './costs.js';
import { Source } from './source.js';
import { Export } from './export.js';
import { help } from './keys.js';

/** For tests, and for debugging with the browser's developer tools. */
const studio = window.studio = { state, seen: new Map(), failures: 0, sequence: 0, exact: 0, mostPixels: 2 ** 28 };

let stream = null;
const picture = new Picture();

// MARK: Asking for pictures

const rest = later(() => ask(true), 140);

/** Requests a picture of the current state: a quick one, and an exact one when nothing has changed for a moment. */
function ask(exact) {
  if (!stream) return;
  studio.sequence += 1;
  const seq = studio.sequence;
  if (studio.asked) studio.asked.set(seq, performance.now());
  stream.view(order({ seq, exact, shown: exact ? undefined : picture.shown }));
  if (!exact) rest();
}

on('time', how => ask(how !== 'moving'));
// A film continues with the new view; on a change of size it stops, as the size is known only from an exact picture.
on('view', how => { if (state.playing && how !== 'size') tell('playing'); else ask(how !== 'moving'); });
// A film that is shown larger needs more pixels.
on('zoom', later(() => { if (state.playing) tell('playing'); }, 200));
on('edited', () => ask(true));

on('playing', () => {
  if (!stream) return;
  if (!state.playing) return ask(true);
  studio.sequence += 1;
  const end = state.duration;
  const start = state.loop ? state.time : state.time >= end - 1e-6 ? 0 : state.time;
  stream.play(order({ seq: studio.sequence, exact: false, shown: picture.shown }), { from: 0, to: end, start, speed: state.speed, loops: state.loop });
});

let decoding = Promise.resolve();

async function receive(message, payload) {
  switch (message.kind) {
    case 'picture':
      // Pictures are decoded in the order of their arrival.
      decoding = decoding.then(async () => {
        await picture.take(message, payload);
        stream?.seen();
        studio.seen.set(message.seq, performance.now());
        if (studio.seen.size > 4000) studio.seen.clear();
        state.picture = message;
        if (message.exact && message.seq >= studio.sequence) studio.exact = message.seq;
        // Pictures of a stopped film, or from before a film, do not set the time.
        if (state.playing && message.seq === studio.sequence) {
          state.time = message.time;
          tell('clock');
          if (!message.playing) { state.playing = false; tell('stopped'); }
        }
        tell('picture');
        if (message.exact && message.seq >= studio.sequence && !state.playing) tell('rest');
      }).catch(error => fail(String(error)));
      break;
    case 'failed':
      stream?.seen();
      studio.failures += 1;
      fail(message.message, message);
      break;
    case 'changed':
      await load(true);
      if (message.message) say('The document cannot be read');
      else if (message.kept?.length || message.dropped?.length) notice(`The document was read again. ${keptText(message)}`, 20);
      else say('The document was read again');
      break;
    case 'edited':
      if (message.revision !== state.revision) await refresh();
      break;
    case 'film': tell('film', message.film); break;
    case 'scenes': await readScenes(); break;
    default: break;
  }
}

/** The text about edits that were kept or dropped when the document was read again. */
function keptText({ kept = [], dropped = [] }) {
  const list = edits => edits.slice(0, 4).map(editText).join('; ') + (edits.length > 4 ? `; and ${edits.length - 4} more` : '');
  return [kept.length ? `Still set here: ${list(kept)}.` : '', dropped.length ? `No longer set, since the layer is another: ${list(dropped)}.` : ''].filter(Boolean).join(' ');
}

function fail(text, message = {}) {
  const place = message.line ? make('button', { onclick: () => tell('line', message.line) }, `line ${message.line}, column ${message.column}`) : null;
  $('failure').replaceChildren(text, place ? ' ' : '', place ?? '');
  $('failure').hidden = false;
  tell('failed', message);
}

on('picture', () => { $('failure').hidden = true; });

// MARK: Connection

const words = { open: 'Connected', lost: 'Disconnected', refused: 'Refused', waiting: 'Connecting' };
let wasOpen = false;

function connect(kind, detail) {
  const label = $('connection');
  if (label.dataset.state === kind && kind !== 'open') return;
  label.dataset.state = kind;
  label.textContent = words[kind];
  const banner = $('banner');
  banner.hidden = kind === 'open';
  banner.classList.toggle('soft', kind === 'lost');
  if (kind === 'lost') banner.textContent = 'The studio does not answer. This page goes on as soon as it does.';
  if (kind === 'refused') banner.textContent = `${detail ?? 'The studio refuses this address'}. A studio that was started anew prints a new address.`;
}

/** Opens the stream of a scene. */
function listen() {
  stream?.close();
  stream = new Stream(state.name, message => {
    if (message.kind === 'hello') {
      connect('open');
      if (wasOpen) load(true).catch(() => {});
      wasOpen = true;
      ask(true);
      return undefined;
    }
    return undefined;
  }, connect);
  const hello = stream.onMessage;
  stream.onMessage = (message, payload) => (message.kind === 'hello' ? hello(message) : receive(message, payload));
}

// A hidden page closes its connection, since browsers allow six for a host.
addEventListener('pagehide', () => stream?.close());
addEventListener('pageshow', event => { if (event.persisted) listen(); });

// MARK: Scenes

async function open(name) {
  if (!name) return;
  $('failure').hidden = true;
  $('scene').querySelector('option[value=""]')?.remove();
  state.name = name;
  Object.assign(state, { time: 0, playing: false, selected: -1, hovered: -1, costs: null });
  $('scene').value = name;
  document.title = `${name} – Lamina Studio`;
  history.replaceState(null, '', `#${encodeURIComponent(name)}`);
  wasOpen = false;
  studio.ready = null;
  listen();
  await load(false);
}

/** Loads the data of a scene; with `again`, keeps time and selection. */
async function load(again) {
  const address = again && state.tree && state.selected >= 0 ? addressOf(state.selected) : null;
  const scene = await get('api/scene', { scene: state.name });
  state.scene = scene;
  state.revision = scene.revision;
  tell('scene', again);
  if (scene.failure) {
    fail(scene.failure, scene);
    tell('loaded', again);
    return;
  }
  await Promise.all([readTree(address), readTimeline()]);
  if (!again) picture.fit();
  tell('loaded', again);
  ask(true);
  studio.ready = state.name;
  if (!again && state.tree.edits.length) notice(`This scene was changed in the page before. ${keptText({ kept: state.tree.edits })}`, 12);
}

// MARK: Controls at the top

function controls() {
  $('scene').addEventListener('change', () => open($('scene').value));
  $('overlay').addEventListener('change', () => { state.view.overlay = $('overlay').value; tell('view'); });
  $('background').addEventListener('change', () => { state.view.background = $('background').value; tell('view'); });
  $('renderer').addEventListener('click', event => {
    const value = event.target.dataset?.value;
    if (!value) return;
    state.view.renderer = state.view.renderer === value ? undefined : value;
    showRenderer();
    tell('view');
  });
  $('size').addEventListener('change', () => {
    const text = $('size').value.trim().replace('×', 'x');
    const wrong = wrongSize(text);
    if (wrong) return complain($('size'), `${wrong} The picture stays as it is.`);
    const points = /^(\d+(?:\.\d+)?)x$/.exec(text);
    const exact = /^\d+x\d+$/.test(text);
    complain($('size'), '');
    state.view.scale = points ? Number(points[1]) : undefined;
    state.view.size = exact ? text : undefined;
    picture.fitNext = true;
    tell('view', 'size');
    return undefined;
  });
}

/** The maximum side of a browser's canvas. */
const mostAlong = 32767;

/** The reason why a text is no valid picture size; nothing if it is valid. */
function wrongSize(text) {
  const scale = /^(\d+(?:\.\d+)?)x$/.exec(text);
  const exact = /^(\d+)x(\d+)$/.exec(text);
  const takes = 'It takes pixels a point, such as 2x, or a size in pixels, such as 1920x1080.';
  if (!text) return `There is no size. ${takes}`;
  if (/^\d+(\.\d+)?$/.test(text)) return `'${text}' may be pixels a point, as ${text}x, or a width. ${takes}`;
  if (!scale && !exact) return `'${cut(text)}' is no size. ${takes}`;
  const { width, height } = state.scene ?? {};
  const sides = exact ? exact.slice(1).map(Number) : [width, height].map(side => Math.ceil((side || 1) * Number(scale[1])));
  if (!(Math.min(...sides) > 0)) return `'${cut(text)}' is no size: it has no pixels. ${takes}`;
  if (Math.max(...sides) > mostAlong || sides[0] * sides[1] > studio.mostPixels) {
    return `'${cut(text)}' is too large, ${sides[0]} × ${sides[1]} pixels. A picture has at most ${mostAlong} along a side and ${count(studio.mostPixels)} in all.`;
  }
  return '';
}

/** The meanings of the colours of overlays. */
const legends = {
  blended: [['#00bf00', 'drawn opaque'], ['#990000', 'blends with what is behind it; the redder, the more often']],
  offscreen: [['#807300', 'drawn into a picture of its own first']],
  overdraw: [['#000', 'never drawn to'], ['#f00', 'some times'], ['#ff0', 'many times'], ['#fff', '8 times or more']],
  bounds: [['', 'the outline of each layer that is not hidden']],
};

function showLegend() {
  const rows = state.view.renderer === 'difference' ? [['#000', 'the two agree'], ['#fff', 'they differ; 16 times as bright as they do']] : legends[state.view.overlay] ?? [];
  $('legend').hidden = !rows.length;
  $('legend').replaceChildren(...rows.map(([color, text]) => {
    const patch = make(color ? 'i' : 'i.outline', {});
    if (color) patch.style.background = color;
    return make('span', {}, patch, text);
  }));
}

function showRenderer() {
  for (const button of $('renderer').children) {
    const used = state.picture?.renderer ?? '';
    const automatic = used.startsWith('CPU') ? 'cpu' : used.startsWith('GPU') ? 'gpu' : '';
    const value = state.view.renderer ?? automatic;
    button.setAttribute('aria-pressed', String(value === button.dataset.value));
  }
}

on('picture', () => {
  showRenderer();
  showLegend();
  const { width, height, renderer, milliseconds: steps, counters } = state.picture;
  $('picture-size').textContent = `${width} × ${height} px`;
  $('drawn-by').textContent = renderer;
  const total = steps.snapshot + steps.plan + steps.render + steps.readBack;
  $('steps').textContent = `copy ${number(steps.snapshot)}  plan ${number(steps.plan)}  draw ${number(steps.render + steps.readBack)}  `
    + `= ${number(total)} ms   encode ${number(steps.encode)} ms   `
    + (state.picture.repeated ? 'nothing had changed' : `${counters.passes} passes`);
});

// MARK: Widths

function grips() {
  const root = document.documentElement;
  for (const grip of document.querySelectorAll('.grip')) {
    const name = `--${grip.dataset.resize}`;
    const sign = grip.dataset.resize === 'left' ? 1 : -1;
    const across = grip.classList.contains('across');
    const now = () => parseFloat(getComputedStyle(root).getPropertyValue(name));
    const set = value => {
      const most = (across ? innerHeight : innerWidth) * 0.6;
      const width = Math.max(across ? 90 : 160, Math.min(value, most));
      root.style.setProperty(name, `${width}px`);
      grip.setAttribute('aria-valuenow', String(Math.round(width)));
    };
    grip.setAttribute('aria-valuenow', String(Math.round(now())));
    grip.addEventListener('pointerdown', event => {
      const [from, start] = [across ? event.clientY : event.clientX, now()];
      grip.setPointerCapture(event.pointerId);
      const move = next => set(start + sign * ((across ? next.clientY : next.clientX) - from));
      grip.addEventListener('pointermove', move);
      grip.addEventListener('pointerup', () => grip.removeEventListener('pointermove', move), { once: true });
    });
    grip.addEventListener('keydown', event => {
      const step = { ArrowLeft: -16, ArrowRight: 16, ArrowUp: -16, ArrowDown: 16 }[event.key];
      if (!step) return;
      event.preventDefault();
      set(now() + sign * step);
    });
  }
}

// MARK: Tabs

function tabs() {
  const all = [...document.querySelectorAll('[role="tab"]')];
  const show = tab => {
    for (const each of all) {
      const isShown = each === tab;
      each.setAttribute('aria-selected', String(isShown));
      each.tabIndex = isShown ? 0 : -1;
      $(each.getAttribute('aria-controls')).hidden = !isShown;
    }
    tell('tab', tab.getAttribute('aria-controls'));
  };
  all.forEach((tab, index) => {
    tab.addEventListener('click', () => show(tab));
    tab.addEventListener('keydown', event => {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (!step) return;
      const next = all[(index + step + all.length) % all.length];
      next.focus();
      show(next);
    });
  });
  on('show-tab', name => show($(`tab-${name}`)));
}

/** Lists the scenes, also again when the folder has changed. */
async function readScenes() {
  const list = await get('api/scenes');
  state.filmFormats = list.filmFormats;
  const known = new Set([...$('scene').options].map(option => option.value));
  // The shown scene stays in the list even if its file is gone.
  const names = state.name && !list.names.includes(state.name) ? [...list.names, state.name] : list.names;
  $('scene').replaceChildren(...names.map(name => make('option', { value: name }, name)));
  if (state.name) $('scene').value = state.name;
  const fresh = list.names.filter(name => !known.has(name));
  if (known.size && fresh.length) notice(`New in the folder: ${fresh.slice(0, 5).join(', ')}${fresh.length > 5 ? ` and ${fresh.length - 5} more` : ''}`);
  return list;
}

// MARK: Beginning

async function begin() {
  controls();
  grips();
  tabs();
  studio.parts = { picture, tree: new Tree(), time: new Time(), inspector: new Inspector(), costs: new Costs(), source: new Source() };
  new Export();
  help(studio.parts);
  const list = await readScenes();
  studio.mostPixels = list.mostPixels;
  if (!list.names.length) {
    connect('open');
    return fail(`There is no scene in ${list.path}`);
  }
  return openAddressed(list);
}

/** Opens the scene that the address names. */
function openAddressed(list) {
  let wanted = location.hash.slice(1);
  try { wanted = decodeURIComponent(wanted); } catch { /* An invalid name of a scene, reported as it is. */ }
  if (!wanted || list.names.includes(wanted)) return open(wanted || list.names[0]);
  // Opening another scene instead would be misleading.
  connect('open');
  $('scene').prepend(make('option', { value: '' }, 'Choose a scene'));
  $('scene').value = '';
  return fail(`There is no scene '${cut(wanted, 200)}' in ${list.path}. Choose one from the list above.`);
}

studio.select = select;
studio.hover = hover;
studio.open = open;
begin().catch(error => {
  connect(error.status === 403 ? 'refused' : 'lost', error.message);
  if (!error.status) setTimeout(() => location.reload(), 2000);
  else fail(error.message);
});
