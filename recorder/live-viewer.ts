import * as v from 'valibot';
import { WebSocket } from 'ws';
import { addressOf } from '#contract/api/address';
import { createTicket, watchLive as watchCall } from '#contract/calls/live';
import { liveCloseCodes, ViewerMessage } from '#contract/live/viewer-messages';

interface ViewerOptions {
  readonly server: string;
  /** The id of the live session. */
  readonly id: string;
  readonly key?: string | undefined;
  readonly onMessage: (message: ViewerMessage) => void;
  readonly onRetry: (reason: string) => void;
  readonly signal: AbortSignal;
}

/** A session cannot be watched; the message says why. */
export class NotWatchable extends Error {}

/** A server that sends nothing for this long is gone, in ms. */
const silence = 10_000;
const maxBackoff = 20_000;

/** Watches a live session until it ends or the signal, over as many connections as it takes. @throws NotWatchable. */
export async function watchLive(options: ViewerOptions): Promise<void> {
  const { signal, onRetry } = options;
  for (let failures = 0; !signal.aborted; failures += 1) {
    const { code, isOver, hasOpened } = await watchOnce(options);
    if (isOver || signal.aborted) return;
    if (code === liveCloseCodes.notFound) throw new NotWatchable('there is no such live session');
    if (code === liveCloseCodes.forbidden) throw new NotWatchable('it is private: its key is needed');
    if (code === liveCloseCodes.refused) throw new NotWatchable('the server refused the connection');
    if (hasOpened) failures = 0;
    onRetry('the connection is lost');
    const wait = Math.random() * Math.min(maxBackoff, 500 * 2 ** failures);
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
}

interface Connection {
  readonly code: number;
  readonly isOver: boolean;
  readonly hasOpened: boolean;
}

async function watchOnce({ server, id, key, onMessage, signal }: ViewerOptions): Promise<Connection> {
  const ticket = key === undefined ? {} : await redeem(server, id, key);
  const address = addressOf(watchCall, { id }, { view: 'full', format: 'json', ...ticket });
  // The server accepts viewers of its own site.
  const { origin } = new URL(server);
  const socket = new WebSocket(new URL(address, server.replace(/^http/, 'ws')), { origin });
  let hasOpened = false;
  let isOver = false;
  const close = () => socket.terminate();
  let timer = setTimeout(close, silence);
  signal.addEventListener('abort', close);
  socket.on('error', () => undefined);
  socket.on('message', (data) => {
    clearTimeout(timer);
    timer = setTimeout(close, silence);
    hasOpened = true;
    const message = v.parse(v.pipe(v.string(), v.parseJson(), ViewerMessage), data.toString());
    isOver ||= message.type === 'ended';
    onMessage(message);
  });
  const code = await new Promise<number>((resolve) => socket.once('close', resolve));
  clearTimeout(timer);
  signal.removeEventListener('abort', close);
  return { code, isOver, hasOpened };
}

/** A ticket for one connection. Without one the server refuses the connection, and says why. */
async function redeem(server: string, id: string, key: string): Promise<{ ticket?: string }> {
  const url = new URL(addressOf(createTicket, { id }), server);
  const response = await fetch(url, { method: 'POST', headers: { 'X-Session-Key': key } }).catch(() => null);
  if (response === null) return {};
  if (response.status === 403) throw new NotWatchable('its key is another one');
  const parsed = v.safeParse(createTicket.answer, await response.json().catch(() => null));
  return parsed.success ? { ticket: parsed.output.ticket } : {};
}
