import * as v from 'valibot';
import { expect, test } from 'vitest';
import { SessionUpload } from '#contract/api/bodies';
import { ResultStatus, SessionType, Track } from '#contract/enumerations';
import { parseResult, typedSession } from './typed-result.ts';

const finished = { team: null, status: ResultStatus.Finished, time: null, bestLap: null, grid: null };

test('reads one name in each line, with the places that chats and spreadsheets put before them', () => {
  for (const text of [
    'Ada\nBo\nCy',
    '1. Ada\n2. Bo\n3. Cy',
    '1\tAda\n2\tBo\n3\tCy',
    'P1 Ada\n\nP2 Bo\nP3: Cy\n',
    '1;Ada\n2;Bo\n03;Cy',
  ])
    expect(parseResult(text), text).toEqual({
      places: [
        { ...finished, name: 'Ada' },
        { ...finished, name: 'Bo' },
        { ...finished, name: 'Cy' },
      ],
      errors: [],
    });
});

test('keeps a number at the beginning of a name that is not the place of the line', () => {
  expect(parseResult('44 Ada').places.map(({ name }) => name)).toEqual(['44 Ada']);
  expect(parseResult('1Ada').places.map(({ name }) => name)).toEqual(['1Ada']);
});

test('reads team, race time, gap, best lap and how a race ended', () => {
  expect(
    parseResult(
      '1. Ada, Scuderia Lanza, 41:30.599\n2. Bo, +1.879, FL 1:24.617, Grid 1\n3. Cy, grid P12, Northline, +1 lap\nDi, DNF\nEve, Northline, dsq\nFay, DNS',
    ),
  ).toEqual({
    places: [
      { ...finished, name: 'Ada', team: 'Scuderia Lanza', time: 2_490_599 },
      { ...finished, name: 'Bo', time: 2_492_478, bestLap: 84_617, grid: 1 },
      { ...finished, name: 'Cy', team: 'Northline', grid: 12 },
      { ...finished, name: 'Di', status: ResultStatus.DidNotFinish },
      { ...finished, name: 'Eve', team: 'Northline', status: ResultStatus.Disqualified },
    ],
    errors: [],
  });
});

test('names each line that it cannot read', () => {
  expect(
    parseResult('Ada, Grid 1\nAda\nBo, FL\nCy, +x\nDNF\nDi, a, b\nEd, Grid\nFay, Grid 0\nGus, Grid 1').errors,
  ).toEqual([
    'Ada is there twice.',
    '“Bo, FL”: write the time of the lap after FL, such as FL 1:24.617.',
    '“Cy, +x”: “+x” is not a gap, such as +4.252.',
    '“DNF”: the name is missing.',
    '“Di, a, b”: “b” is more than a name, a team and a time.',
    '“Ed, Grid”: write the place after Grid, such as Grid 3.',
    '“Fay, Grid 0”: write the place after Grid, such as Grid 3.',
    'Grid 1 is there twice.',
  ]);
  expect(parseResult(Array.from({ length: 65 }, (_, index) => `Driver ${index}`).join('\n')).errors).toEqual([
    'At most 64 drivers can be in a result.',
  ]);
});

test('makes a session of it that the server takes, with an id that is the same for each attempt', () => {
  const race = {
    scoring: 'race' as const,
    track: Track.Monza,
    startsAt: '2026-11-01T19:00:00.000Z',
    key: '01a21b1e-8325-73c4-896d-a64288c79dc8',
  };
  const upload = typedSession({ ...race, places: parseResult('Ada, Northline, 41:30.599, Grid 2\nBo, DNF').places });
  expect(v.parse(SessionUpload, upload)).toEqual(upload);
  expect(upload.sessionStartTime).toBe(race.startsAt);
  expect(typedSession({ ...race, scoring: 'sprint', places: [] }).sessionStartTime).toBe('2026-11-01T18:00:00.000Z');
  expect(upload.internalSessionId).toBe(BigInt('0x896da64288c79dc8').toString());
  expect(
    upload.drivers.map(({ carIndex, name, team, finishingPosition, startingPosition, totalRaceTime, resultStatus }) => [
      ...[carIndex, name, team, finishingPosition, startingPosition, totalRaceTime, resultStatus],
    ]),
  ).toEqual([
    [0, 'Ada', 'Northline', 1, 2, 2_490_599, ResultStatus.Finished],
    [1, 'Bo', null, 2, null, null, ResultStatus.DidNotFinish],
  ]);
});

test('makes a qualifying of it, whose times are laps, between a sprint and the race', () => {
  const upload = typedSession({
    scoring: 'none',
    track: Track.Monza,
    startsAt: '2026-11-01T19:00:00.000Z',
    key: '01a21b1e-8325-73c4-896d-a64288c79dc8',
    places: parseResult('Ada, 1:23.904\nBo, +0.182\nCy, FL 1:25.0, Grid 3\nDi').places,
  });
  expect(v.parse(SessionUpload, upload)).toEqual(upload);
  expect([upload.sessionType, upload.sessionStartTime]).toEqual([
    SessionType.ShortQualifying,
    '2026-11-01T18:30:00.000Z',
  ]);
  expect(
    upload.drivers.map(({ name, bestLapTimeMs, totalRaceTime, startingPosition }) => [
      ...[name, bestLapTimeMs, totalRaceTime, startingPosition],
    ]),
  ).toEqual([
    ['Ada', 83_904, null, null],
    ['Bo', 84_086, null, null],
    ['Cy', 85_000, null, null],
    ['Di', null, null, null],
  ]);
});
