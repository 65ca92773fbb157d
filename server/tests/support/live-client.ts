import { WebSocket } from 'ws';

/** A WebSocket of a test. Messages wait until they are asked for; a binary one is {type: 'frame', frame}. */
export class LiveClient {
  readonly socket: WebSocket;
  /** How the connection ended: a close code, or the status of a refused upgrade. */
  readonly closed: Promise<{ code: number; reason: string }>;
  readonly #messages: unknown[] = [];
  readonly #waiting: ((message: unknown) => void)[] = [];

  /** Connects as a page of the server would, unless `headers` say otherwise. */
  constructor(url: string, headers: Record<string, string> = { origin: new URL(url).origin.replace('ws', 'http') }) {
    this.socket = new WebSocket(url, { headers });
    this.socket.on('message', (data, isBinary) => {
      const message = isBinary ? { type: 'frame', frame: data } : JSON.parse(data.toString());
      const next = this.#waiting.shift();
      if (next === undefined) this.#messages.push(message);
      else next(message);
    });
    this.closed = new Promise((resolve) => {
      this.socket.once('close', (code, reason) => resolve({ code, reason: reason.toString() }));
      this.socket.once('unexpected-response', (_, response) => {
        resolve({ code: response.statusCode ?? 0, reason: '' });
        response.resume();
      });
      this.socket.once('error', () => resolve({ code: 0, reason: '' }));
    });
  }

  send(message: unknown): void {
    this.socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  }

  /** The next message. Tests compare it with an expected value, so its type is open. */
  // biome-ignore lint/suspicious/noExplicitAny: as above
  next(): Promise<any> {
    if (this.#messages.length > 0) return Promise.resolve(this.#messages.shift());
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** The next message of a type; others before it are dropped. */
  // biome-ignore lint/suspicious/noExplicitAny: as above
  async nextOf(type: string): Promise<any> {
    for (;;) {
      const message = await this.next();
      if (message.type === type) return message;
    }
  }

  /** Resolves once the connection is open. */
  opened(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.socket.once('open', () => resolve());
      this.socket.once('error', reject);
    });
  }

  /** Resolves once the server has handled everything that was sent before: it answers in order. */
  roundTrip(): Promise<void> {
    return new Promise((resolve) => {
      this.socket.once('pong', () => resolve());
      this.socket.ping();
    });
  }

  async close(): Promise<void> {
    this.socket.close();
    await this.closed;
  }
}
