import type { Socket } from 'node:net';
import type { WebSocket } from 'ws';
import type { QueryOf } from '#contract/calls/call';
import type { watchLive } from '#contract/calls/live';
import type { ViewFormat } from '#contract/live/view';
import { liveCloseCodes, restartReason } from '#contract/live/viewer-messages';
import type { Message } from '../live/message.ts';
import type { ViewerLink } from '../live/viewer-link.ts';

/** A connection that does not answer to being closed is cut after this time, in ms. */
const closeTimeout = 1_000;

/** Writes to the connection itself, the same bytes for every viewer: ws would make a header for each, and two writes. */
export class SocketLink implements ViewerLink {
  readonly format: ViewFormat;
  readonly takesParts: boolean;
  readonly delay: number;
  readonly #socket: WebSocket;
  readonly #raw: Socket;
  readonly #isCompressed: boolean;

  constructor(socket: WebSocket, raw: Socket, { format, snapshot, delay = 0 }: QueryOf<typeof watchLive>) {
    this.format = format;
    this.takesParts = snapshot === 'parts';
    this.delay = delay * 1_000;
    this.#socket = socket;
    this.#raw = raw;
    this.#isCompressed = socket.extensions.includes('permessage-deflate');
  }

  send(message: Message): void {
    if (this.#raw.writable) this.#raw.write(this.#isCompressed ? message.compressed : message.frame);
  }

  waiting(): number {
    return this.#raw.writableLength;
  }

  close(reason: Parameters<ViewerLink['close']>[0]): void {
    closeSocket(this.#socket, reason);
  }
}

/** Closes a connection with its code; one that does not answer is cut. */
export function closeSocket(socket: WebSocket, reason: keyof typeof liveCloseCodes): void {
  socket.close(liveCloseCodes[reason], reason === 'restarting' ? restartReason(500, 5_000) : reason);
  const timer = setTimeout(() => socket.terminate(), closeTimeout).unref();
  socket.once('close', () => clearTimeout(timer));
}
