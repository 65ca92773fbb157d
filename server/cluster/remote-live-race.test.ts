import { expect, test } from 'vitest';
import { documentOf } from '#contract/live/first-part';
import { applyPatch } from '#contract/live/merge-patch';
import type { ReplicationSink } from '../live/channel.ts';
import { LiveRace } from '../live/live-race.ts';
import type { Message } from '../live/message.ts';
import { registration } from '../tests/support/live-viewer.ts';
import { RemoteLiveRace, type StreamEntry } from './remote-live-race.ts';

const ada = { name: 'Ada', lapDistance: 5, livePosition: { x: 1, y: 2, z: 3 } };
const document = { trackId: 11, drivers: { 0: ada } };
const motion = { interval: 100, rates: { 0: [1] } };
const bytes = Buffer.from(JSON.stringify({ type: 'snapshot', seq: 7, document, motion }));

test('a viewer who takes parts gets both parts of what another server has sent as one', () => {
  const liveRace = new RemoteLiveRace(registration, 0);
  liveRace.apply({ kind: 'snapshot', view: 'full', epoch: 1, seq: 7, bytes }, 0);
  const received: ReturnType<typeof JSON.parse>[] = [];
  const send = (message: Message) => received.push(JSON.parse(message.bytes.toString()));
  const link = { format: 'binary', takesParts: true, send, waiting: () => 0, close: () => undefined } as const;
  liveRace.watch(link, 'full', null, 100);
  const [hello, part, rest] = received;
  expect(received.map(({ type, seq }) => [type, seq])).toEqual([
    ['hello', 7],
    ['part', 7],
    ['rest', 7],
  ]);
  expect([hello.epoch, rest.motion]).toEqual([1, motion]);
  expect(documentOf(part)).toEqual({ trackId: 11, drivers: { 0: { name: 'Ada', lapDistance: 5 } } });
  expect(applyPatch(documentOf(part), rest.patch)).toEqual(document);
});

test('a race that is registered again after its end on another server can be watched here', () => {
  const liveRace = new RemoteLiveRace(registration, 0);
  liveRace.apply({ kind: 'snapshot', view: 'full', epoch: 1, seq: 7, bytes }, 0);
  const ended = Buffer.from(JSON.stringify({ type: 'ended', sessionId: null }));
  liveRace.apply({ kind: 'message', epoch: 1, bytes: ended }, 100);
  expect(liveRace.isOver).toBe(true);
  liveRace.apply({ kind: 'snapshot', view: 'full', epoch: 2, seq: 8, bytes }, 200);
  const received: string[] = [];
  const send = (message: Message) => received.push(JSON.parse(message.bytes.toString()).type);
  liveRace.watch({ format: 'json', send, waiting: () => 0, close: () => received.push('closed') }, 'full', null, 300);
  expect([liveRace.isOver, received]).toEqual([false, ['hello', 'snapshot']]);
});

test('the end reaches viewers of another server once Redis is back, and one with a delay at its time', () => {
  const remote = new RemoteLiveRace(registration, 0);
  let isAway = false;
  let now = 0;
  const add = (entry: StreamEntry) => {
    if (!isAway) remote.apply(entry, now);
  };
  const sink: ReplicationSink = {
    change: () => undefined,
    snapshot: (view, position, message) => add({ kind: 'snapshot', view, ...position, bytes: message.bytes }),
    message: (epoch, message) => add({ kind: 'message', epoch, bytes: message.bytes }),
    alive: (epoch) => add({ kind: 'alive', epoch }),
    isBehind: () => false,
  };
  const liveRace = new LiveRace(registration, { epoch: 1, seq: 1, document, dataAt: 0 }, 0, { sink, isWaiting: false });
  liveRace.tick(0);
  const received: [number, string][] = [];
  for (const delay of [0, 5_000]) {
    const send = (message: Message) => {
      const { type } = JSON.parse(message.bytes.toString());
      if (type === 'ended') received.push([delay, `${type} at ${now}`]);
    };
    const close = (reason: string) => received.push([delay, reason]);
    remote.watch({ format: 'json', send, waiting: () => 0, close, delay }, 'full', null, 0);
  }
  liveRace.end(null, 100);
  for (now = 100; now <= 10_000; now += 100) {
    isAway = now < 1_500;
    liveRace.tick(now);
    remote.tick(now);
  }
  expect(received).toEqual([
    [0, 'ended at 2000'],
    [0, 'ended'],
    [5_000, 'ended at 7000'],
    [5_000, 'ended'],
  ]);
});
