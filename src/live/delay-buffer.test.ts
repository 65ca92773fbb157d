import { expect, test } from 'vitest';
import { ResultStatus } from '#contract/enumerations';
import { type LiveDocument, treeOf } from '#contract/live/document';
import { FrameDecoder } from '#contract/live/frame-decoder';
import { FrameEncoder } from '#contract/live/frame-encoder';
import { createPatch } from '#contract/live/merge-patch';
import { toDocument } from '#contract/live/to-document';
import fc from '#tests/fast-check';
import { driver, upload } from '../../tests/fixtures/session.ts';
import { DelayBuffer, type DelayChanges, type DelaySlice, longestBuffer } from './delay-buffer.ts';
import type { TimedEntry } from './race-buffer.ts';
import { RaceDocument } from './race-document.ts';

/** A field of cars at a distance; every seventh distance another one is out. */
function race(distance: number, cars = 3): LiveDocument {
  const drivers = Array.from({ length: cars }, (_, carIndex) =>
    driver({
      carIndex,
      name: `Driver ${carIndex}`,
      lapDistance: distance + carIndex,
      resultStatus: Math.floor(distance / 7) % cars === carIndex ? ResultStatus.Retired : ResultStatus.Active,
    }),
  );
  return toDocument(upload({ drivers }));
}

/** The messages of a server: a snapshot where it is asked for, and frames. */
function createFeed() {
  const encoder = new FrameEncoder();
  let tree = treeOf(race(0));
  let seq = 0;
  encoder.reset(tree);
  return (document: LiveDocument, isSnapshot: boolean): TimedEntry['entry'] => {
    const patch = createPatch(tree, treeOf(document));
    tree = treeOf(document);
    seq += 1;
    const bytes = encoder.encode(seq, patch);
    if (!isSnapshot) return { type: 'frame', seq, bytes };
    return { type: 'snapshot', seq, document, motion: structuredClone(encoder.motion) };
  };
}

/** A viewer of a delayed race, with the race as it sees it. */
function createViewer() {
  const document = new RaceDocument();
  document.setDecoder(new FrameDecoder());
  let hasEnded = false;
  let shownAt = Number.NEGATIVE_INFINITY;
  return {
    show: (taken: readonly TimedEntry[]) => {
      for (const { at, entry } of taken) {
        if (entry.type === 'ended') hasEnded = true;
        else expect(document.apply(entry)).toBe(true);
        expect(at).toBeGreaterThanOrEqual(shownAt);
        shownAt = at;
      }
    },
    distance: () => (document.tree as LiveDocument | null)?.drivers?.['0']?.lapDistance ?? null,
    tree: () => document.tree,
    hasEnded: () => hasEnded,
  };
}

/** A device's storage, as rows under piece and slice. */
function createStorage() {
  const rows = new Map<string, DelaySlice>();
  return {
    write: ({ added, firstPiece, thinned }: DelayChanges) => {
      for (const [key, { piece }] of rows) if (piece < firstPiece || thinned.includes(piece)) rows.delete(key);
      for (const slice of added) rows.set(`${slice.piece} ${slice.slice}`, structuredClone(slice));
    },
    rows: () => [...rows.values()],
  };
}

const fail = () => {
  throw new Error('data cannot be read');
};
const step = fc.record({
  pause: fc.constantFrom(50, 100, 100, 100, 4_000, 20_000),
  isSnapshot: fc.nat(30).map((chance) => chance === 0),
  isSaved: fc.boolean(),
  /** The page is loaded again. */
  isReload: fc.nat(20).map((chance) => chance === 0),
});
const runs = { numRuns: process.env.PITBOARD_LONG === '1' ? 5_000 : 150 };

test('at any time the newest document that is old enough is shown, over reloads too', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), fc.constantFrom(1_000, 20_000, 300_000), (steps, delay) => {
      const next = createFeed();
      const storage = createStorage();
      let buffer = new DelayBuffer(fail);
      let viewer = createViewer();
      const sent: { at: number; document: LiveDocument }[] = [];
      let now = 0;
      for (const [index, { pause, isSnapshot, isSaved, isReload }] of steps.entries()) {
        now += pause;
        const document = race(index + 1);
        buffer.push({ at: now, entry: next(document, isSnapshot || index === 0) });
        sent.push({ at: now, document });
        if (isSaved || isReload) storage.write(buffer.drainChanges());
        if (isReload) {
          buffer = new DelayBuffer(fail);
          buffer.restore(storage.rows());
          expect(buffer.seq).toBe(index + 1);
          viewer = createViewer();
        }
        viewer.show(buffer.take(now - delay));
        const due = sent.findLast(({ at }) => at <= now - delay);
        expect(viewer.tree()).toEqual(due === undefined ? null : treeOf(due.document));
        expect(buffer.nextAt()).toBe(sent.find(({ at }) => at > now - delay)?.at ?? null);
      }
      viewer.show(buffer.take(now));
      expect(viewer.tree() ?? undefined).toEqual(sent.at(-1)?.document);
    }),
    runs,
  );
});

test('within any limit nothing is shown early, time goes on, and the end comes', () => {
  fc.assert(
    fc.property(
      fc.array(step, { minLength: 5, maxLength: 80 }),
      fc.integer({ min: 4_000, max: 20_000 }),
      fc.boolean(),
      (steps, limit, isLoadedAgain) => {
        const next = createFeed();
        let buffer = new DelayBuffer(fail, limit);
        const storage = createStorage();
        let viewer = createViewer();
        let now = 0;
        const sentAt = new Map<number, number>();
        for (const [index, { pause, isSnapshot }] of steps.entries()) {
          now += pause;
          sentAt.set(index + 1, now);
          buffer.push({ at: now, entry: next(race(index + 1), isSnapshot || index === 0) });
          storage.write(buffer.drainChanges());
          // Two keyframes are needed: the one that is shown, and the last.
          expect(buffer.bytes).toBeLessThanOrEqual(limit + 15_000);
          viewer.show(buffer.take(now - 30_000));
          const distance = viewer.distance();
          if (distance !== null) expect(sentAt.get(distance)).toBeLessThanOrEqual(now - 30_000);
        }
        if (isLoadedAgain) {
          buffer = new DelayBuffer(fail, limit);
          buffer.restore(storage.rows());
          viewer = createViewer();
        }
        buffer.push({ at: now, entry: { type: 'ended', sessionId: null } });
        viewer.show(buffer.take(now - 1));
        expect(viewer.hasEnded()).toBe(false);
        viewer.show(buffer.take(now));
        expect([viewer.hasEnded(), viewer.distance()]).toEqual([true, steps.length]);
      },
    ),
    runs,
  );
});

test('goes on from the picture that is shown, and from data of another page whose clock was wrong', () => {
  const next = createFeed();
  const shown = new RaceDocument();
  const first = next(race(1), true);
  if (first.type === 'ended') throw new Error('the race has just begun');
  shown.apply(first);
  const storage = createStorage();
  const buffer = new DelayBuffer(fail);
  buffer.begin(shown, 1_000);
  expect(buffer.nextAt()).toBeNull();
  buffer.push({ at: 2_000, entry: next(race(2), false) });
  expect(buffer.take(1_999)).toEqual([]);
  storage.write(buffer.drainChanges());
  const other = new DelayBuffer(fail);
  other.restore(storage.rows());
  other.shift(500);
  const viewer = createViewer();
  viewer.show(other.take(2_499));
  expect([viewer.distance(), other.nextAt(), other.newest()?.at]).toEqual([1, 2_500, 2_500]);
  viewer.show(other.take(2_500));
  expect(viewer.distance()).toBe(2);
});

test('slices after one that is missing, and of two tabs at once, are left out', () => {
  const next = createFeed();
  const storage = createStorage();
  const buffer = new DelayBuffer(fail);
  for (let index = 1; index <= 4; index += 1) {
    buffer.push({ at: index * 100, entry: next(race(index), index === 1) });
    storage.write(buffer.drainChanges());
  }
  const restored = new DelayBuffer(fail);
  restored.restore(storage.rows().filter(({ slice }) => slice !== 2));
  expect(restored.seq).toBe(2);
  const doubled = new DelayBuffer(fail);
  doubled.restore(
    storage.rows().map((row) => (row.slice === 2 ? { ...row, entries: [...row.entries, ...row.entries] } : row)),
  );
  expect(doubled.seq).toBe(4);
});

test('data that cannot be read is reported at once, and the next snapshot mends it', () => {
  const next = createFeed();
  let reports = 0;
  const buffer = new DelayBuffer(() => {
    reports += 1;
  });
  buffer.push({ at: 0, entry: next(race(1), true) });
  buffer.push({ at: 100, entry: { type: 'frame', seq: 2, bytes: Uint8Array.of(99, 1, 2) } });
  expect(reports).toBe(1);
  buffer.push({ at: 200, entry: next(race(3), true) });
  expect([reports, buffer.newest()?.document.drivers?.['0']?.lapDistance]).toEqual([1, 3]);
});

test('five minutes of a full field, ten times a second, need less than an eighth of the limit', () => {
  const buffer = new DelayBuffer(fail);
  const encoder = new FrameEncoder();
  const documentAt = (time: number): LiveDocument => {
    const document = race(0, 22);
    const drivers = Object.entries(document.drivers ?? {}).map(([car, values]) => {
      const distance = ((time * 0.06 + Number(car) * 17) % 5_000) + Math.sin(time / 700 + Number(car));
      const place = (scale: number) => Math.round(Math.sin(distance / scale) * 8_000) / 10;
      return [
        car,
        {
          ...values,
          lapDistance: Math.round(distance * 10) / 10,
          currentLapTime: time % 90_000,
          deltaToLeader: 1_000 + Number(car) * 900 + Math.round(Math.sin(time / 3_000 + Number(car)) * 80),
          livePosition: { x: place(700), y: place(9_000), z: place(600) },
          velocity: { x: place(300), y: 0, z: place(310) },
        },
      ];
    });
    return { ...document, drivers: Object.fromEntries(drivers) };
  };
  let tree = treeOf(documentAt(0));
  encoder.reset(tree);
  buffer.push({ at: 0, entry: { type: 'snapshot', seq: 0, document: documentAt(0), motion: encoder.motion } });
  for (let index = 1; index <= 3_000; index += 1) {
    const document = treeOf(documentAt(index * 100));
    const bytes = encoder.encode(index, createPatch(tree, document));
    tree = document;
    buffer.push({ at: index * 100, entry: { type: 'frame', seq: index, bytes } });
  }
  expect(buffer.bytes).toBeLessThan(longestBuffer / 8);
  expect(buffer.bytes).toBeGreaterThan(500_000);
});
