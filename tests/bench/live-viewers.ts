import { WebSocket } from 'ws';
import { seqOf } from '#contract/live/frame-head';

/** Viewers of a live session in a process of their own, so that only the server's work is measured. */
export interface ViewerOrder {
  readonly url: string;
  readonly origin: string;
  readonly count: number;
  /** How many of them stop reading once they are connected. */
  readonly slow: number;
  /** Come back when the connection is lost, as the app does. */
  readonly comesBack: boolean;
  /** One of so many notes when frames arrive. */
  readonly measured: number;
}

/**
 * The reports of the process: when all are connected, when binary frames arrived, when viewers had a snapshot, and how many
 * were cut while they did not read.
 */
export type ViewerReport =
  | { readonly type: 'connected' }
  | { readonly type: 'arrivals'; readonly at: readonly (readonly [seq: number, at: number])[] }
  | { readonly type: 'back'; readonly at: readonly number[] }
  | { readonly type: 'cut'; readonly count: number };

const now = () => performance.timeOrigin + performance.now();
const arrivals: [number, number][] = [];
let back: number[] = [];
let connected = 0;
const paused = new Set<WebSocket>();
let cut = 0;

function connect(order: ViewerOrder, index: number, failures: number): void {
  const socket = new WebSocket(order.url, { headers: { origin: order.origin }, perMessageDeflate: false });
  let tries = failures;
  let count = 0;
  socket.on('message', (data: Buffer, isBinary) => {
    if (isBinary) {
      if (index % order.measured === 0) arrivals.push([seqOf(data), now()]);
      return;
    }
    count += 1;
    // A hello comes first, and a snapshot second.
    if (count !== 2) return;
    tries = 0;
    back.push(now());
    connected += 1;
    if (index < order.slow) {
      socket.pause();
      paused.add(socket);
    }
    if (connected === order.count) process.send?.({ type: 'connected' } satisfies ViewerReport);
  });
  socket.on('error', () => undefined);
  socket.once('close', () => {
    if (paused.delete(socket)) cut += 1;
    if (!order.comesBack) return;
    tries += 1;
    setTimeout(() => connect(order, index, tries), Math.random() * Math.min(20_000, 500 * 2 ** (tries - 1)));
  });
}

process.on('message', (order: ViewerOrder | 'arrivals' | 'back' | 'cut') => {
  if (order === 'arrivals') {
    process.send?.({ type: 'arrivals', at: arrivals.splice(0) } satisfies ViewerReport);
  } else if (order === 'back') {
    process.send?.({ type: 'back', at: back } satisfies ViewerReport);
    back = [];
  } else if (order === 'cut') {
    // They read on to the end of the connection.
    for (const socket of paused) socket.resume();
    setTimeout(() => process.send?.({ type: 'cut', count: cut } satisfies ViewerReport), 1_000);
  } else {
    for (let index = 0; index < order.count; index += 1) setTimeout(() => connect(order, index, 0), index / 2);
  }
});
