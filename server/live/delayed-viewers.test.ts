import { expect, test } from 'vitest';
import { ResultStatus } from '#contract/enumerations';
import { treeOf } from '#contract/live/document';
import type { Tree } from '#contract/live/merge-patch';
import { toDocument } from '#contract/live/to-document';
import fc from '#tests/fast-check';
import { driver, upload } from '../../tests/fixtures/session.ts';
import { registration, Viewer } from '../tests/support/live-viewer.ts';
import { LiveRace } from './live-race.ts';

const document = toDocument(upload({ drivers: [driver({ position: 1, resultStatus: ResultStatus.Active })] }));
const recorder = { send: () => undefined, close: () => undefined };
const tick = 100;

/** A race of which every tick shows another distance, and what was shown at each time. */
class Fixture {
  now = 0;
  epoch = 1;
  seq = 0;
  race = new LiveRace(registration, { epoch: 1, seq: 0, document: null, dataAt: null }, 0);
  readonly shown: { readonly at: number; readonly document: Tree }[] = [];

  constructor() {
    this.race.attach(recorder, 0);
  }

  pass(ticks: number, sends = true): void {
    for (let count = 0; count < ticks; count += 1) {
      this.now += tick;
      if (sends) this.#send();
      this.race.tick(this.now);
      const { document: latest } = this.race.state;
      if (latest !== null) this.shown.push({ at: this.now, document: latest });
    }
  }

  #send(): void {
    this.seq += 1;
    const patch = { trackTemp: this.now % 60, drivers: { 0: { lapDistance: this.now / tick } } };
    const message =
      this.seq === 1
        ? { type: 'snapshot' as const, document: { ...document, ...patch, drivers: treeOf(document)['drivers'] } }
        : { type: 'patch' as const, patch };
    this.race.receive(recorder, { seq: this.seq, t: this.now, ...message }, this.now);
  }

  /** The recorder begins anew. */
  takeOver(): void {
    this.epoch += 1;
    this.seq = 0;
    this.race.takeOver(registration, this.epoch);
    this.race.attach(recorder, this.now);
  }

  /** The server starts again with its stored state, and what it has stored every 20 s. */
  restart(): void {
    this.epoch += 1;
    this.seq = 0;
    const past = this.shown.filter(({ at }) => at % 20_000 === 0).map((each) => ({ ...each, seq: each.at / 1_000 }));
    const state = { ...this.race.state, epoch: this.epoch, seq: 0 };
    this.race = new LiveRace(registration, state, this.now, { sink: null, isWaiting: false, past });
    this.race.attach(recorder, this.now);
  }

  read(viewer: Viewer): void {
    while (viewer.queue.length > 0) viewer.take(this.race, this.now);
  }
}

/** The latest time of which a viewer may show the race, and the document that is shown; null for no picture. */
function timeOf(fixture: Fixture, tree: Tree): number | null {
  const found = fixture.shown.findLast(({ document: shown }) => JSON.stringify(shown) === JSON.stringify(tree));
  return found?.at ?? null;
}

test('a viewer with a delay sees what others saw that much earlier, whenever it comes, and after a new recorder', () => {
  for (const delay of [2_000, 20_000, 120_000, 300_000]) {
    const fixture = new Fixture();
    const first = new Viewer('full', 'binary', true, delay);
    first.connect(fixture.race, fixture.now);
    fixture.pass(delay / tick - 1);
    fixture.read(first);
    // Nothing is shown before it is due.
    expect([delay, first.tree]).toEqual([delay, {}]);
    fixture.pass(400);
    fixture.takeOver();
    fixture.pass(delay / tick + 50);
    const late = new Viewer('full', 'binary', false, delay);
    late.connect(fixture.race, fixture.now);
    fixture.pass(30);
    for (const viewer of [first, late]) {
      fixture.read(viewer);
      expect(timeOf(fixture, viewer.tree)).toBe(fixture.now - delay);
    }
    const { tree, position } = late;
    late.disconnect(fixture.race);
    fixture.pass(50);
    late.connect(fixture.race, fixture.now);
    // It comes back, and gets the changes that it has missed alone.
    expect(late.queue.every(({ isBinary }) => isBinary)).toBe(true);
    fixture.read(late);
    expect([timeOf(fixture, tree), timeOf(fixture, late.tree)]).toEqual([
      fixture.now - delay - 5_000,
      fixture.now - delay,
    ]);
    expect(late.position?.seq).toBe((position?.seq ?? 0) + 50);
  }
});

test('after a restart of the server a viewer with a delay goes on with what is stored, and is never ahead of its time', () => {
  const delay = 120_000;
  const fixture = new Fixture();
  fixture.pass(2_000);
  fixture.restart();
  const viewer = new Viewer('full', 'binary', false, delay);
  viewer.connect(fixture.race, fixture.now);
  for (let round = 0; round < 60; round += 1) {
    fixture.read(viewer);
    const behind = fixture.now - delay - (timeOf(fixture, viewer.tree) ?? 0);
    expect(behind).toBeGreaterThanOrEqual(0);
    // 20 s between two stored states, and what was not stored before the restart.
    expect(behind).toBeLessThanOrEqual(20_000);
    fixture.pass(30);
  }
  fixture.read(viewer);
  expect(fixture.now - delay - (timeOf(fixture, viewer.tree) ?? 0)).toBeLessThanOrEqual(20_000);
});

test('a silent recorder and the end come after the delay, the end once, and a viewer that came after it sees the rest', () => {
  const delay = 60_000;
  const fixture = new Fixture();
  const viewer = new Viewer('full', 'binary', false, delay);
  viewer.connect(fixture.race, fixture.now);
  fixture.pass(700);
  fixture.pass(50, false);
  fixture.pass(50);
  fixture.race.end(null, fixture.now);
  fixture.pass(2, false);
  expect(fixture.race.isOver).toBe(true);
  expect(fixture.race.isDone).toBe(false);
  fixture.read(viewer);
  expect([viewer.statuses, viewer.isClosed]).toEqual([[], false]);
  const late = new Viewer('full', 'binary', false, delay);
  late.connect(fixture.race, fixture.now);
  fixture.pass(400, false);
  fixture.read(late);
  expect(timeOf(fixture, late.tree)).not.toBeNull();
  fixture.pass(250, false);
  for (const each of [viewer, late]) {
    fixture.read(each);
    expect([each.statuses, each.isClosed]).toEqual([['recorderLost', 'recorderBack', 'ended'], true]);
  }
  expect(fixture.race.isDone).toBe(true);
});

test('a viewer of JSON with a delay gets a snapshot every ten seconds, none of them too early', () => {
  const delay = 30_000;
  const fixture = new Fixture();
  fixture.pass(500);
  const viewer = new Viewer('full', 'json', false, delay);
  viewer.connect(fixture.race, fixture.now);
  for (let round = 0; round < 20; round += 1) {
    fixture.read(viewer);
    const behind = fixture.now - delay - (timeOf(fixture, viewer.tree) ?? 0);
    expect(behind).toBeGreaterThanOrEqual(0);
    expect(behind).toBeLessThanOrEqual(10_000);
    fixture.pass(25);
  }
});

test('whatever times and delays: a viewer who asks for a snapshot gets one of its own time', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 300 }),
      fc.array(fc.integer({ min: 1, max: 90 }), { maxLength: 8 }),
      (seconds, waits) => {
        const fixture = new Fixture();
        const viewer = new Viewer('full', 'binary', false, seconds * 1_000);
        viewer.connect(fixture.race, fixture.now);
        for (const [index, wait] of waits.entries()) {
          fixture.pass(wait * 10, index % 3 !== 2);
          // A message is lost.
          if (index % 2 === 1) viewer.queue.shift();
          fixture.read(viewer);
          fixture.pass(11);
          fixture.read(viewer);
          if (!viewer.isSynced) continue;
          const shown = timeOf(fixture, viewer.tree);
          const due = fixture.shown.findLast(({ at }) => at <= fixture.now - seconds * 1_000);
          expect(viewer.tree).toEqual(due?.document ?? shown);
        }
      },
    ),
    { numRuns: 25, seed: 3 },
  );
}, 60_000);
