import * as v from 'valibot';
import { expect, test } from 'vitest';
import { driver, upload } from '../../tests/fixtures/session.ts';
import { maxRaceControl, RaceControlKind } from '../entities/race-control.ts';
import { liveFlags, TrackFlag } from '../entities/track-flag.ts';
import { ResultStatus, SafetyCarStatus, SessionType } from '../enumerations.ts';
import { LiveDocument } from '../live/document.ts';
import type { Tree } from '../live/merge-patch.ts';
import { toDocument } from '../live/to-document.ts';
import { withRaceControl } from './race-control.ts';

const car = (carIndex: number, given: Partial<Parameters<typeof driver>[0]> = {}) =>
  driver({ carIndex, position: carIndex + 1, resultStatus: ResultStatus.Active, currentLapNumber: 4, ...given });
const race = (given: object = {}, drivers = [car(0), car(1)]): Tree =>
  ({
    ...toDocument(upload({ sessionType: SessionType.Race, sessionStatus: 2, drivers })),
    ...given,
  }) as unknown as Tree;
const entriesOf = (tree: Tree) => Object.values((tree as unknown as LiveDocument).raceControl ?? {});
/** Entries noted from consecutive documents, each document with its time in s. */
const after = (...states: readonly (readonly [tree: Tree, seconds: number | null])[]) =>
  states.reduce<Tree | null>(
    (before, [tree, seconds]) => withRaceControl(before, tree, seconds === null ? null : seconds * 1_000),
    null,
  ) as Tree;

const flag = (name: (typeof liveFlags)[number]) => liveFlags.indexOf(name);
const safetyCar = { safetyCarStatus: SafetyCarStatus.Full };

test('a change of the flag is noted once, with time and lap; green at the start is none', () => {
  const tree = after(
    [race(), 1],
    [race(safetyCar), 100],
    [race({ ...safetyCar, airTemp: 30 }), 101],
    [race({ sectorFlags: { 0: 0, 1: TrackFlag.Yellow } }), 200],
    [race(), 210],
  );
  expect(entriesOf(tree)).toEqual([
    { kind: RaceControlKind.Flag, time: 100_000, lapNum: 4, flag: flag('safetyCar') },
    { kind: RaceControlKind.Flag, time: 200_000, lapNum: 4, flag: flag('yellow'), sectors: { 0: 2 } },
    { kind: RaceControlKind.Flag, time: 210_000, lapNum: 4, flag: flag('green') },
  ]);
  expect(v.is(LiveDocument, tree)).toBe(true);
});

test('the formation lap and the green flag after it are no messages', () => {
  const formation = race({ safetyCarStatus: SafetyCarStatus.FormationLap });
  expect(entriesOf(after([formation, 1], [race(), 60]))).toEqual([]);
});

test('a new stop and a retirement are noted, those of the first document are not', () => {
  const stops = (count: number) => Array.from({ length: count }, () => ({ lapNum: 3, pitLaneTime: null }));
  const out = { resultStatus: ResultStatus.Retired };
  const tree = after(
    [race({}, [car(0, out), car(1, { pitStops: stops(1) })]), 100],
    [race({}, [car(0, out), car(1, { pitStops: stops(2) })]), 200],
    [race({}, [car(0, out), car(1, { pitStops: stops(2), ...out })]), 300],
  );
  expect(entriesOf(tree)).toEqual([
    { kind: RaceControlKind.Stop, time: 200_000, driverIdx: 1, lapNum: 3, stop: 1 },
    { kind: RaceControlKind.Out, time: 300_000, driverIdx: 1 },
  ]);
});

test('a flashback undoes what came after, and what happens again is noted again', () => {
  const tree = after([race(), 1], [race(safetyCar), 100], [race(), 90], [race(safetyCar), 130]);
  expect(entriesOf(tree).map(({ time, flag: number }) => [time, number])).toEqual([[130_000, flag('safetyCar')]]);
});

test('a new snapshot of the same session keeps it, another session begins without', () => {
  const noted = after([race(), 1], [race(safetyCar), 100]);
  expect(withRaceControl(noted, race(safetyCar), 110_000)).toEqual(noted);
  expect(entriesOf(withRaceControl(noted, race({ internalSessionId: '99' }), 1_000))).toEqual([]);
});

test('a document in which nothing happened is the same object', () => {
  const noted = after([race(), 1], [race(safetyCar), 100]);
  expect(withRaceControl(noted, noted, 120_000)).toBe(noted);
});

test('without times of the recorder entries have none, and there are never too many', () => {
  let tree = race();
  for (let change = 0; change < maxRaceControl + 10; change += 1) {
    const { raceControl } = tree as unknown as LiveDocument;
    const next = race({ raceControl, ...(change % 2 === 0 ? safetyCar : {}) });
    tree = withRaceControl(tree, next, null);
  }
  expect(entriesOf(tree)).toHaveLength(maxRaceControl);
  expect(entriesOf(tree)[0]).toEqual({ kind: RaceControlKind.Flag, lapNum: 4, flag: flag('safetyCar') });
});
