import { describe, expect, test } from 'vitest';
import { ResultStatus } from '#contract/enumerations';
import { type LiveDocument, treeOf } from '#contract/live/document';
import { FrameDecoder } from '#contract/live/frame-decoder';
import { FrameEncoder } from '#contract/live/frame-encoder';
import { createPatch } from '#contract/live/merge-patch';
import { toDocument } from '#contract/live/to-document';
import fc from '#tests/fast-check';
import { driver, upload } from '../../tests/fixtures/session.ts';
import { readMessage } from './live-decoder.ts';
import { type Clock, RaceStore, watchEnd } from './race-store.ts';
import { StreamPosition } from './stream-position.ts';

/** Time that a test moves on; frames are drawn at once. */
function createClock() {
  let now = 0;
  const timers = new Set<{ readonly at: number; readonly work: () => void }>();
  const clock: Clock = {
    now: () => now,
    setTimer: (work, delay) => {
      const timer = { at: now + delay, work };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    requestFrame: (work) => work(),
  };
  function pass(milliseconds: number): void {
    const end = now + milliseconds;
    for (;;) {
      const next = [...timers].sort((one, other) => one.at - other.at)[0];
      if (next === undefined || next.at > end) break;
      now = Math.max(now, next.at);
      timers.delete(next);
      next.work();
    }
    now = end;
  }
  return { clock, pass, timers };
}

const race = (names: readonly string[], positions: readonly number[], distance = 0): LiveDocument =>
  toDocument(
    upload({
      drivers: names.map((name, carIndex) =>
        driver({
          carIndex,
          name,
          position: positions[carIndex] ?? null,
          lapDistance: distance + carIndex,
          resultStatus: ResultStatus.Active,
        }),
      ),
    }),
  );

/** The messages of a server for one document after another. */
function createFeed(first: LiveDocument) {
  const encoder = new FrameEncoder();
  let tree = treeOf(first);
  let seq = 1;
  encoder.reset(tree);
  return {
    get document() {
      return tree;
    },
    get seq() {
      return seq;
    },
    snapshot: () => JSON.stringify({ type: 'snapshot', seq, document: tree, motion: encoder.motion }),
    next: (document: LiveDocument) => {
      const patch = createPatch(tree, treeOf(document));
      tree = treeOf(document);
      seq += 1;
      return encoder.encode(seq, patch);
    },
  };
}

type Sent = string | Uint8Array;

function createViewer(decoder: FrameDecoder | 'late' | 'missing' = new FrameDecoder()) {
  const time = createClock();
  const position = new StreamPosition();
  let unreadable = 0;
  const store = new RaceStore(time.clock, () => {
    unreadable += 1;
  });
  if (decoder !== 'late') store.setDecoder(decoder === 'missing' ? null : decoder);
  let draws = 0;
  const stop = store.subscribe(() => {
    draws += 1;
  });
  position.handshake({
    type: 'hello',
    id: '',
    epoch: 1,
    seq: 1,
    hz: 10,
    serverTime: '2026-11-22T20:00:00.000Z',
    delaySeconds: 0,
  });
  /** True when a snapshot has to be asked for. */
  function receive(sent: Sent): boolean {
    const message = readMessage(typeof sent === 'string' ? sent : (sent.slice().buffer as ArrayBuffer));
    if (message?.type !== 'snapshot' && message?.type !== 'frame' && message?.type !== 'delta') return false;
    const verdict = position.receive(message);
    if (verdict === 'apply') store.accept(message);
    return verdict === 'gap';
  }
  return { ...time, position, store, receive, stop, counts: () => ({ draws, unreadable }) };
}

const names = ['Ada', 'Bo', 'Cy', 'Di'];
const documents = fc
  .tuple(fc.shuffledSubarray([1, 2, 3, 4], { minLength: 4 }), fc.nat({ max: 5_000 }), fc.boolean())
  .map(([positions, distance, isShort]) => race(isShort ? names.slice(0, 3) : names, positions, distance));
const step = fc.record({ document: documents, fate: fc.constantFrom('sent', 'lost', 'twice', 'late') });

test('after any history of lost, repeated and late messages the document is that of the server', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const feed = createFeed(race(names, [1, 2, 3, 4]));
      const viewer = createViewer();
      let late: Sent | null = null;
      const deliver = (sent: Sent) => {
        if (viewer.receive(sent)) viewer.receive(feed.snapshot());
      };
      deliver(feed.snapshot());
      for (const { document, fate } of steps) {
        const frame = feed.next(document);
        viewer.pass(100);
        if (fate === 'sent' || fate === 'twice') deliver(frame);
        if (fate === 'twice') deliver(frame);
        if (late !== null) deliver(late);
        late = fate === 'late' ? frame : null;
      }
      // A message to all viewers shows the gap.
      deliver(feed.next(race(names, [4, 3, 2, 1], 9)));
      viewer.pass(200);
      expect(viewer.store.document).toEqual(feed.document);
      expect(viewer.store.state().view?.order).toEqual([3, 2, 1, 0]);
      expect(viewer.counts().unreadable).toBe(0);
    }),
    { numRuns: process.env.PITBOARD_LONG === '1' ? 10_000 : 200 },
  );
});

test('what cannot be read is reported, and a snapshot mends it', () => {
  const feed = createFeed(race(names, [1, 2, 3, 4]));
  const viewer = createViewer();
  viewer.receive(feed.snapshot());
  const frame = feed.next(race(names, [2, 1, 3, 4]));
  // Its rest is no JSON.
  viewer.receive(new Uint8Array([...frame, 123, 123]));
  expect(viewer.counts().unreadable).toBe(1);
  viewer.position.reset();
  viewer.receive(feed.snapshot());
  viewer.pass(200);
  expect(viewer.store.document).toEqual(feed.document);
});

test('frames wait for their decoder, behind the picture of the snapshot', () => {
  const feed = createFeed(race(names, [1, 2, 3, 4]));
  const viewer = createViewer('late');
  viewer.receive(feed.snapshot());
  const first = feed.document;
  viewer.receive(feed.next(race(names, [2, 1, 3, 4])));
  viewer.receive(feed.next(race(names, [2, 1, 4, 3], 7)));
  viewer.pass(200);
  expect(viewer.store.document).toEqual(first);
  viewer.store.setDecoder(new FrameDecoder());
  viewer.pass(200);
  expect(viewer.store.document).toEqual(feed.document);
  expect(viewer.counts().unreadable).toBe(0);
});

test('without their decoder frames cannot be read, and snapshots are shown', () => {
  const feed = createFeed(race(names, [1, 2, 3, 4]));
  const viewer = createViewer('missing');
  viewer.receive(feed.snapshot());
  viewer.receive(feed.next(race(names, [2, 1, 3, 4])));
  expect(viewer.counts().unreadable).toBe(1);
  viewer.position.reset();
  viewer.receive(feed.snapshot());
  viewer.pass(200);
  expect(viewer.store.document).toEqual(feed.document);
});

describe('what is drawn', () => {
  test('is drawn at most every 100 ms, whatever comes', () => {
    const feed = createFeed(race(names, [1, 2, 3, 4]));
    const viewer = createViewer();
    viewer.receive(feed.snapshot());
    for (let distance = 1; distance <= 100; distance += 1) {
      viewer.receive(feed.next(race(names, [1, 2, 3, 4], distance)));
      viewer.pass(10);
    }
    expect(viewer.counts().draws).toBeLessThanOrEqual(11);
    viewer.pass(100);
    expect(viewer.store.document?.drivers?.['0']?.lapDistance).toBe(100);
  });

  test('is drawn at once when it comes a little early, without a timer', () => {
    const feed = createFeed(race(names, [1, 2, 3, 4]));
    const viewer = createViewer();
    viewer.receive(feed.snapshot());
    viewer.pass(100);
    const { draws } = viewer.counts();
    for (let distance = 1; distance <= 10; distance += 1) {
      viewer.pass(distance % 2 === 0 ? 80 : 120);
      viewer.receive(feed.next(race(names, [1, 2, 3, 4], distance)));
      expect([viewer.counts().draws - draws, viewer.timers.size]).toEqual([distance, 0]);
    }
  });

  test('rows, order and header stay the same objects where nothing of them changes', () => {
    const feed = createFeed(race(names, [1, 2, 3, 4]));
    const viewer = createViewer();
    viewer.receive(feed.snapshot());
    viewer.pass(100);
    const before = viewer.store.state().view;
    viewer.receive(feed.next(race(['Ada', 'Bo', 'Cy', 'Eve'], [1, 2, 3, 4], 5)));
    viewer.pass(200);
    const after = viewer.store.state().view;
    expect(after).not.toBe(before);
    expect([0, 1, 2].map((car) => after?.rows.get(car) === before?.rows.get(car))).toEqual([true, true, true]);
    expect(after?.rows.get(3)?.name).toBe('Eve');
    expect([after?.order === before?.order, after?.head === before?.head]).toEqual([true, true]);
  });

  test('stands still while it is paused, and is live at once afterwards', () => {
    const feed = createFeed(race(names, [1, 2, 3, 4]));
    const viewer = createViewer();
    viewer.receive(feed.snapshot());
    viewer.pass(100);
    viewer.store.setPaused(true);
    const { view, asOf } = viewer.store.state();
    viewer.receive(feed.next(race(names, [2, 1, 3, 4])));
    viewer.pass(1_000);
    expect([viewer.store.state().view === view, viewer.store.state().asOf === asOf]).toEqual([true, true]);
    viewer.store.setPaused(false);
    expect(viewer.store.state().view?.order).toEqual([1, 0, 2, 3]);
  });

  test('that was paused between the two parts of its first snapshot gets the second, and stands still afterwards', () => {
    const { document } = createFeed(race(names, [1, 2, 3, 4]));
    const viewer = createViewer();
    viewer.store.accept({ type: 'snapshot', seq: 1, document: { ...document, drivers: {} }, isPart: true });
    viewer.store.setPaused(true);
    expect(viewer.store.state()).toMatchObject({ isWhole: false, isPaused: true, view: { order: [] } });
    viewer.store.accept({ type: 'snapshot', seq: 1, document });
    viewer.pass(100);
    expect(viewer.store.state()).toMatchObject({ isWhole: true, isPaused: true, view: { order: [0, 1, 2, 3] } });
    const { view } = viewer.store.state();
    viewer.store.accept({ type: 'delta', seq: 2, patch: { drivers: null } });
    viewer.pass(1_000);
    expect(viewer.store.state().view).toBe(view);
    // After another connection there may be two parts again.
    viewer.store.accept({ type: 'snapshot', seq: 9, document: { ...document, drivers: {} }, isPart: true });
    viewer.store.accept({ type: 'snapshot', seq: 9, document });
    viewer.pass(1_000);
    expect(viewer.store.state().view).toBe(view);
  });
});

test('a delay says how long it takes until the picture begins, and of what time it is then', () => {
  const feed = createFeed(race(names, [1, 2, 3, 4]));
  const viewer = createViewer();
  viewer.store.begin(1_000_000, 60_000, 1_045_000);
  viewer.pass(15_000);
  expect(viewer.store.state()).toMatchObject({ view: null, waiting: 30 });
  viewer.pass(30_000);
  viewer.receive(feed.snapshot());
  viewer.pass(200);
  expect(viewer.store.state()).toMatchObject({ asOf: 985_000, waiting: null });
  expect(viewer.store.state().view?.order).toEqual([0, 1, 2, 3]);
  // A longer one keeps the picture until its own begins.
  viewer.store.begin(1_045_200, 120_000, 1_100_000);
  viewer.pass(500);
  expect(viewer.store.state()).toMatchObject({ asOf: 985_000, waiting: 55 });
});

test('asks for a snapshot rather than hold too much while the decoder is loaded', () => {
  const feed = createFeed(race(names, [1, 2, 3, 4]));
  const viewer = createViewer('late');
  viewer.receive(feed.snapshot());
  const first = feed.document;
  for (let count = 0; count < 3_100; count += 1) viewer.receive(feed.next(race(names, [1, 2, 3, 4], count + 1)));
  viewer.pass(200);
  expect([viewer.store.document, viewer.counts().unreadable]).toEqual([first, 1]);
});

test('the end is reported once', () => {
  const viewer = createViewer();
  const ends: (string | null)[] = [];
  watchEnd(viewer.store, (sessionId) => ends.push(sessionId));
  viewer.store.accept({ type: 'ended', sessionId: 'x' });
  viewer.pass(200);
  viewer.receive(createFeed(race(names, [1, 2, 3, 4])).snapshot());
  viewer.pass(200);
  expect(ends).toEqual(['x']);
});

test('a page that is left is told of no end', () => {
  const viewer = createViewer();
  const stop = watchEnd(viewer.store, () => expect.unreachable());
  stop();
  viewer.store.accept({ type: 'ended', sessionId: 'x' });
  viewer.pass(200);
  expect(viewer.store.state().ended).toEqual({ sessionId: 'x' });
});

test('leaves no timer when nobody looks', () => {
  const viewer = createViewer();
  viewer.store.begin(0, 60_000, 60_000);
  viewer.pass(1_000);
  expect(viewer.timers.size).toBe(1);
  viewer.stop();
  viewer.pass(500);
  expect(viewer.timers.size).toBe(0);
});
