import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import fc from '#tests/fast-check';
import { inputsOf } from '../../tests/arbitrary.ts';
import { SessionUpload } from '../api/bodies.ts';
import { treeOf } from './document.ts';
import type { Motion } from './frame.ts';
import { FrameDecoder } from './frame-decoder.ts';
import { FrameEncoder } from './frame-encoder.ts';
import { seqOf } from './frame-head.ts';
import { applyPatch, createPatch, type Tree } from './merge-patch.ts';
import { toDocument } from './to-document.ts';
import { viewOf } from './view.ts';

const numRuns = process.env.PITBOARD_LONG === '1' ? 20_000 : 200;

/** The document as JSON carries it: it has no -0. */
const sent = (tree: Tree): Tree => JSON.parse(JSON.stringify(tree));

interface Line {
  readonly frames: readonly Uint8Array[];
  /** The snapshot for a viewer who joins after each frame. */
  readonly snapshots: readonly { readonly document: Tree; readonly motion: Motion }[];
}

function encodeAll(documents: readonly Tree[]): Line {
  const encoder = new FrameEncoder();
  const frames: Uint8Array[] = [];
  const snapshots: Line['snapshots'][number][] = [];
  for (const [seq, document] of documents.entries()) {
    const before = snapshots.at(-1)?.document;
    if (before === undefined) encoder.reset(document);
    else frames.push(encoder.encode(seq, createPatch(before, document)));
    snapshots.push({ document, motion: JSON.parse(JSON.stringify(encoder.motion)) });
  }
  return { frames, snapshots };
}

/** Follows from a snapshot on, taking the changes of `burst` frames at once. */
function expectSame({ frames, snapshots }: Line, from: number, burst: number): void {
  const decoder = new FrameDecoder();
  const start = snapshots[from];
  if (start === undefined) throw new Error('there is no such snapshot');
  let tree = sent(start.document);
  decoder.reset(tree, start.motion);
  for (let seq = from; seq < frames.length; seq += 1) {
    const frame = frames[seq] as Uint8Array;
    expect(seqOf(frame)).toBe(seq + 1);
    decoder.decode(frame);
    if ((seq - from) % burst !== burst - 1 && seq !== frames.length - 1) continue;
    tree = decoder.drainChanges().reduce(applyPatch, tree);
    expect(tree).toEqual(sent(snapshots[seq + 1]?.document as Tree));
  }
}

const metres = fc.oneof(
  fc.double({ min: -300, max: 300, noNaN: true }),
  fc.constantFrom(-100_000, 100_000, 0.05, -0.04),
);
const times = fc.oneof(fc.nat({ max: 86_400_000 }), fc.nat({ max: 200 }));
const deltas = fc.integer({ min: -86_400_000, max: 86_400_000 });
const vector = fc.record({ x: metres, y: metres, z: metres });
const cars = fc.dictionary(
  fc.constantFrom('0', '1', '7', '63'),
  fc.record(
    {
      name: fc.constantFrom('Ann', 'Zoë 🏁'),
      resultStatus: fc.nat({ max: 7 }),
      currentLapTime: times,
      deltaToCarAhead: deltas,
      position: fc.integer({ min: 1, max: 64 }),
      lapDistance: metres,
      livePosition: vector,
      velocity: vector,
      penalties: fc.dictionary(fc.constantFrom('0', '1'), fc.record({ penaltyType: fc.nat({ max: 3 }) })),
    },
    { requiredKeys: ['name', 'resultStatus'] },
  ),
);
const documents = fc.record(
  { trackTemp: fc.nat({ max: 60 }), drivers: cars },
  { requiredKeys: [] },
) as fc.Arbitrary<Tree>;

/** Values that stay, move on, or change at random. */
const races = fc.array(fc.tuple(documents, fc.constantFrom('all', 'cars', 'none'), fc.integer({ min: 0, max: 300 })), {
  minLength: 1,
  maxLength: 12,
});

function toRace(given: readonly [Tree, string, number][]): Tree[] {
  const race: Tree[] = [];
  for (const [document, change, time] of given) {
    const last = race.at(-1);
    if (last === undefined || change === 'all') race.push(viewOf(document, 'full'));
    else race.push(viewOf(drive(change === 'cars' ? applyPatch(last, document) : last, time), 'full'));
  }
  return race;
}

/** Every car goes on for some time, in ms. */
function drive(document: Tree, time: number): Tree {
  const drivers = Object.entries(Object(document['drivers'])).map(([index, driver]) => {
    const { currentLapTime, lapDistance, livePosition, velocity } = Object(driver);
    const moved = {
      ...(currentLapTime === undefined ? {} : { currentLapTime: currentLapTime + time }),
      ...(lapDistance === undefined ? {} : { lapDistance: lapDistance + time / 12 }),
      ...(livePosition === undefined || velocity === undefined
        ? {}
        : { livePosition: { ...livePosition, x: livePosition.x + (velocity.x * time) / 1_000 } }),
    };
    return [index, { ...Object(driver), ...moved }];
  });
  return drivers.length === 0 ? document : { ...document, drivers: Object.fromEntries(drivers) };
}

describe('a viewer of frames has the document of the server', () => {
  test('from any snapshot on, whatever changes, however many frames arrive at once', () => {
    fc.assert(
      fc.property(races, fc.nat(), fc.integer({ min: 1, max: 4 }), (given, from, burst) => {
        const race = toRace(given);
        expectSame(encodeAll(race), from % race.length, burst);
      }),
      numRuns > 1_000 ? { numRuns } : { numRuns, seed: 7 },
    );
  }, 300_000);

  test('with any sessions that the contract allows', () => {
    const sessions = inputsOf(SessionUpload)
      .filter((input) => v.is(SessionUpload, input))
      .map((input) => {
        const { liveId: _, ...detail } = v.parse(SessionUpload, input);
        return treeOf(toDocument(detail));
      });
    fc.assert(
      fc.property(fc.array(sessions, { minLength: 2, maxLength: 4 }), (race) => {
        // Not rounded: values without a column are sent as JSON.
        expectSame(encodeAll(race), 0, 1);
        expectSame(encodeAll(race.map((document) => viewOf(document, 'table'))), 0, 2);
      }),
      { numRuns: numRuns / 5 },
    );
  }, 300_000);

  test('when a driver leaves and comes back between two looks', () => {
    const at = (lapDistance: number, name = 'Ann') => ({ drivers: { 3: { name, resultStatus: 2, lapDistance } } });
    expectSame(encodeAll([at(10), { drivers: {} }, at(11, 'Bo'), at(12), at(10)]), 0, 4);
  });
});

test('cars that go on as before take no bits', () => {
  const race = Array.from({ length: 4 }, (_, step) => ({
    drivers: Object.fromEntries(
      Array.from({ length: 22 }, (_, car) => [
        car,
        { name: `${car}`, lapDistance: car * 100 + step * 8, currentLapTime: 20_000 + step * 100 },
      ]),
    ),
  }));
  const { frames } = encodeAll(race);
  expect(frames.map((frame) => frame.length)).toEqual([50, 4, 4]);
});

test('a frame of another version is no frame', () => {
  expect(() => seqOf(Uint8Array.of(2, 1))).toThrow('this version of live frames is not known');
});
