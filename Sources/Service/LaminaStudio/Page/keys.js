// Keyboard shortcuts, which work everywhere except in fields.

import { $, make } from './parts.js';
import { select, state, tell } from './store.js';

const list = [
  ['Space', 'Play or pause'], ['← →', 'One frame back or forward; with Shift, ten'], ['Home End', 'To the start, to the end'],
  ['↑ ↓', 'In the timeline: another animation; Enter selects its layer'], ['/', 'Search the layers'], ['↑ ↓', 'In the tree: another layer; → and ← open and close'], ['B', 'The layer behind the selected one, at the same place'],
  ['H', 'Hide the selected layer, or show it again'], ['I', 'Show the selected layer alone'], ['Esc', 'Select nothing'],
  ['+ −', 'Zoom'], ['0', 'Fit'], ['1', 'Pixel for pixel'], ['Alt arrows', 'Move the picture'], ['L', 'Loupe; while it is on and the picture has the focus, arrows move it by a pixel, with Shift by ten'],
  ['O', 'The next overlay'], ['E', 'Exploded view; drag, or arrows with Shift, turn it'], ['P C D', 'Properties, costs, document'], ['X', 'Export'], ['?', 'This list'],
];

/** Listens to the keyboard. */
export function help({ picture, tree, time }) {
  const dialog = $('help-dialog');
  dialog.replaceChildren(make('h2', { id: 'help-title' }, 'Keys'),
    make('dl', {}, ...list.flatMap(([key, what]) => [make('dt', {}, key), make('dd', {}, what)])),
    make('p', {}, 'Wheel moves the picture; with Ctrl it zooms. Shift and drag moves it, too.'),
    make('div.end', {}, make('button', { onclick: () => dialog.close() }, 'Close')));
  $('help').addEventListener('click', () => dialog.showModal());
  const keys = {
    ' ': () => time.toggle(), Home: () => time.go(0), End: () => time.go(state.duration),
    ArrowLeft: event => arrow(event, -1, 0), ArrowRight: event => arrow(event, 1, 0), ArrowUp: event => arrow(event, 0, -1), ArrowDown: event => arrow(event, 0, 1),
    '/': () => $('search').focus(), h: () => tree.hide(), i: () => tree.isolate(), Escape: () => select(-1),
    b: () => { if (picture.picked) picture.pick(picture.picked); },
    '+': () => picture.step(1), '=': () => picture.step(1), '-': () => picture.step(-1), 0: () => picture.fit(), 1: () => picture.zoomTo(1),
    l: () => { picture.toggleLoupe(); if (picture.loupe) { $('stage').focus({ preventScroll: true }); if (!picture.pointer) picture.moveLoupe(0, 0); } }, e: () => picture.toggleExploded(), o: nextOverlay, x: () => $('export').click(),
    p: () => tell('show-tab', 'properties'), c: () => tell('show-tab', 'costs'), d: () => tell('show-tab', 'document'), '?': () => dialog.showModal(),
  };
  function arrow(event, x, y) {
    if (event.altKey) picture.move(-x * 32, -y * 32);
    else if (picture.loupe && document.activeElement === $('stage')) picture.moveLoupe(x * (event.shiftKey ? 10 : 1), y * (event.shiftKey ? 10 : 1));
    else if (event.shiftKey && state.view.mode === 'exploded') picture.turn(x * 0.08, y * 0.08);
    else if (x) time.step(x * (event.shiftKey ? 10 : 1));
    else return false;
    return true;
  }
  document.addEventListener('keydown', event => {
    if (event.ctrlKey || event.metaKey || document.querySelector('dialog[open]')) return;
    const at = event.target;
    if (at.matches('input:not([type="checkbox"]):not([type="range"]), select, textarea')) return;
    if (event.key === ' ' && at.matches('button, a, [role="tab"]')) return;
    if (at.matches('[type="range"], [role="separator"], [role="tab"]') && event.key.startsWith('Arrow')) return;
    // Lists scroll with these keys.
    if (at.matches('[role="tabpanel"], .list') && /^(Home|End|Arrow)/.test(event.key) && at.id !== 'tree') return;
    const work = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!work || work(event) === false) return;
    event.preventDefault();
  });
}

function nextOverlay() {
  const select = $('overlay');
  select.selectedIndex = (select.selectedIndex + 1) % select.options.length;
  select.dispatchEvent(new Event('change'));
}
