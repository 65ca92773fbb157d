import { expect, test } from 'vitest';
import type { PodiumPlace, SessionEvent } from '#contract/entities/session';
import { ResultStatus, SessionType } from '#contract/enumerations';
import { podiumLines } from './podium-lines.ts';

function place(name: string, given: Partial<PodiumPlace>): PodiumPlace {
  return {
    carIndex: 0,
    name,
    team: null,
    totalRaceTime: null,
    totalPenaltiesSeconds: null,
    bestLapTimeMs: null,
    numberOfLaps: 10,
    ...given,
  };
}

const textsOf = (session: Parameters<typeof podiumLines>[0]) =>
  podiumLines(session).map(({ driver, text }) => `${driver.name} ${text}`);
const ann = place('Ann', { totalRaceTime: 600_000, totalPenaltiesSeconds: 5, bestLapTimeMs: 61_000 });
const bea = place('Bea', { totalRaceTime: 606_500, bestLapTimeMs: 60_000 });
const cem = place('Cem', { totalRaceTime: 601_000, numberOfLaps: 9 });

test('the first of a race has the time with penalties, the others their gaps', () => {
  const session = { sessionType: SessionType.Race, podium: [ann, bea, cem], events: null };
  expect(textsOf(session)).toEqual(['Ann 10:05.000', 'Bea +1.500', 'Cem +1 LAP']);
});

test('the first of a qualifying has the best lap', () => {
  const session = { sessionType: SessionType.Q3, podium: [bea, ann], events: null };
  expect(textsOf(session)).toEqual(['Bea 1:00.000', 'Ann +1.000']);
});

test('a retirement that the season classifies has its status in place of a time', () => {
  const retired = { ...cem, resultStatus: ResultStatus.DidNotFinish };
  const events = [{ seasonId: 'a', podium: [ann, bea, retired] }] as unknown as SessionEvent[];
  expect(textsOf({ sessionType: SessionType.Race, podium: [ann, bea], events }).at(-1)).toBe('Cem DNF');
});

test('the stewards of a season replace the podium, and a car that places have moved back has no gap', () => {
  const events = [{ seasonId: 'a', podium: [bea, ann] }] as unknown as SessionEvent[];
  expect(textsOf({ sessionType: SessionType.Race, podium: [ann, bea], events })).toEqual(['Bea 10:06.500', 'Ann —']);
});
