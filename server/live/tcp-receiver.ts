import { createServer, type Server, type Socket } from 'node:net';
import { liveMessageLimit } from '#contract/live/publisher-messages';
import { Problem } from '../http/problem.ts';
import type { Admission, RecorderPlace } from './admission.ts';
import type { Hub } from './hub.ts';
import { Publisher, type TextConnection } from './publisher.ts';

interface ReceiverDependencies {
  readonly hub: Hub;
  readonly admission: Admission;
  readonly now: () => number;
}

/** A connection without valid auth is closed after this time, in ms. */
const authTimeout = 10_000;
/** A recorder that does not read is cut at this many unsent bytes. */
const maxWaiting = 64 * 1024;

/** Takes live data from recorders over TCP: one JSON message in each line, the same as over a WebSocket. */
export class TcpReceiver {
  readonly #dependencies: ReceiverDependencies;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  constructor(dependencies: ReceiverDependencies) {
    this.#dependencies = dependencies;
    this.#server = createServer((socket) => this.#accept(socket));
  }

  /** The port that it listens on; null while it does not. */
  get port(): number | null {
    const address = this.#server.address();
    return typeof address === 'object' && address !== null ? address.port : null;
  }

  /** @throws the error of the system when the port cannot be used. */
  listen(port: number, host: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen({ port, host }, () => {
        this.#server.off('error', reject);
        resolve();
      });
    });
  }

  #accept(socket: Socket): void {
    const { hub, admission, now } = this.#dependencies;
    socket.on('error', () => socket.destroy());
    let place: RecorderPlace;
    try {
      place = admission.enterRecorder(socket.remoteAddress ?? '', now(), () => socket.destroy());
    } catch {
      socket.destroy();
      return;
    }
    socket.once('close', place.leave);
    this.#sockets.add(socket);
    const publisher = new Publisher({ hub, connection: connectionOf(socket), now, place, sessionId: null });
    const timer = setTimeout(() => {
      if (!publisher.isIdentified) socket.destroy();
    }, authTimeout).unref();
    socket.once('close', () => {
      clearTimeout(timer);
      this.#sockets.delete(socket);
      publisher.left();
    });
    readLines(socket, publisher);
  }

  /** Closes every connection. */
  async close(): Promise<void> {
    if (this.port === null) return;
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    for (const socket of this.#sockets) socket.destroySoon();
    await closed;
  }
}

function connectionOf(socket: Socket): TextConnection {
  return {
    send: (text) => {
      if (socket.writableLength > maxWaiting) socket.destroy();
      else if (socket.writable) socket.write(`${text}\n`);
    },
    close: (reason) => {
      if (reason === 'silent') socket.destroy();
      else socket.destroySoon();
    },
  };
}

/** Passes each line on. A line that is too long ends the connection before it is stored. */
function readLines(socket: Socket, publisher: Publisher): void {
  let rest: Buffer = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    let bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    for (let end = bytes.indexOf(10); end !== -1 && socket.writable; end = bytes.indexOf(10)) {
      const line = bytes.subarray(0, end);
      if (line.length > liveMessageLimit) break;
      if (line.length > 0) publisher.receive(line.toString());
      bytes = bytes.subarray(end + 1);
    }
    rest = bytes;
    if (rest.length <= liveMessageLimit || !socket.writable) return;
    rest = Buffer.alloc(0);
    publisher.refuse(new Problem(413, 'Content Too Large', `A message has at most ${liveMessageLimit} bytes.`));
    socket.removeAllListeners('data');
  });
}
