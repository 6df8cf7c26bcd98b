// The picture on its board: zoom and position, rulers, loupe, outlines of the hovered and the selected layer.

import { post } from './api.js';
import { $, cut, draw, later, number, paint, pixels, say } from './parts.js';
import { hover, longTitle, on, order, select, state, tell } from './store.js';

const rulerSide = 22;

export class Picture {
  constructor() {
    this.canvas = $('picture');
    this.context = this.canvas.getContext('2d', { willReadFrequently: true });
    /**
     * `zoom`: device pixels of the page per pixel of the picture. `x`, `y`: the position of the picture's corner on the board, in device
     * pixels. `width`, `height`: the size of the exact picture; while time moves, the canvas has fewer pixels if it is shown smaller.
     */
    Object.assign(this, { zoom: 1, x: 0, y: 0, width: 0, height: 0, fitNext: true, follows: true, loupe: false, region: null });
    this.board = $('board');
    new ResizeObserver(() => { if (this.follows) this.fit(); else this.place(); }).observe(this.board);
    this.listen();
    on('selected tree', () => this.outlineSelected());
    on('hovered', () => this.outlineHovered());
    on('rest', () => this.outlineSelected());
    // While layers move, outlines would be out of date.
    on('picture', () => { if (!state.picture.exact) this.forget(); });
    on('scene', () => { this.fitNext = this.fitNext || !this.image; });
    on('region', region => { this.region = region; this.mark(); });
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.rulers());
  }

  /** Shows a picture that has arrived. */
  async take(message, payload) {
    const blob = new Blob([payload.subarray(0, message.pictureBytes)], { type: message.type });
    const image = await createImageBitmap(blob, { colorSpaceConversion: 'none' });
    const isWhole = message.share >= 1;
    const isResized = isWhole && (this.width !== message.width || this.height !== message.height);
    if (isResized || !this.width) {
      [this.width, this.height] = [message.width, message.height];
      this.fitNext = this.fitNext || this.follows;
    }
    if (this.canvas.width !== message.width || this.canvas.height !== message.height) {
      [this.canvas.width, this.canvas.height] = [message.width, message.height];
    } else {
      this.context.clearRect(0, 0, message.width, message.height);
    }
    this.context.drawImage(image, 0, 0);
    if (message.pictureBytes < payload.length) this.thin(payload.subarray(message.pictureBytes));
    image.close();
    this.image = message;
    if (this.fitNext) this.fit(); else if (isResized) this.place();
    if (this.loupe && this.pointer) this.magnify(this.pointer);
  }

  /** Applies run-length encoded alpha to colours that came without it. Tiles that are opaque or empty are handled quickly. */
  thin(runs) {
    const { width, height } = this.canvas;
    if (this.alpha?.length !== width * height) this.alpha = new Uint8Array(width * height);
    const alpha = this.alpha, side = 128;
    for (let place = 0, at = 0; place < runs.length; place += 1) {
      let length = 0, shift = 0;
      for (;;) {
        const byte = runs[place];
        place += 1;
        length += (byte & 127) * 2 ** shift;
        shift += 7;
        if (byte < 128) break;
      }
      alpha.fill(runs[place], at, at + length);
      at += length;
    }
    for (let top = 0; top < height; top += side) {
      for (let left = 0; left < width; left += side) {
        const [right, bottom] = [Math.min(left + side, width), Math.min(top + side, height)];
        const first = alpha[top * width + left];
        let isEven = first === 0 || first === 255;
        for (let y = top; y < bottom && isEven; y += 1) {
          for (let at = y * width + left, end = y * width + right; at < end; at += 1) {
            if (alpha[at] !== first) { isEven = false; break; }
          }
        }
        if (!isEven) this.thinTile(left, top, right, bottom);
        else if (first === 0) this.context.clearRect(left, top, right - left, bottom - top);
      }
    }
  }

  thinTile(left, top, right, bottom) {
    const { width } = this.canvas;
    const picture = this.context.getImageData(left, top, right - left, bottom - top);
    const data = picture.data;
    for (let y = top, byte = 0; y < bottom; y += 1) {
      for (let x = left; x < right; x += 1, byte += 4) {
        const alpha = this.alpha[y * width + x];
        if (alpha === 255) continue;
        const share = alpha ? 255 / alpha : 0;
        data[byte] *= share;
        data[byte + 1] *= share;
        data[byte + 2] *= share;
        data[byte + 3] = alpha;
      }
    }
    this.context.putImageData(picture, left, top);
  }

  // MARK: Place

  get ratio() { return devicePixelRatio || 1; }

  /** The size of pictures that suffices while time moves, relative to the exact one; undefined where it is not known yet. */
  get shown() { return this.image && !this.fitNext && this.zoom < 1 ? this.zoom : undefined; }

  /** The canvas pixel at a position in the picture. */
  held({ x, y }) { return [Math.floor(x * this.canvas.width / this.width), Math.floor(y * this.canvas.height / this.height)]; }

  /** Fits the picture to the board, as large as possible without enlarging it beyond whole pixels. */
  fit() {
    this.follows = true;
    if (!this.image) return;
    this.fitNext = false;
    const [width, height] = [this.board.clientWidth * this.ratio - 48, this.board.clientHeight * this.ratio - 48];
    const fill = Math.min(width / this.width, height / this.height);
    if (!(fill > 0)) return;
    this.zoom = fill >= 1 ? Math.floor(fill) : fill;
    this.x = Math.round((this.board.clientWidth * this.ratio - this.width * this.zoom) / 2);
    this.y = Math.round((this.board.clientHeight * this.ratio - this.height * this.zoom) / 2);
    this.place();
  }

  /** Zooms about a position on the board, in CSS pixels. */
  zoomTo(zoom, at = { x: this.board.clientWidth / 2, y: this.board.clientHeight / 2 }) {
    this.follows = false;
    zoom = Math.max(1 / 64, Math.min(zoom, 64));
    const [x, y] = [at.x * this.ratio, at.y * this.ratio];
    this.x = Math.round(x - (x - this.x) / this.zoom * zoom);
    this.y = Math.round(y - (y - this.y) / this.zoom * zoom);
    this.zoom = zoom;
    this.place();
  }

  step(way) {
    const stops = [1 / 16, 1 / 8, 1 / 4, 1 / 3, 1 / 2, 2 / 3, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 64];
    const next = way > 0 ? stops.find(stop => stop > this.zoom * 1.001) : stops.findLast(stop => stop < this.zoom * 0.999);
    this.zoomTo(next ?? this.zoom);
  }

  move(x, y) {
    this.follows = false;
    this.x += Math.round(x);
    this.y += Math.round(y);
    this.place();
  }

  place() {
    const scale = this.zoom / this.ratio;
    if (this.zoom !== this.placed) tell('zoom');
    this.placed = this.zoom;
    const style = this.canvas.style;
    [style.width, style.height] = [`${this.width * scale}px`, `${this.height * scale}px`];
    style.imageRendering = this.zoom >= 1 ? 'pixelated' : 'auto';
    $('paper').style.transform = `translate(${this.x / this.ratio}px, ${this.y / this.ratio}px)`;
    $('zoom-value').textContent = `${number(this.zoom * 100, 0)} %`;
    this.rulers();
    this.mark();
  }

  /** Converts a position in the window to pixels of the picture. */
  toPicture(event) {
    const box = this.board.getBoundingClientRect();
    return {
      x: ((event.clientX - box.left) * this.ratio - this.x) / this.zoom,
      y: ((event.clientY - box.top) * this.ratio - this.y) / this.zoom,
    };
  }

  toBoard([x, y]) { return [(x * this.zoom + this.x) / this.ratio, (y * this.zoom + this.y) / this.ratio]; }

  /** The map from points of the root to the picture: pixels per point, and the position of the corner. */
  get points() {
    if (!state.scene?.width || !state.scene.height) return { scale: 1, x: 0, y: 0 };
    const scale = Math.min(this.width / state.scene.width, this.height / state.scene.height);
    const exact = state.view.size ? scale : state.view.scale ?? 1;
    return {
      scale: exact, x: state.view.size ? Math.floor((this.width - state.scene.width * exact) / 2) : 0,
      y: state.view.size ? Math.floor((this.height - state.scene.height * exact) / 2) : 0,
    };
  }

  /** A position in the picture in points of the root, with y in the direction of its host. */
  toPoints({ x, y }) {
    const points = this.points;
    const down = (y - points.y) / points.scale;
    return { x: (x - points.x) / points.scale, y: state.scene?.flipped ? state.scene.height - down : down };
  }

  // MARK: Rulers

  rulers() {
    if (!this.image || state.view.mode === 'exploded') return;
    const points = this.points;
    const step = points.scale * this.zoom / this.ratio;
    const unit = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000].find(each => each * step >= 56) ?? 20000;
    this.ruler($('ruler-x'), true, step, unit, (this.x + points.x * this.zoom) / this.ratio, value => value);
    const isUp = state.scene?.flipped;
    this.ruler($('ruler-y'), false, step, unit, (this.y + points.y * this.zoom) / this.ratio + (isUp ? state.scene.height * step : 0), value => (isUp ? -value : value));
  }

  ruler(canvas, isAcross, step, unit, start, named) {
    const length = isAcross ? canvas.clientWidth : canvas.clientHeight;
    [canvas.width, canvas.height] = [canvas.clientWidth * this.ratio, canvas.clientHeight * this.ratio];
    const context = canvas.getContext('2d');
    context.scale(this.ratio, this.ratio);
    [context.strokeStyle, context.fillStyle, context.font] = [paint('--line'), paint('--quiet'), '9px system-ui, sans-serif'];
    context.beginPath();
    if (isAcross) { context.moveTo(0, 21.5); context.lineTo(length, 21.5); } else { context.moveTo(21.5, 0); context.lineTo(21.5, length); }
    const small = unit / (unit >= 10 ? 10 : unit);
    const first = Math.floor(-start / step / small);
    for (let tick = first; start + tick * small * step < length && tick - first < 4000; tick += 1) {
      const at = Math.round(start + tick * small * step) + 0.5;
      const isNamed = Math.abs(tick * small % unit) < 1e-9;
      const depth = isNamed ? 12 : 4;
      if (isAcross) { context.moveTo(at, 22); context.lineTo(at, 22 - depth); } else { context.moveTo(22, at); context.lineTo(22 - depth, at); }
      if (!isNamed) continue;
      const text = String(named(tick * small) || 0);
      if (isAcross) context.fillText(text, at + 3, 10);
      else { context.save(); context.translate(10, at - 3); context.rotate(-Math.PI / 2); context.fillText(text, 0, 0); context.restore(); }
    }
    context.stroke();
    if (this.pointer) {
      context.strokeStyle = paint('--accent');
      context.beginPath();
      const at = isAcross ? this.pointer.left : this.pointer.top;
      if (isAcross) { context.moveTo(at, 0); context.lineTo(at, 22); } else { context.moveTo(0, at); context.lineTo(22, at); }
      context.stroke();
    }
  }

  // MARK: Pointing

  listen() {
    const board = this.board;
    let drag = null;
    board.addEventListener('wheel', event => {
      event.preventDefault();
      const box = board.getBoundingClientRect();
      if (event.ctrlKey || event.metaKey) {
        this.zoomTo(this.zoom * Math.exp(-event.deltaY * 0.004), { x: event.clientX - box.left, y: event.clientY - box.top });
      } else this.move(-event.deltaX * this.ratio, -event.deltaY * this.ratio);
    }, { passive: false });
    board.addEventListener('pointerdown', event => {
      $('stage').focus({ preventScroll: true });
      board.setPointerCapture(event.pointerId);
      drag = { x: event.clientX, y: event.clientY, moved: false, pans: event.button === 1 || event.shiftKey, ...state.view };
    });
    board.addEventListener('pointermove', event => {
      const box = board.getBoundingClientRect();
      this.pointer = { ...this.toPicture(event), left: event.clientX - box.left, top: event.clientY - box.top };
      if (drag) this.drag(drag, event); else this.point();
      this.rulers();
      this.showPixel();
    });
    board.addEventListener('pointerup', event => {
      board.classList.remove('panning');
      const was = drag;
      drag = null;
      if (was && !was.moved && event.button === 0) this.pick(this.toPicture(event));
      else if (was?.moved) tell('view');
    });
    board.addEventListener('pointercancel', () => { drag = null; });
    board.addEventListener('pointerleave', () => {
      this.pointer = null;
      hover(-1);
      $('magnifier').hidden = true;
      $('pixel').textContent = '';
      this.rulers();
    });
    $('zoom').addEventListener('click', event => {
      const kind = event.target.closest('button')?.dataset.zoom;
      if (kind === 'fit') this.fit(); else if (kind) this.step(kind === 'in' ? 1 : -1);
    });
    $('loupe').addEventListener('click', () => this.toggleLoupe());
    $('exploded').addEventListener('click', () => this.toggleExploded());
    $('spacing').addEventListener('input', () => { state.view.spacing = Number($('spacing').value); this.forget(); tell('view', 'moving'); });
    $('camera-reset').addEventListener('click', () => {
      Object.assign(state.view, { yaw: 0.72, pitch: -0.36, spacing: 1 });
      $('spacing').value = 1;
      tell('view');
    });
  }

  drag(drag, event) {
    const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.moved && Math.hypot(x, y) < 4) return;
    drag.moved = true;
    this.board.classList.add('panning');
    if (state.view.mode === 'exploded' && !drag.pans) {
      state.view.yaw = Math.max(-1.5, Math.min(drag.yaw + x * 0.006, 1.5));
      state.view.pitch = Math.max(-1.5, Math.min(drag.pitch - y * 0.006, 1.5));
      this.forget();
      tell('view', 'moving');
      return;
    }
    this.move((event.clientX - (drag.lastX ?? drag.x)) * this.ratio, (event.clientY - (drag.lastY ?? drag.y)) * this.ratio);
    [drag.lastX, drag.lastY] = [event.clientX, event.clientY];
  }

  toggleExploded() {
    const isExploded = state.view.mode !== 'exploded';
    state.view.mode = isExploded ? 'exploded' : 'picture';
    $('exploded').setAttribute('aria-pressed', String(isExploded));
    $('camera').hidden = !isExploded;
    this.board.classList.toggle('turning', isExploded);
    // In the exploded view, points lie on many planes, which rulers cannot measure.
    $('stage').classList.toggle('apart', isExploded);
    this.hovered = null;
    this.fitNext = true;
    this.corners = null;
    this.mark();
    say(isExploded ? 'Exploded view' : 'Picture');
    tell('view', 'size');
  }

  turn(yaw, pitch) {
    state.view.yaw = Math.max(-1.5, Math.min(state.view.yaw + yaw, 1.5));
    state.view.pitch = Math.max(-1.5, Math.min(state.view.pitch + pitch, 1.5));
    this.forget();
    tell('view', 'moving');
  }

  /** Whether a position lies inside the picture. */
  isInside({ x, y }) { return x >= 0 && y >= 0 && x < this.width && y < this.height; }

  point() {
    if (!this.pointer || state.playing) return;
    if (!this.isInside(this.pointer)) { hover(-1); return; }
    this.asksPoint = true;
    if (this.isPointing) return;
    this.isPointing = true;
    const next = async () => {
      while (this.asksPoint && this.pointer) {
        this.asksPoint = false;
        const { x, y } = this.pointer;
        const found = await post('api/pick', { scene: state.name }, { view: order(), x, y }).catch(() => []);
        if (this.pointer) hover(found[0] ?? -1);
      }
      this.isPointing = false;
    };
    next();
  }

  /** Selects the front-most layer at a position; when repeated, the layer behind it. */
  async pick({ x, y }) {
    const found = await post('api/pick', { scene: state.name }, { view: order(), x, y }).catch(() => []);
    if (!found.length) { select(-1); say('No layer there'); return; }
    const isSame = this.picked && Math.hypot(this.picked.x - x, this.picked.y - y) * this.zoom < 6;
    const at = isSame ? (found.indexOf(state.selected) + 1) % found.length : 0;
    this.picked = { x, y };
    select(found[at], 'picked');
    say(`${longTitle(found[at])}, ${at + 1} of ${found.length} here`);
  }

  // MARK: Outlines

  /** Removes outlines, which are out of date. */
  forget() {
    if (!this.corners && !this.hovered) return;
    this.corners = this.hovered = null;
    this.mark();
  }

  /** A key for an outline: the layer, the time and the camera. */
  seen(layer) { return JSON.stringify([state.name, state.revision, layer, order()]); }

  outlineSelected = later(async () => {
    if (state.selected < 0) { this.corners = null; this.mark(); return; }
    const layer = state.selected;
    const seen = this.seen(layer);
    const corners = await post('api/outline', { scene: state.name }, { view: order(), layer }).catch(() => null);
    if (layer !== state.selected || seen !== this.seen(layer)) return;
    this.corners = corners;
    this.mark();
  }, 10);

  async outlineHovered() {
    const layer = state.hovered;
    if (layer < 0 || layer === state.selected) { this.hovered = null; this.mark(); return; }
    const seen = this.seen(layer);
    const corners = await post('api/outline', { scene: state.name }, { view: order(), layer }).catch(() => null);
    if (layer !== state.hovered || seen !== this.seen(layer)) return;
    this.hovered = corners;
    this.mark();
  }

  mark() {
    const marks = [];
    const shape = (corners, name) => draw('polygon', { class: name, points: corners.map(corner => this.toBoard(corner).map(value => number(value, 1)).join(',')).join(' ') });
    // Costs refer to the picture, not to the exploded view.
    if (this.region && state.view.mode !== 'exploded') marks.push(...this.region.filter(corners => corners.length > 2).map(corners => shape(corners, 'region')));
    if (this.hovered?.length) marks.push(shape(this.hovered, 'hover'));
    if (this.corners?.length) {
      marks.push(shape(this.corners, 'halo'), shape(this.corners, 'select'));
      const places = this.corners.map(corner => this.toBoard(corner));
      const left = Math.max(0, Math.min(...places.map(place => place[0])));
      const top = Math.min(...places.map(place => place[1]));
      const text = longTitle(state.selected);
      const width = Math.min(text.length, 40) * 6.7 + 10;
      const y = Math.max(top - 18, 0);
      marks.push(draw('rect', { class: 'label', x: left, y, width, height: 16, rx: 3 }), draw('text', { x: left + 5, y: y + 12 }, cut(text)));
    }
    $('marks').replaceChildren(...marks);
  }

  // MARK: Pixels

  showPixel() {
    if (!this.pointer || !this.image || !this.isInside(this.pointer)) { $('pixel').textContent = ''; $('magnifier').hidden = true; return; }
    const [x, y] = [Math.floor(this.pointer.x), Math.floor(this.pointer.y)];
    const [red, green, blue, alpha] = this.context.getImageData(...this.held(this.pointer), 1, 1).data;
    const points = this.toPoints(this.pointer);
    $('pixel').textContent = `${state.view.mode === 'exploded' ? '' : `${number(points.x, 1)}, ${number(points.y, 1)} pt   `}${x}, ${y} px   ${red} ${green} ${blue} · ${alpha}`;
    if (this.loupe) this.magnify(this.pointer);
  }

  toggleLoupe() {
    this.loupe = !this.loupe;
    $('loupe').setAttribute('aria-pressed', String(this.loupe));
    if (!this.loupe) $('magnifier').hidden = true;
    else if (this.pointer) this.showPixel();
    say(this.loupe ? 'Loupe on; arrow keys move it' : 'Loupe off');
  }

  /** Moves the loupe by pixels of the picture; it starts at the last position of the pointer, or in the middle. */
  moveLoupe(x, y) {
    if (!this.image) return;
    const now = this.pointer && this.isInside(this.pointer) ? this.pointer : { x: this.width / 2, y: this.height / 2 };
    const place = { x: Math.max(0, Math.min(Math.floor(now.x) + x, this.width - 1)) + 0.5, y: Math.max(0, Math.min(Math.floor(now.y) + y, this.height - 1)) + 0.5 };
    const [left, top] = this.toBoard([place.x, place.y]);
    this.pointer = { ...place, left, top };
    this.rulers();
    this.showPixel();
    say($('magnifier').querySelector('output').textContent.replace(/\n/g, ', '));
  }

  magnify(pointer) {
    const magnifier = $('magnifier');
    const canvas = magnifier.querySelector('canvas');
    const context = canvas.getContext('2d');
    const count = 15, cell = 11, half = 7;
    const [x, y] = [Math.floor(pointer.x), Math.floor(pointer.y)];
    context.imageSmoothingEnabled = false;
    for (let row = 0; row < count; row += 1) {
      for (let column = 0; column < count; column += 1) {
        context.fillStyle = (row + column) % 2 ? '#ccc' : '#fff';
        context.fillRect(column * cell, row * cell, cell, cell);
      }
    }
    const [column, row] = this.held(pointer);
    context.drawImage(this.canvas, column - half, row - half, count, count, 0, 0, count * cell, count * cell);
    context.strokeStyle = '#0004';
    context.beginPath();
    for (let line = 0; line <= count; line += 1) { context.moveTo(line * cell, 0); context.lineTo(line * cell, 165); context.moveTo(0, line * cell); context.lineTo(165, line * cell); }
    context.stroke();
    context.strokeStyle = '#e0202b';
    context.lineWidth = 2;
    context.strokeRect(half * cell, half * cell, cell, cell);
    context.lineWidth = 1;
    const [red, green, blue, alpha] = this.context.getImageData(column, row, 1, 1).data;
    const hex = [red, green, blue, alpha].map(value => value.toString(16).padStart(2, '0')).join('');
    magnifier.querySelector('output').textContent = `${x}, ${y} px\n${red} ${green} ${blue}  alpha ${alpha}\n#${hex}`;
    magnifier.hidden = false;
    const stage = $('stage').getBoundingClientRect();
    const [left, top] = [pointer.left + rulerSide + 24, pointer.top + rulerSide + 24];
    magnifier.style.left = `${left + 190 > stage.width ? left - 228 : left}px`;
    magnifier.style.top = `${top + 240 > stage.height ? top - 268 : top}px`;
  }
}

export { pixels };
