import * as v from 'valibot';
import { expect, test } from 'vitest';
import { SessionUpload } from '#contract/api/bodies';
import { ResultStatus, SessionType, Track } from '#contract/enumerations';
import { classificationOf } from '#contract/race/classification';
import { parseResult } from './typed-result.ts';
import { typedSession } from './typed-session.ts';

test('makes a session of it that the server takes, with an id that is the same for each attempt', () => {
  const race = {
    scoring: 'race' as const,
    track: Track.Monza,
    startsAt: '2026-11-01T19:00:00.000Z',
    key: '01a21b1e-8325-73c4-896d-a64288c79dc8',
  };
  const text = 'Ada, Northline, 29 laps, 41:30.599, Grid 2\nBo, DNF\nCy, +1 lap';
  const upload = typedSession({ ...race, places: parseResult(text).places });
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
    [1, 'Cy', null, 2, null, null, ResultStatus.Finished],
    [2, 'Bo', null, 3, null, null, ResultStatus.DidNotFinish],
  ]);
  expect([upload.numberOfLaps, ...upload.drivers.map(({ numberOfLaps }) => numberOfLaps)]).toEqual([29, 29, 28, null]);
});

test('keeps laps behind where those of the first are not known, and shows them as gaps', () => {
  const session = typedSession({
    scoring: 'race',
    track: Track.Monza,
    startsAt: '2026-11-01T19:00:00.000Z',
    key: '01a21b1e-8325-73c4-896d-a64288c79dc8',
    places: parseResult('Ada, 41:30.599\nBo, +1 lap\nCy, +2 laps\nDi, DNF').places,
  });
  expect(v.parse(SessionUpload, session)).toEqual(session);
  expect(classificationOf(session).map(({ gapToLeader, gapToCarAhead }) => [gapToLeader, gapToCarAhead])).toEqual([
    [null, null],
    [{ laps: 1 }, { laps: 1 }],
    [{ laps: 2 }, { laps: 1 }],
    [null, null],
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
