import { expect, test } from 'vitest';
import { savedCar, savedLap, savedRace, savedSet, savedStint } from '../../tests/fixtures/saved-session.ts';
import { ResultStatus, TyreCompound } from '../enumerations.ts';
import { convert } from './convert.ts';

const savedAt = '2026-09-06T20:00:00.000Z';
const imported = (saved: unknown, remark?: (text: string) => void) => convert(JSON.stringify(saved), savedAt, remark);

/** The driver of a race with one car. */
function driverIn(more: object, laps = [92_000, 90_000, 91_000], info: object = {}) {
  const car = savedCar({ index: 4, name: 'Ann', laps, more });
  return imported(savedRace({ 'classification-data': [car] }, info)).drivers[0];
}

test('every number of a car is at its own field', () => {
  const lap = (time: number, one: number, two: number) =>
    savedLap(time, { 'sector-1-time-in-ms': one, 'sector-2-time-in-ms': two, 'sector-3-time-in-ms': time - one - two });
  const driver = driverIn({
    'track-position': 6,
    'participant-data': { 'race-number': 77 },
    'session-history': {
      'lap-history-data': [lap(92_000, 31_000, 29_000), lap(90_000, 29_500, 30_000), lap(91_000, 30_500, 28_500)],
      'tyre-stints-history-data': [savedStint(255, 'Hard')],
    },
    'final-classification': {
      position: 5,
      'grid-position': 9,
      'result-status': 'FINISHED',
      'best-lap-time-ms': 90_001,
      'total-race-time': 273.25,
      'penalties-time': 10,
    },
    'lap-data': {
      'result-status': 'ACTIVE',
      'grid-position': 3,
      penalties: 5,
      'total-warnings': 4,
      'corner-cutting-warnings': 2,
    },
    'car-status': { 'tyres-age-laps': 12 },
  });
  expect(driver).toMatchObject({
    carIndex: 4,
    carNumber: 77,
    position: 6,
    finishingPosition: 5,
    startingPosition: 9,
    resultStatus: ResultStatus.Finished,
    bestLapTimeMs: 90_000,
    totalRaceTime: 273_250,
    totalPenaltiesSeconds: 10,
    totalWarnings: 4,
    totalCornerCutWarnings: 2,
    numberOfLaps: 3,
    currentLapNumber: 3,
    lastSector1Time: 30_500,
    lastSector2Time: 28_500,
    lastSector3Time: 32_000,
    bestSector1Time: 29_500,
    bestSector2Time: 28_500,
    bestSector3Time: 30_500,
    currentTyreCompound: TyreCompound.Hard,
    currentTyreAgeLaps: 12,
  });
});

test('what a car has not sent is empty, and what it has is kept', () => {
  const bare = driverIn({ 'participant-data': null, 'car-status': null, 'lap-data': null, 'track-position': null });
  expect(bare).toMatchObject({ carNumber: null, position: 5, currentTyreAgeLaps: null, totalWarnings: null });
  const silent = driverIn({ 'session-history': null, 'final-classification': null, 'lap-data': null });
  expect(silent).toMatchObject({ lapTimes: [], tyres: [], resultStatus: ResultStatus.Invalid, bestLapTimeMs: null });
});

test.each([
  [90_002, 90_000],
  [89_998, 90_000],
  [90_003, 90_003],
  [89_997, 89_997],
  [0, 90_000],
])('a classified best lap of %i ms beside a driven one of 90,000 ms is %i ms', (classified, expected) => {
  const result = { position: 1, 'result-status': 'FINISHED', 'best-lap-time-ms': classified };
  expect(driverIn({ 'final-classification': result })?.bestLapTimeMs).toBe(expected);
});

test('a best lap without laps is that of the classification', () => {
  const result = { position: 1, 'result-status': 'FINISHED', 'best-lap-time-ms': 88_000 };
  const driver = driverIn({ 'session-history': null, 'final-classification': result });
  expect([driver?.bestLapTimeMs, driver?.lapTimes]).toEqual([88_000, []]);
});

test('a race has no more laps than it is long, and a session without a number of laps has all', () => {
  const laps = [92_000, 90_000, 91_000, 90_500];
  expect(driverIn({}, laps, { 'total-laps': 3 })?.lapTimes).toHaveLength(3);
  expect(driverIn({}, laps, { 'total-laps': 0 })?.lapTimes).toHaveLength(4);
  expect(driverIn({}, laps, { 'total-laps': 3, 'session-type': 'Qualifying 1' })?.lapTimes).toHaveLength(4);
});

test('every number of a session is at its own field', () => {
  const info = {
    'time-of-day': 600,
    'track-temperature': 31,
    'air-temperature': 22,
    'num-safety-car-periods': 2,
    'num-virtual-safety-car-periods': 3,
    'num-red-flag-periods': 1,
    'season-link-identifier': 11,
    'safety-car-status': 'FULL_SAFETY_CAR',
    'weather-forecast-samples': undefined,
  };
  expect(imported(savedRace({}, info))).toMatchObject({
    timeOfDay: 600,
    trackTemp: 31,
    airTemp: 22,
    numberOfSafetyCars: 2,
    numberOfVirtualSafetyCars: 3,
    numberOfRedFlags: 1,
    seasonLinkIdentifier: 11,
    safetyCarStatus: 1,
    weatherForecastSamples: [],
  });
});

test('the length of a session is the longest race time, otherwise the time that has passed', () => {
  const secondsOf = (info: object, more: object = {}) => {
    const { sessionStartTime, sessionEndTime } = imported(savedRace(more, info));
    return (Date.parse(sessionEndTime ?? savedAt) - Date.parse(sessionStartTime)) / 1_000;
  };
  expect(secondsOf({})).toBe(273.006);
  const practice = { 'session-type': 'Practice 1', 'session-duration': 3_600, 'session-time-left': 600 };
  expect(secondsOf(practice)).toBe(3_000);
  expect(secondsOf({ ...practice, 'session-time-left': 4_000 })).toBe(0);
  expect(secondsOf({ ...practice, 'session-time-left': null })).toBe(3_600);
  const nobody = {
    'classification-data': [savedCar({ index: 0, name: 'Ann', laps: [], more: { 'session-history': null } })],
  };
  expect(secondsOf({ 'session-duration': 900, 'session-time-left': 300 }, withoutTimes(nobody))).toBe(600);
});

/** The cars without a race time, which a car without laps has not. */
function withoutTimes({ 'classification-data': cars }: { 'classification-data': object[] }) {
  const result = { position: 1, 'result-status': 'FINISHED', 'total-race-time': 0 };
  return { 'classification-data': cars.map((car) => ({ ...car, 'final-classification': result })) };
}

test('a file without a session id has one of its links, kind, track and first laps', () => {
  const idOf = (more: object = {}, info: object = {}) => imported(savedRace(more, info)).internalSessionId;
  const car = (changes: object) => ({
    'classification-data': [savedCar({ index: 0, name: 'Ann', laps: [92_000, 90_000], ...changes })],
  });
  const ids = [
    idOf(),
    idOf({}, { 'season-link-identifier': 5 }),
    idOf({}, { 'weekend-link-identifier': 5 }),
    idOf({}, { 'session-link-identifier': 5 }),
    idOf({}, { 'session-type': 'Race 2' }),
    idOf({}, { 'track-id': 'Monza' }),
    idOf(car({})),
    idOf(car({ index: 1 })),
    idOf(car({ name: 'Bob' })),
    idOf(car({ laps: [91_000, 90_000] })),
  ];
  expect(new Set(ids).size).toBe(ids.length);
  // Parts that grow during the session are left out.
  expect(idOf(car({ laps: [92_000, 90_000, 89_000] }))).toBe(idOf(car({})));
});

test('a session is final when one car is classified, and times below zero are counted', () => {
  const open = savedCar({ index: 1, name: 'Bob', laps: [93_000], more: { 'final-classification': null } });
  const cars = [savedCar({ index: 0, name: 'Ann', laps: [92_000] }), open];
  expect(imported(savedRace({ 'classification-data': cars })).sessionEndTime).toBe(savedAt);
  const negative = {
    'session-history': {
      'lap-history-data': [
        savedLap(92_000, { 'sector-1-time-in-ms': -1 }),
        savedLap(90_000, { 'sector-2-time-in-ms': -1, 'sector-3-time-in-ms': -1 }),
        savedLap(-5, { 'sector-1-time-in-ms': 0 }),
      ],
      'tyre-stints-history-data': [],
    },
  };
  const remarks: string[] = [];
  const car = savedCar({ index: 0, name: 'Ann', laps: [92_000], more: negative });
  imported(savedRace({ 'classification-data': [car, { ...open, 'session-history': null }] }), (text) =>
    remarks.push(text),
  );
  expect(remarks).toContain('5 times below zero left out');
});

test('weather that the file names in no known way is left out', () => {
  const sample = { 'session-type': 'Race', 'time-offset': 5, weather: 'Frogs' };
  const { weatherForecastSamples } = imported(savedRace({}, { 'weather-forecast-samples': [sample] }));
  expect(weatherForecastSamples).toEqual([]);
});

test('a set that was never driven is no stint, whatever its place, and the last stint ends with the last lap', () => {
  const history = (stints: object[]) => ({
    'session-history': {
      'lap-history-data': [savedLap(92_000), savedLap(90_000), savedLap(91_000)],
      'tyre-stints-history-data': stints,
    },
    'tyre-set-history': [savedSet(1, 2, 'Soft'), savedSet(3, 3, 'Hard')],
  });
  const tyres = driverIn(history([savedStint(1, 'Soft'), savedStint(255, 'Hard')]))?.tyres;
  expect(tyres?.map(({ tyreCompound, endLap }) => [tyreCompound, endLap])).toEqual([
    [TyreCompound.Soft, 2],
    [TyreCompound.Hard, 3],
  ]);
});
