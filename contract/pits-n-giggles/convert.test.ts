import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { savedCar, savedChange, savedLap, savedOvertake, savedRace } from '../../tests/fixtures/saved-session.ts';
import { SessionUpload } from '../api/bodies.ts';
import { ResultStatus, SessionStatus, SessionType, Track } from '../enumerations.ts';
import { convert } from './convert.ts';

const savedAt = '2026-09-06T20:00:00.000Z';
const imported = (saved: unknown, remark?: (text: string) => void) => convert(JSON.stringify(saved), savedAt, remark);

/** A race of one car with the given values. */
function driven(more: object, options: { laps?: number[]; status?: string } = {}) {
  const car = savedCar({ index: 4, name: 'Ann', laps: options.laps ?? [92_000, 90_000, 91_000], ...options, more });
  const [driver] = imported(savedRace({ 'classification-data': [car] })).drivers;
  if (driver === undefined) throw new Error('there is no driver');
  return driver;
}

describe('a saved race', () => {
  test('is converted to an upload', () => {
    const upload = imported(savedRace());
    expect({ ...upload, drivers: upload.drivers.length }).toEqual({
      internalSessionId: expect.stringMatching(/^\d{1,20}$/),
      trackId: Track.AbuDhabi,
      sessionType: SessionType.Race,
      numberOfLaps: 3,
      sessionStartTime: '2026-09-06T19:55:26.994Z',
      sessionEndTime: savedAt,
      gameVersion: 'F1 25',
      isMultiplayer: true,
      seasonLinkIdentifier: null,
      weekendLinkIdentifier: 12,
      sessionLinkIdentifier: 13,
      startTrackTemp: null,
      startAirTemp: null,
      startWeather: null,
      sessionStatus: SessionStatus.Finished,
      drivers: 2,
      sessionTimeLeft: 6_000,
      sessionDuration: 7_200,
      safetyCarStatus: 0,
      weatherForecastSamples: [
        {
          sessionTypeMode: SessionType.Race,
          timeOffSet: 5,
          forecastedWeatherCondition: 3,
          trackTemperatureCelsius: 24,
          trackTemperatureChange: 1,
          airTemperatureCelsius: 19,
          airTemperatureChange: 2,
          rainPercentage: 64,
        },
      ],
      timeOfDay: null,
      trackTemp: null,
      airTemp: null,
      numberOfSafetyCars: null,
      numberOfVirtualSafetyCars: null,
      numberOfRedFlags: null,
      trackLength: 5_281,
      overtakes: [{ overtakingDriverIdx: 0, overtakenDriverIdx: 1, lapNum: 1, overtakingTime: null, utcTime: null }],
      weatherHistory: [],
    });
  });

  test('has the game’s race time for finishers, and the time of the completed laps for others', () => {
    const [ann, bob] = imported(savedRace()).drivers;
    expect([ann?.totalRaceTime, ann?.numberOfLaps, ann?.startingPosition, ann?.finishingPosition]).toEqual([
      273_006, 3, 2, 1,
    ]);
    expect([bob?.totalRaceTime, bob?.numberOfLaps, bob?.resultStatus]).toEqual([188_000, 2, ResultStatus.DidNotFinish]);
    const silent = { 'final-classification': { position: 1, 'result-status': 'FINISHED', 'total-race-time': 0 } };
    expect(driven(silent).totalRaceTime).toBe(273_000);
  });

  test('has all completed laps, also one without a time, and adds whole minutes to sectors', () => {
    const history = [
      savedLap(92_000, { 'lap-valid-bit-flags': 14 }),
      savedLap(0),
      savedLap(150_000, {
        'sector-1-time-in-ms': 5_000,
        'sector-1-time-minutes': 1,
        'sector-2-time-in-ms': 25_000,
        'sector-3-time-in-ms': 0,
        'sector-3-time-minutes': 1,
      }),
      savedLap(0, { 'sector-1-time-in-ms': 29_000 }),
    ];
    const driver = driven({ 'session-history': { 'lap-history-data': history } });
    expect(driver.lapTimes).toEqual([
      { lapTime: 92_000, sector1Time: 30_000, sector2Time: 30_000, sector3Time: 32_000, invalidLap: true },
      { lapTime: null, sector1Time: null, sector2Time: null, sector3Time: null, invalidLap: false },
      { lapTime: 150_000, sector1Time: 65_000, sector2Time: 25_000, sector3Time: 60_000, invalidLap: false },
    ]);
    expect([driver.numberOfLaps, driver.bestSector1Time]).toEqual([2, 65_000]);
  });

  test('has a penalty or warning for every counter that rose', () => {
    const driver = driven({
      'warning-penalty-history': [
        savedChange('Corner Cutting Warning', 0, 2, 1),
        savedChange('Other Warning', 0, 1, 2),
        savedChange('Dt Penalty', 0, 1, 2),
        savedChange('Dt Penalty', 1, 0, 3),
        savedChange('Sg Penalty', 0, 1, 2),
        savedChange('Drive-through penalty', 0, 1, 2),
        savedChange('Stop-go penalty', 0, 1, 2),
        savedChange('Time Penalty', 5, 10, 3),
        savedChange('Time Penalty', 10, 5, 3),
        savedChange('Time Penalty', 5, 5, 3),
        savedChange('Something New', 0, 1, 3),
      ],
    });
    expect(driver.warnings.map((warning) => [warning.warningType, warning.lapNum])).toEqual([
      [0, 1],
      [0, 1],
      [1, 2],
    ]);
    expect(driver.penalties.map((one) => [one.penaltyType, one.penaltyTime, one.lapNum])).toEqual([
      [0, null, 2],
      [1, null, 2],
      [0, null, 2],
      [1, null, 2],
      [4, 5, 3],
    ]);
  });

  test('that was saved before its end is in progress', () => {
    const empty = { position: 0, 'result-status': 'INVALID', 'total-race-time': 0 };
    for (const result of [null, empty]) {
      const now = { 'result-status': 'ACTIVE', penalties: 5, 'grid-position': 3 };
      const car = savedCar({
        index: 0,
        name: 'Ann',
        laps: [92_000],
        more: { 'final-classification': result, 'lap-data': now },
      });
      const upload = imported(savedRace({ 'classification-data': [car] }));
      expect([upload.sessionStatus, upload.sessionEndTime]).toEqual([SessionStatus.InProgress, null]);
      expect(upload.drivers[0]).toMatchObject({
        resultStatus: ResultStatus.Active,
        finishingPosition: null,
        startingPosition: 3,
        totalPenaltiesSeconds: 5,
        totalRaceTime: 92_000,
      });
    }
  });
});

describe('names', () => {
  const players = [
    savedCar({ index: 0, name: 'Player', laps: [90_000, 90_000], number: 44, grid: 2 }),
    savedCar({ index: 1, name: 'Ann', laps: [91_000, 91_000], number: 3, grid: 1 }),
    savedCar({ index: 2, name: 'Player', laps: [92_000, 88_000], number: 63, grid: 3 }),
  ];

  test('that several cars share get the race number', () => {
    const names = (cars: object[]) =>
      imported(savedRace({ 'classification-data': cars, overtakes: null })).drivers.map((driver) => driver.name);
    expect(names(players)).toEqual(['Player #44', 'Ann', 'Player #63']);
    const same = [0, 1].map((index) => savedCar({ index, name: 'Player', laps: [90_000], number: 2 }));
    expect(names(same)).toEqual(['Player #2 (car 0)', 'Player #2 (car 1)']);
    const teams = same.map((car, index) => ({ ...car, team: index === 0 ? 'VCARB' : 'Haas' }));
    expect(names(teams)).toEqual(['Player #2 (RB)', 'Player #2 (Haas)']);
    expect(names([...teams].reverse())).toEqual(['Player #2 (Haas)', 'Player #2 (RB)']);
    expect(names(teams.slice(0, 1))).toEqual(['Player #2']);
    const left = savedCar({ index: 3, name: 'Player', laps: [90_000], number: 2, status: 'RETIRED' });
    expect(names([...same.slice(0, 1), left])).toEqual(['Player #2', 'Player #2']);
    const strange = [savedCar({ index: 9, name: ' \u0000\n', laps: [90_000] })];
    expect(names(strange)).toEqual(['Car 9']);
    expect(names([savedCar({ index: 1, name: `A\tB${'x'.repeat(200)}\ud800`, laps: [90_000] })])).toEqual([
      `A B${'x'.repeat(87)}`,
    ]);
    const cut = savedCar({ index: 1, name: `${'x'.repeat(89)} y`, laps: [90_000] });
    expect(names([cut])).toEqual(['x'.repeat(89)]);
    expect(names([savedCar({ index: 1, name: 'A\ud800da', laps: [90_000] })])).toEqual(['Ada']);
  });

  test('that several cars without a race number share get the index of the car', () => {
    const cars = [0, 1].map((index) =>
      savedCar({ index, name: 'Player', laps: [90_000], more: { 'participant-data': null } }),
    );
    const { drivers } = imported(savedRace({ 'classification-data': cars, overtakes: null }));
    expect(drivers.map(({ name }) => name)).toEqual(['Player (car 0)', 'Player (car 1)']);
  });

  test('in overtakes mean the pair that changed order, and unclear overtakes are left out with a remark', () => {
    const remarks: string[] = [];
    const records = [
      savedOvertake('Player', 'Ann', 1),
      savedOvertake('Player', 'Ann', 2),
      savedOvertake('Ann', 'Player', 2),
    ];
    const upload = imported(savedRace({ 'classification-data': players, overtakes: { records } }), (text) =>
      remarks.push(text),
    );
    expect(upload.overtakes.map((one) => [one.overtakingDriverIdx, one.overtakenDriverIdx, one.lapNum])).toEqual([
      [0, 1, 1],
      [2, 1, 2],
    ]);
    expect(remarks).toEqual(['1 overtake left out: several cars have the name']);
  });
});

describe('overtakes', () => {
  const overtakesIn = (cars: object[], ...records: object[]) => {
    const remarks: string[] = [];
    const saved = savedRace({ 'classification-data': cars, overtakes: { records } });
    const upload = imported(saved, (text) => remarks.push(text));
    return { pairs: upload.overtakes.map((one) => [one.overtakingDriverIdx, one.overtakenDriverIdx]), remarks };
  };
  const ann = savedCar({ index: 0, name: 'Ann', laps: [90_000, 90_000], grid: 1 });
  const bob = savedCar({ index: 1, name: 'Bob', laps: [91_000, 91_000], grid: 2 });

  test('of two names that one car each has count, also where the cars have changed order back on that lap', () => {
    const given = [savedOvertake('Bob', 'Ann', 1), savedOvertake('Ann', 'Bob', 1)];
    expect(overtakesIn([ann, bob], ...given)).toEqual({
      pairs: [
        [1, 0],
        [0, 1],
      ],
      remarks: [],
    });
  });

  test('have names without the blanks around them, and none is of a driver by the same driver', () => {
    const spaced = savedCar({ index: 1, name: ' Bob ', laps: [91_000, 91_000], grid: 2 });
    const given = [savedOvertake('Bob  ', ' Ann', 1), savedOvertake('Ann', ' Bob', 1), savedOvertake('Ann', 'Ann', 1)];
    expect(overtakesIn([ann, spaced], ...given).pairs).toEqual([
      [1, 0],
      [0, 1],
    ]);
  });

  test('on the first lap of a driver whose place on the grid is not known are not guessed', () => {
    const car = savedCar({ index: 0, name: 'Ann', laps: [95_000, 95_000] });
    const unplaced = { ...car, 'final-classification': { ...car['final-classification'], 'grid-position': 0 } };
    const players = [90_000, 99_000].map((lap, index) =>
      savedCar({ index: index + 1, name: 'Player', laps: [lap, lap], grid: index + 4 }),
    );
    expect(overtakesIn([unplaced, ...players], savedOvertake('Player', 'Ann', 1))).toEqual({
      pairs: [],
      remarks: ['1 overtake left out: several cars have the name'],
    });
  });

  test('that two cars of one name may have made are left out', () => {
    const slow = savedCar({ index: 0, name: 'Ann', laps: [99_000, 99_000], grid: 1 });
    const players = [1, 2].map((index) => savedCar({ index, name: 'Player', laps: [90_000, 90_000], grid: index + 1 }));
    expect(overtakesIn([slow, ...players], savedOvertake('Player', 'Ann', 1))).toEqual({
      pairs: [],
      remarks: ['1 overtake left out: several cars have the name'],
    });
  });
});

test('what is left out is told: overtakes of drivers who are not classified, and times below zero', () => {
  const remarks: string[] = [];
  const cars = [
    savedCar({ index: 0, name: 'Ann', laps: [90_000, -5] }),
    savedCar({ index: 1, name: 'Bob', laps: [91_000] }),
  ];
  const records = [savedOvertake('Ann', 'Gone', 1), savedOvertake('Gone', 'Bob', 1)];
  imported(savedRace({ 'classification-data': cars, overtakes: { records } }), (text) => remarks.push(text));
  expect(remarks).toEqual([
    '2 overtakes left out: of drivers who are not in the classification',
    '2 times below zero left out',
  ]);
});

test('a file in UTF-8 is read as it is, without a remark', () => {
  const remarks: string[] = [];
  const cars = [savedCar({ index: 0, name: 'Zoë', laps: [90_000] })];
  const bytes = new TextEncoder().encode(JSON.stringify(savedRace({ 'classification-data': cars, overtakes: null })));
  expect(convert(bytes, savedAt, (text) => remarks.push(text)).drivers[0]?.name).toBe('Zoë');
  expect(remarks).toEqual([]);
});

test('a file that is not UTF-8 is read as Windows-1252, and told', () => {
  const remarks: string[] = [];
  const cars = [savedCar({ index: 0, name: 'Zoë', laps: [90_000] })];
  const bytes = Buffer.from(JSON.stringify(savedRace({ 'classification-data': cars, overtakes: null })), 'latin1');
  expect(convert(bytes, savedAt, (text) => remarks.push(text)).drivers[0]?.name).toBe('Zoë');
  expect(remarks).toEqual(['it is not UTF-8, and was read as Windows-1252']);
});

test('a numbered session type means what it means in the game of that year', () => {
  const typeIn = (year: number) =>
    imported(savedRace({ 'game-year': year, 'packet-format': null }, { 'session-type': 15 })).sessionType;
  expect(typeIn(25)).toBe(SessionType.Race);
  expect(typeIn(23)).not.toBe(SessionType.Race);
});

describe('the identity of a session', () => {
  const text = (more: object) => JSON.stringify(savedRace(more));
  const uidOf = (more: object) => convert(text(more), savedAt).internalSessionId;

  test('is the same in two files of one session, and another after a restart', () => {
    expect(uidOf({ later: 1 })).toBe(uidOf({}));
    const restarted = [savedCar({ index: 0, name: 'Ann', laps: [99_000] })];
    expect(uidOf({ 'classification-data': restarted, overtakes: null })).not.toBe(uidOf({}));
  });

  test('is the game’s UID with all its digits when the file has it', () => {
    const withUid = (uid: string) =>
      convert(text({ debug: { 'session-uid': 1 } }).replace('"session-uid":1', `"session-uid":${uid}`), savedAt)
        .internalSessionId;
    expect(withUid('18446744073709551557')).toBe('18446744073709551557');
    expect(withUid('9007199254740993')).toBe('9007199254740993');
    expect(withUid('0')).toBe(uidOf({}));
    expect(withUid('99999999999999999999')).toBe(uidOf({}));
    expect(withUid('18446744073709551616')).toBe(uidOf({}));
    expect(withUid('15e18')).toBe(uidOf({}));
    const packets = { packets: [{ 'session-uid': 7 }], debug: { 'session-uid': 1 } };
    expect(convert(text(packets), savedAt).internalSessionId).toBe('1');
    expect(uidOf({ debug: 'none' })).toBe(uidOf({}));
  });

  test('has the end time of the file when it has one', () => {
    const debug = { timestamp: '2026-09-06 23:30:00 CEST', 'utc-offset-seconds': 7_200 };
    expect(convert(text({ debug }), savedAt).sessionEndTime).toBe('2026-09-06T21:30:00.000Z');
    expect(convert(text({ debug: { timestamp: '2026-09-06 23:30:00 CEST' } }), savedAt).sessionEndTime).toBe(savedAt);
    expect(convert(text({}), () => savedAt).sessionEndTime).toBe(savedAt);
  });
});

describe('a file', () => {
  test('can contain NaN, Infinity and a byte order mark', () => {
    const text = JSON.stringify(savedRace({ extra: 'NaN', 'game-year': 7.5 })).replace('7.5', '-Infinity');
    expect(convert(`\uFEFF${text}`, savedAt)).toMatchObject({ gameVersion: null, trackId: Track.AbuDhabi });
    const cars = [savedCar({ index: 0, name: 'C:\\ "NaN" Infinity', laps: [90_000] })];
    const named = JSON.stringify(savedRace({ 'classification-data': cars, overtakes: null, 'game-year': 7.5 }));
    expect(convert(named.replace('7.5', 'NaN'), savedAt).drivers[0]?.name).toBe('C:\\ "NaN" Infinity');
  });

  test.each([
    ['', 'the file is empty'],
    [' \n', 'the file is empty'],
    ['not json', 'it is not a session file of Pits n’ Giggles'],
    ['\u0089PNG\r\n\u001a\n', 'it is not a session file of Pits n’ Giggles'],
    ['\0'.repeat(1_000), 'it is not a session file of Pits n’ Giggles'],
    ['{"classification-data": [', 'the file is incomplete'],
    [JSON.stringify(savedRace()).slice(0, 700), 'the file is incomplete'],
    ['{"a": NaN, "b": [{}', 'the file is incomplete'],
    ['{"a": 1\n\n', 'the file is incomplete'],
    ['{"a": 1, b}', 'the file is damaged, from character 10 on'],
    ['\n{"a": 1, b}', 'the file is damaged, from character 11 on'],
    ['{"session-info": {}}', 'classification-data is missing'],
    ['[]', 'it is not a session file of Pits n’ Giggles'],
    ['null', 'it is not a session file of Pits n’ Giggles'],
    ['{"a":1}', 'it is not a session file of Pits n’ Giggles'],
    [JSON.stringify(savedRace({ 'session-info': undefined })), 'session-info is missing'],
    [JSON.stringify(savedRace({}, { 'session-type': undefined })), 'session-info.session-type is missing'],
    [JSON.stringify(savedRace({ 'classification-data': [] })), 'classification-data: holds no drivers'],
    [JSON.stringify(savedRace({ 'classification-data': [{}] })), 'classification-data.0.index is missing'],
    [JSON.stringify(savedRace({}, { 'session-type': 'Parade' })), 'the session type Parade is not known'],
    [
      JSON.stringify(savedRace({ 'classification-data': [savedCar({ index: 99, name: 'Ann', laps: [90_000] })] })),
      'classification-data.0.index: ',
    ],
  ])('that is broken is reported (%#): $1', (text, message) => {
    expect(() => convert(text, savedAt)).toThrow(message);
  });
});

test('teams have the names that the recorder gives them, also where the file has a number', () => {
  const teamsOf = (year: number, teams: readonly unknown[]) =>
    convert(
      JSON.stringify(
        savedRace({
          'game-year': year,
          'packet-format': 2_000 + year,
          'classification-data': teams.map((team, index) =>
            savedCar({ index, name: `Driver ${index}`, laps: [90_000], more: { team } }),
          ),
        }),
      ),
      savedAt,
    ).drivers.map(({ team }) => team);
  expect(teamsOf(24, ['VCARB', 'Alpha Tauri', "Mercedes '22", 'MY_TEAM', 'Custom', 'Art Gp 23', 150])).toEqual([
    'RB',
    'AlphaTauri',
    'Mercedes 2022',
    'My Team',
    'Custom team',
    'ART GP 2023',
    'Prema 2023',
  ]);
  expect(teamsOf(23, [6, 9, 250, '---', null, 'Zündler GP'])).toEqual([
    'AlphaTauri',
    'Alfa Romeo',
    'Team 250',
    null,
    null,
    'Zündler GP',
  ]);
});

test('real sessions are converted completely', () => {
  const folder = process.env.PITBOARD_DATA;
  const sessions = folder === undefined ? null : join(folder, 'sessions');
  if (sessions === null || !existsSync(sessions)) {
    console.log(`SKIPPED: real sessions (${sessions ?? 'PITBOARD_DATA is not set'})`);
    return;
  }
  const remarks: string[] = [];
  const uploads = readdirSync(sessions).map((name) =>
    convert(readFileSync(join(sessions, name), 'utf8'), savedAt, (text) => remarks.push(text)),
  );
  expect(uploads).toHaveLength(5);
  expect(remarks).toEqual([]);
  for (const upload of uploads) expect(v.parse(SessionUpload, JSON.parse(JSON.stringify(upload)))).toEqual(upload);
  expect(new Set(uploads.map((upload) => upload.internalSessionId)).size).toBe(5);
  expect(uploads.every((upload) => upload.sessionStatus === SessionStatus.Finished)).toBe(true);
  const race = uploads.find((upload) => upload.trackId === Track.Melbourne && upload.sessionType === SessionType.Race);
  const drivers = race?.drivers ?? [];
  const count = (of: (driver: (typeof drivers)[number]) => number) =>
    drivers.reduce((sum, driver) => sum + of(driver), 0);
  expect([drivers.length, race?.numberOfLaps, race?.overtakes.length]).toEqual([20, 15, 307]);
  expect([count((driver) => driver.lapTimes.length), count((driver) => driver.tyres.length)]).toEqual([288, 40]);
  expect([count((driver) => driver.pitStops.length), count((driver) => driver.warnings.length)]).toEqual([20, 6]);
  const stopped = drivers.filter((driver) => driver.resultStatus === ResultStatus.DidNotFinish);
  expect(stopped.map((driver) => [driver.numberOfLaps, driver.finishingPosition])).toEqual([[5, 20]]);
  const lapped = drivers.filter((driver) => driver.numberOfLaps === 14);
  expect(lapped.map((driver) => driver.finishingPosition).sort()).toEqual([18, 19]);
  for (const driver of drivers) {
    const sum = driver.lapTimes.reduce((total, lap) => total + (lap.lapTime ?? 0), 0);
    expect(Math.abs(sum - Number(driver.totalRaceTime))).toBeLessThanOrEqual(10);
    expect(driver.tyres.at(-1)?.endLap).toBe(driver.lapTimes.length);
  }
});
