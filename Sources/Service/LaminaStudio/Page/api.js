// Requests to the studio. All paths lie below the token, which is the first part of the page's own path.

const root = new URL('..', import.meta.url);

/** The URL of a resource of the studio. */
export function address(path, query = {}) {
  const url = new URL(path, root);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') url.searchParams.set(name, value);
  }
  return url;
}

/** An error that the studio reported, with its own message. */
export class Refusal extends Error {
  constructor(status, problem) {
    super(problem.detail || `the studio answered ${status}`);
    this.status = status;
    this.parameter = problem.parameter;
  }
}

async function answer(response) {
  if (response.status === 204) return null;
  const body = await response.json().catch(() => ({}));
  if (!response.ok) throw new Refusal(response.status, body);
  return body;
}

/** Sends a GET request. */
export async function get(path, query) { return answer(await fetch(address(path, query))); }

/** Sends a POST request. */
export async function post(path, query, body, keepalive = false) {
  return answer(await fetch(address(path, query), {
    method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body ?? {}), keepalive,
  }));
}

/** Sends a DELETE request. */
export async function remove(path) { return answer(await fetch(address(path), { method: 'DELETE' })); }

/** Calls `each` for each line of JSON in a response, as it arrives. */
export async function lines(path, query, body, each, signal) {
  const response = await fetch(address(path, query), {
    method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body), signal,
  });
  if (!response.ok) return answer(response);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const parts = (rest + value).split('\n');
    rest = parts.pop();
    for (const part of parts) if (part) each(JSON.parse(part));
  }
}

/**
 * The response that carries all messages of the studio, such as pictures: the lengths of a text and of a payload, the text, the payload.
 * When it breaks, it is requested again until the studio answers.
 */
export class Stream {
  constructor(scene, onMessage, onState) {
    this.scene = scene;
    this.onMessage = onMessage;
    this.onState = onState;
    this.name = crypto.getRandomValues(new Uint32Array(3)).join('-');
    this.abort = new AbortController();
    this.run();
  }

  close() { this.abort.abort(); }

  async run() {
    let pause = 250;
    while (!this.abort.signal.aborted) {
      try {
        const response = await fetch(address(`api/stream/${this.name}`, { scene: this.scene }), { signal: this.abort.signal });
        if (!response.ok) {
          const problem = await response.json().catch(() => ({}));
          this.onState(response.status === 403 ? 'refused' : 'lost', problem.detail);
        } else {
          pause = 250;
          await this.read(response.body.getReader());
          if (!this.abort.signal.aborted) this.onState('lost');
        }
      } catch (error) {
        if (this.abort.signal.aborted) return;
        this.onState('lost', String(error.message || error));
      }
      await new Promise(done => setTimeout(done, pause));
      pause = Math.min(pause * 1.6, 2000);
    }
  }

  async read(reader) {
    let parts = [], length = 0;
    // Waits for the next `count` bytes; null at the end of the stream.
    const take = async count => {
      while (length < count) {
        const { value, done } = await reader.read();
        if (done) return null;
        parts.push(value);
        length += value.length;
      }
      if (parts.length > 1 && parts[0].length < count) {
        const joined = new Uint8Array(length);
        let at = 0;
        for (const part of parts) { joined.set(part, at); at += part.length; }
        parts = [joined];
      }
      const bytes = parts[0].subarray(0, count);
      parts[0] = parts[0].subarray(count);
      if (!parts[0].length) parts.shift();
      length -= count;
      return bytes;
    };
    for (;;) {
      const head = await take(8);
      if (!head) return;
      const view = new DataView(head.buffer, head.byteOffset, 8);
      const [textLength, payloadLength] = [view.getUint32(0), view.getUint32(4)];
      const text = await take(textLength);
      if (!text) return;
      const message = JSON.parse(new TextDecoder().decode(text));
      const payload = payloadLength ? await take(payloadLength) : null;
      if (payloadLength && !payload) return;
      // Copied, since the payload outlives the buffer, which holds later messages too.
      this.onMessage(message, payload && payload.slice());
    }
  }

  /** Requests a picture; the studio drops earlier requests. */
  view(order) { this.tell('view', order); }
  play(order, playback) { this.tell('play', { view: order, playback }); }

  /** Sends one request after another; of those that wait, only the newest. */
  async tell(kind, body) {
    this.waiting = { kind, body };
    if (this.isTelling) return;
    this.isTelling = true;
    while (this.waiting) {
      const { kind: next, body: said } = this.waiting;
      this.waiting = null;
      await post(`api/stream/${this.name}/${next}`, {}, said).catch(() => {});
    }
    this.isTelling = false;
  }

  seen() { return post(`api/stream/${this.name}/seen`, {}, {}).catch(() => {}); }
}
