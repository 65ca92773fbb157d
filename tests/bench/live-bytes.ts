import { randomUUID } from 'node:crypto';
import { FrameDecoder } from '#contract/live/frame-decoder';
import type { Tree } from '#contract/live/merge-patch';
import type { ViewName } from '#contract/live/view';
import type { ViewerMessage } from '#contract/live/viewer-messages';
import { LiveRace } from '../../server/live/live-race.ts';
import type { Message } from '../../server/live/message.ts';
import { type Feed, feedOf, tick } from './live-stage.ts';
import { alternate } from './load.ts';

/** The messages to a viewer of a race after its snapshot. */
export function record({ first, patches }: Feed, view: ViewName) {
  const registration = {
    id: randomUUID(),
    userId: randomUUID(),
    userName: null,
    tokenHash: '',
    keyHash: null,
    delaySeconds: 0,
    startedAt: new Date(0).toISOString(),
  };
  const session = new LiveRace(registration, { epoch: 1, seq: 0, document: null, dataAt: null }, 0);
  const recorder = { send: () => undefined, close: () => undefined };
  session.attach(recorder, 0);
  session.receive(recorder, { type: 'snapshot', seq: 1, t: 0, document: first }, 0);
  session.tick(tick);
  const messages = { binary: [] as Message[], json: [] as Message[] };
  for (const format of ['binary', 'json'] as const) {
    const send = (message: Message) => messages[format].push(message);
    session.watch({ format, send, waiting: () => 0, close: () => undefined }, view, null, tick);
  }
  for (const [step, patch] of patches.entries()) {
    const now = (step + 2) * tick;
    session.receive(recorder, { type: 'patch', seq: step + 2, t: now, patch }, now);
    session.tick(now);
  }
  const [, snapshot, ...changes] = messages.binary;
  const [, , ...texts] = messages.json;
  const parsed: Extract<ViewerMessage, { type: 'snapshot' }> = JSON.parse(String(snapshot?.bytes));
  return { changes, texts: texts.map(({ bytes }) => bytes.toString()), snapshot: parsed };
}

interface LiveBytes {
  /** Bytes a second and viewer, with the headers of WebSocket. */
  readonly full: number;
  readonly table: number;
  /**
   * µs for a frame of the full view: to read its numbers into columns, to make objects of them too, which the page does
   * once for each picture, and JSON.parse of the same changes.
   */
  readonly decode: number;
  readonly changes: number;
  readonly parse: number;
}

/** The size of the frames of a race of two minutes, and the time that a viewer needs to read them. */
export async function liveBytes(): Promise<LiveBytes> {
  const feed = feedOf(120);
  const perSecond = ({ changes }: ReturnType<typeof record>) =>
    changes.reduce((sum, { frame }) => sum + frame.length, 0) / (feed.patches.length / 10);
  const full = record(feed, 'full');
  const frames = full.changes.filter(({ isBinary }) => isBinary).map(({ bytes }) => bytes);
  const texts = full.texts.filter((text) => text.startsWith('{"type":"delta"'));
  const timeOf = (work: () => void) => {
    const start = performance.now();
    work();
    return Promise.resolve(((performance.now() - start) * 1_000) / frames.length);
  };
  const read = (takesChanges: boolean) => () => {
    const decoder = new FrameDecoder();
    decoder.reset(full.snapshot.document as Tree, full.snapshot.motion);
    for (const frame of frames) {
      decoder.decode(frame);
      if (takesChanges) decoder.drainChanges();
    }
  };
  const parse = () => {
    for (const text of texts) JSON.parse(text);
  };
  // A page runs for hours, and its code is compiled in the first seconds.
  for (let round = 0; round < 30; round += 1) for (const work of [read(false), read(true), parse]) work();
  const { one: decode, other } = await alternate(
    15,
    () => timeOf(read(false)),
    () => timeOf(parse),
  );
  const { one: changes } = await alternate(
    5,
    () => timeOf(read(true)),
    () => timeOf(parse),
  );
  return { full: perSecond(full), table: perSecond(record(feed, 'table')), decode, changes, parse: other };
}
