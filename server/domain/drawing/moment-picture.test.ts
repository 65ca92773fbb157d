import { expect, test } from 'vitest';
import { RaceControlKind } from '#contract/entities/race-control';
import type { LapTime } from '#contract/entities/session';
import { liveFlags } from '#contract/entities/track-flag';
import { Track } from '#contract/enumerations';
import { driver, session } from '#tests/fixtures/session';
import { outlineOf } from '../outlines.ts';
import { momentPicture, shownMoment } from './moment-picture.ts';
import { toSvg } from './render-picture.ts';

const names = ['Ada', 'Bea', 'Cas', 'Dee', 'Eve', 'Fay', 'Gus', 'Hal', 'Ivo'];
const lap = (lapTime: number): LapTime => ({
  ...{ lapTime, sector1Time: 30_000, sector2Time: 30_000, sector3Time: lapTime - 60_000, invalidLap: false },
});
/** Nine cars that lose a tenth of a second to each other on each of three laps; a safety car comes on lap 2. */
const race = session({
  numberOfLaps: 3,
  drivers: names.map((name, car) =>
    driver({
      carIndex: car,
      name,
      startingPosition: car + 1,
      finishingPosition: car + 1,
      totalRaceTime: 3 * (90_000 + car * 100),
      numberOfLaps: 3,
      lapTimes: [1, 2, 3].map(() => lap(90_000 + car * 100)),
    }),
  ),
  raceControl: [
    {
      kind: RaceControlKind.Flag,
      flag: liveFlags.indexOf('safetyCar'),
      time: 95_000,
      lapNum: 2,
      driverIdx: null,
      stop: null,
      sectors: [],
    },
  ],
});
const course = outlineOf(Track.Monza);
const at = (seconds: number, cars: number[] = []) => momentPicture(race, course, { at: seconds * 1_000, cars });

test('a moment has lap, clock and flag, the order with gaps, and the cars on the map', () => {
  const { title, subtitle, flag, rows, cars = [] } = at(100.4, [7]);
  expect([title, subtitle, flag?.name]).toEqual(['Monza Race', 'Lap 2 · 1:40', 'Safety car']);
  expect(rows.map(({ position, value, note }) => [position, value, note])).toEqual([
    ['1', 'Leader', ''],
    ...[1, 2, 3, 4, 5, 6, 7, 8].map((car) => [
      String(car + 1),
      expect.stringMatching(/^\+0\.\d{3}$/),
      car === 7 ? 'HAL' : '',
    ]),
  ]);
  expect(cars.map(({ label }) => label)).toEqual(['', '', '', '', '', '', '', 'HAL', '']);
});

test('before the start a moment is the start, and after the last car the result of the game', () => {
  expect(at(0)).toMatchObject({ subtitle: 'Lap 1 · 0:00' });
  expect(at(0).flag).toBeUndefined();
  const { subtitle, flag, rows, cars } = at(999_999);
  expect([subtitle, flag?.name, rows[0]?.value, rows[1]?.value, cars]).toEqual([
    '4:32',
    'Chequered flag',
    '4:30.000',
    '+0.300',
    [],
  ]);
});

test('the picture of a moment has its clock, also of the start and of the end, which are at no whole second', () => {
  // One pass at the end of lap 1, another at the begin of lap 2: the race began 30.5 s after its session.
  const overtakes = [120_500, 120_501].map((overtakingTime, index) => ({
    ...{ overtakingDriverIdx: 0, overtakenDriverIdx: 1, lapNum: index + 1, overtakingTime, utcTime: null },
  }));
  const late = { ...race, raceControl: [], overtakes };
  for (const [asked, clock] of [
    [0, '0:30'],
    [99_400, '1:39'],
    [999_999_000, '5:02'],
  ] as const) {
    const { texts, second } = shownMoment(late, course, asked);
    expect(texts.at(-1)).toBe(clock);
    expect(momentPicture(late, course, { at: second * 1_000, cars: [] }).subtitle).toBe(texts.join(' · '));
  }
});

test('a picture of six rows has the cars of its moment, wherever they are', async () => {
  const texts = (cars: number[]) => toSvg(at(120, cars), 'wide');
  const marked = (svg: string) => svg.split('#1b1f2a').length - 1;
  expect(marked(await texts([]))).toBe(0);
  expect(marked(await texts([1, 6, 7, 8]))).toBe(4);
});
