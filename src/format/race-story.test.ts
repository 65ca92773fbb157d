import { expect, test } from 'vitest';
import { ResultStatus, SessionType } from '#contract/enumerations';
import { raceCourse } from '#contract/race/race-trace';
import { driver } from '#tests/fixtures/session';
import { raceSentence, slowLapsLabel, timedSentence } from './race-story.ts';

const lapOf = (seconds: number) => ({
  lapTime: Number.isNaN(seconds) ? null : seconds * 1_000,
  sector1Time: null,
  sector2Time: null,
  sector3Time: null,
  invalidLap: false,
});

function sentenceOf(
  winner: object,
  second: object,
  laps: [number[], number[]] = [
    [90, 90],
    [91, 91],
  ],
): string {
  const drivers = [winner, second].map((more, index) =>
    driver({
      carIndex: index,
      startingPosition: index + 1,
      position: index + 1,
      finishingPosition: index + 1,
      totalRaceTime: (laps[index] ?? []).reduce((sum, seconds) => sum + seconds * 1_000, 0),
      lapTimes: (laps[index] ?? []).map(lapOf),
      ...more,
    }),
  );
  const counts = { numberOfSafetyCars: 0, numberOfVirtualSafetyCars: 0, numberOfRedFlags: 0 };
  return raceSentence(raceCourse({ sessionType: SessionType.Race, drivers, ...counts }));
}

test('a win is told with the place on the grid, the gap and the laps in the lead', () => {
  expect(sentenceOf({ name: 'Ada' }, { name: 'Bo' })).toBe('Ada won from pole, 2.000 s ahead, and led 2 of 2 laps.');
  expect(
    sentenceOf({ name: 'Ada', startingPosition: 4 }, { name: 'Bo' }, [
      [92, 88],
      [91, 91],
    ]),
  ).toBe('Ada won from P4, 2.000 s ahead, and led 1 of 2 laps.');
  expect(sentenceOf({ name: 'Ada', startingPosition: null }, { name: 'Bo', totalRaceTime: null }, [[92], []])).toBe(
    'Ada won, and led 1 of 1 lap.',
  );
});

test('a win that penalties decided names them', () => {
  const behind: [number[], number[]] = [
    [91, 91],
    [90, 90],
  ];
  expect(sentenceOf({ name: 'Ada' }, { name: 'Bo', totalPenaltiesSeconds: 5 }, behind)).toBe(
    'Bo crossed the line first; +5 s gives Ada the win.',
  );
  expect(sentenceOf({ name: 'Ada' }, { name: 'Bo', totalPenaltiesSeconds: null }, behind)).toBe(
    'Bo crossed the line first; the stewards gave Ada the win.',
  );
});

test('without laps there is nothing to tell', () => {
  expect(sentenceOf({}, {}, [[], []])).toBe('');
  expect(sentenceOf({ resultStatus: ResultStatus.Finished }, {}, [[], []])).toBe('');
});

test('laps in the lead are counted only where all of them are known', () => {
  const unknown = [91, Number.NaN, Number.NaN, 91];
  expect(sentenceOf({ name: 'Ada' }, { name: 'Bo', totalRaceTime: 365_000 }, [[90, 90, 90, 90], unknown])).toBe(
    'Ada won from pole, 5.000 s ahead.',
  );
});

test('slow laps are named by all that the game counted', () => {
  const labels = [
    [1, 0, 0],
    [2, null, null],
    [0, 1, 0],
    [1, 1, 0],
    [0, 0, 1],
    [1, 1, 2],
  ] as const;
  expect(
    labels.map(([safety, virtual, red]) =>
      slowLapsLabel({ numberOfSafetyCars: safety, numberOfVirtualSafetyCars: virtual, numberOfRedFlags: red }),
    ),
  ).toEqual(['SC', 'SC', 'VSC', 'SC/VSC', 'RED', 'SC/VSC/RED']);
});

test('who was fastest is told with the gap, pole where it is one, and who missed the next part', () => {
  const timed = (names: readonly string[]) =>
    names.map((name, carIndex) =>
      driver({ carIndex, name, finishingPosition: carIndex + 1, bestLapTimeMs: 80_000 + carIndex * 100 }),
    );
  const two = timed(['Ada', 'Bo']);
  const sentence = (sessionType: SessionType, drivers = two) => timedSentence({ sessionType, drivers });
  expect(sentence(SessionType.ShortQualifying)).toBe('Ada takes pole, 0.100 s ahead of Bo.');
  expect(sentence(SessionType.P1)).toBe('Ada was fastest, 0.100 s ahead of Bo.');
  const twelve = timed([...'ABCDEFGHIJKL']);
  expect(sentence(SessionType.Q2, twelve)).toBe('A was fastest, 0.100 s ahead of B. K missed the cut by 0.100 s.');
  expect(sentence(SessionType.Q3, timed(['Ada']))).toBe('');
});

test('in words, all that slowed the field is named in full', () => {
  const counts = { numberOfSafetyCars: 1, numberOfVirtualSafetyCars: null, numberOfRedFlags: 1 };
  expect(slowLapsLabel(counts, 'long')).toBe('Safety car/Red flag');
});
