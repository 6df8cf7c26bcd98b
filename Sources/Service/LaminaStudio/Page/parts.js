// Helper functions for building the page.

/** An element of the page. */
export const $ = id => document.getElementById(id);

/** Makes an element from a name with classes, properties and children. Properties with a dash, and `role`, become attributes. */
export function make(name, properties = {}, ...inside) {
  const [tag, ...classes] = name.split('.');
  const element = document.createElement(tag || 'div');
  if (classes.length) element.className = classes.join(' ');
  for (const [key, value] of Object.entries(properties)) {
    if (value === undefined || value === null) continue;
    if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
    else if (key.includes('-') || key === 'role' || key === 'for' || key === 'list') element.setAttribute(key, value);
    else element[key] = value;
  }
  element.append(...inside.filter(part => part !== null && part !== undefined && part !== false));
  return element;
}

/** Makes an SVG element. */
export function draw(name, attributes = {}, ...inside) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...inside);
  return element;
}

/** Announces a text to screen readers. */
export function say(text) { $('said').textContent = text; }

let toastTimer = 0;

/** Shows a text for a while, and announces it. */
export function notice(text, seconds = 8) {
  const toast = $('toast');
  toast.replaceChildren(text, make('button', { 'aria-label': 'Close the message', onclick: () => { toast.hidden = true; } }, '×'));
  toast.hidden = false;
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => { toast.hidden = true; }, seconds * 1000);
  say(text);
}

/** Shows an error at a field until its text is changed; without a text, removes the error. */
export function complain(field, text) {
  const id = `${field.id}-words`;
  $(id)?.remove();
  field.removeAttribute('aria-describedby');
  field.toggleAttribute('aria-invalid', false);
  if (!text) return;
  const words = make('span.complaint', { id, role: 'alert' }, text);
  field.setAttribute('aria-invalid', 'true');
  field.setAttribute('aria-describedby', id);
  field.after(words);
  const gone = event => {
    if (event.type === 'keydown' && event.key !== 'Escape') return;
    complain(field, '');
    for (const kind of ['input', 'keydown']) field.removeEventListener(kind, gone);
  };
  for (const kind of ['input', 'keydown']) field.addEventListener(kind, gone);
}

/** A typed text as a number; nothing if it is not a finite number. */
export function typedNumber(text) {
  const plain = text.trim().replace(',', '.');
  if (!/^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(plain)) return undefined;
  const value = Number(plain);
  return Number.isFinite(value) ? value : undefined;
}

/** The text shortened to `most` characters, with an ellipsis if it is longer. */
export function cut(text, most = 40) { return text.length > most ? `${text.slice(0, most - 1)}…` : text; }

/** A number with at most `places` decimal places. */
export function number(value, places = 2) {
  return Number.isFinite(value) ? String(Number(value.toFixed(places))) : '–';
}

/** A count with non-breaking spaces between thousands. */
export function count(value) { return Math.round(value).toString().replace(/\B(?=(\d{3})+$)/g, '\u202f'); }

/** A number of pixels with a suitable unit. */
export function pixels(value) { return value >= 1e6 ? `${number(value / 1e6)}\u00a0Mpx` : value >= 1e4 ? `${number(value / 1e3, 0)}\u00a0kpx` : `${count(value)}\u00a0px`; }

/** A number of bytes with a suitable unit. */
export function bytes(value) {
  if (value >= 1 << 20) return `${number(value / (1 << 20), 1)}\u00a0MiB`;
  return value >= 1024 ? `${number(value / 1024, 0)}\u00a0KiB` : `${count(value)}\u00a0B`;
}

/** The computed value of a colour variable of the page. */
export function paint(name) {
  const probe = paint.probe ??= document.body.appendChild(make('span', { hidden: true }));
  probe.style.color = `var(${name})`;
  return getComputedStyle(probe).color;
}

/** Combines calls that follow each other shortly into one. */
export function later(work, pause = 0) {
  let timer = 0;
  return (...values) => {
    clearTimeout(timer);
    timer = setTimeout(() => work(...values), pause);
  };
}

/** A scrolling list that makes elements only for visible rows. */
export class LongList {
  /**
   * @param element The scrolling element that contains the list.
   * @param height The height of a row, in pixels.
   * @param row Makes the element of a row by its number.
   */
  constructor(element, height, row) {
    Object.assign(this, { element, height, row, length: 0, rows: new Map() });
    this.spacer = make('div.spacer', { role: 'presentation' });
    element.append(this.spacer);
    element.addEventListener('scroll', () => this.update(), { passive: true });
    new ResizeObserver(() => this.update()).observe(element);
  }

  /** Shows `length` rows, all of which are made anew. */
  show(length) {
    this.length = length;
    this.spacer.style.height = `${length * this.height}px`;
    for (const element of this.rows.values()) element.remove();
    this.rows.clear();
    this.update();
  }

  update() {
    const room = 8;
    const first = Math.max(Math.floor(this.element.scrollTop / this.height) - room, 0);
    const last = Math.min(Math.ceil((this.element.scrollTop + this.element.clientHeight) / this.height) + room, this.length);
    for (const [index, element] of this.rows) {
      if (index < first || index >= last) {
        element.remove();
        this.rows.delete(index);
      }
    }
    const fresh = document.createDocumentFragment();
    for (let index = first; index < last; index += 1) {
      if (this.rows.has(index)) continue;
      const element = this.row(index);
      element.style.transform = `translateY(${index * this.height}px)`;
      this.rows.set(index, element);
      fresh.append(element);
    }
    this.spacer.append(fresh);
  }

  /** Scrolls until a row is visible. */
  reveal(index) {
    const [top, bottom] = [index * this.height, (index + 1) * this.height];
    const { scrollTop, clientHeight } = this.element;
    if (top < scrollTop || bottom > scrollTop + clientHeight) {
      this.element.scrollTop = Math.max(top - clientHeight / 3, 0);
    }
    this.update();
  }
}
