import { expect, test } from 'vitest';
import { documentOf } from '#contract/live/first-part';
import { applyPatch } from '#contract/live/merge-patch';
import type { Message } from '../live/message.ts';
import { RemoteLiveRace } from './remote-live-race.ts';

const registration = {
  id: '01900000-0000-7000-8000-000000000001',
  userId: '01900000-0000-7000-8000-000000000002',
  userName: 'Ann',
  tokenHash: '',
  keyHash: null,
  delaySeconds: 0,
  startedAt: new Date(0).toISOString(),
};
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
