import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ResultStatus, SessionStatus, SessionType, Track, TyreCompound } from '#contract/enumerations';
import { SessionUpload } from '#contract/session';
import { convert } from './pits-n-giggles/convert.ts';
import { endedAtOf } from './pits-n-giggles/file-name.ts';
import { trackOf, typeOf } from './pits-n-giggles/words.ts';

const endedAt = '2026-09-06T20:00:00.000Z';

function lap(time: number) {
  return {
    'lap-time-in-ms': time,
    'sector-1-time-in-ms': time === 0 ? 0 : 30_000,
    'sector-1-time-minutes': 0,
    'sector-2-time-in-ms': time === 0 ? 0 : 30_000,
    'sector-2-time-minutes': 0,
    'sector-3-time-in-ms': time === 0 ? 0 : time - 60_000,
    'sector-3-time-minutes': 0,
    'lap-valid-bit-flags': time === 91_000 ? 14 : 15,
  };
}

function car(index: number, name: string, laps: number[], status: string, more: object = {}) {
  return {
    index,
    'driver-name': name,
    'track-position': index + 1,
    team: 'Northline',
    'participant-data': { 'race-number': 7 },
    'session-history': {
      'lap-history-data': [...laps.map(lap), lap(0)],
      'tyre-stints-history-data': [
        { 'end-lap': 1, 'tyre-visual-compound': 'Soft' },
        { 'end-lap': 255, 'tyre-visual-compound': 'Inters' },
        { 'end-lap': 0, 'tyre-visual-compound': '0' },
      ],
    },
    'final-classification': {
      position: index + 1,
      'num-laps': laps.length,
      'grid-position': 2 - index,
      'result-status': status,
      'best-lap-time-ms': Math.min(...laps),
      'total-race-time': laps.reduce((sum, time) => sum + time, 6) / 1_000,
      'penalties-time': 5,
    },
    'warning-penalty-history': [
      { 'entry-type': 'Corner Cutting Warning', 'old-value': 0, 'new-value': 1, 'lap-number': 1 },
      { 'entry-type': 'Time Penalty', 'old-value': 0, 'new-value': 5, 'lap-number': 2 },
    ],
    ...more,
  };
}

function saved(more: object = {}) {
  return {
    'game-year': 25,
    'classification-data': [
      car(0, 'Ann', [92_000, 90_000, 91_000], 'FINISHED'),
      car(1, 'Bob', [93_000, 95_000], 'DID_NOT_FINISH'),
    ],
    'session-info': {
      weather: 'Light Rain',
      'track-id': 'Abu Dhabi',
      'session-type': 'Race',
      'total-laps': 3,
      'session-duration': 7_200,
      'session-time-left': 6_000,
      'safety-car-status': 'NO_SAFETY_CAR',
      'network-game': 1,
      'weather-forecast-samples': [],
      'weekend-link-identifier': 12,
      'session-link-identifier': 13,
    },
    overtakes: {
      records: [{ 'overtaking-driver-name': 'Ann', 'overtaking-driver-lap': 2, 'overtaken-driver-name': 'Bob' }],
    },
    ...more,
  };
}

describe('a saved race', () => {
  const upload = convert(JSON.stringify(saved()), endedAt);

  test('becomes an upload with its laps, stints, results and rulings', () => {
    expect(upload).toMatchObject({
      trackId: Track.AbuDhabi,
      sessionType: SessionType.Race,
      sessionStatus: SessionStatus.Finished,
      numberOfLaps: 3,
      sessionEndTime: endedAt,
      sessionStartTime: '2026-09-06T19:55:26.994Z',
      startWeather: null,
      weekendLinkIdentifier: 12,
      seasonLinkIdentifier: null,
    });
    const [ann, bob] = upload.drivers;
    expect(ann?.lapTimes.map((one) => [one.lapTime, one.invalidLap])).toEqual([
      [92_000, false],
      [90_000, false],
      [91_000, true],
    ]);
    expect(ann).toMatchObject({
      totalRaceTime: 273_006,
      startingPosition: 2,
      finishingPosition: 1,
      bestLapTimeMs: 90_000,
    });
    expect(ann?.tyres).toEqual([
      { tyreCompound: TyreCompound.Soft, endLap: 1 },
      { tyreCompound: TyreCompound.Intermediate, endLap: 3 },
    ]);
    expect(ann?.pitStops).toEqual([{ lapNum: 1, pitLaneTime: null }]);
    expect(ann?.penalties.map((one) => [one.penaltyType, one.penaltyTime, one.lapNum])).toEqual([[4, 5, 2]]);
    expect(ann?.warnings).toEqual([{ warningType: 0, lapNum: 1, warningTime: null }]);
    expect(bob).toMatchObject({ resultStatus: ResultStatus.DidNotFinish, totalRaceTime: 188_000, numberOfLaps: 2 });
    expect(upload.overtakes).toEqual([
      { overtakingDriverIdx: 0, overtakenDriverIdx: 1, lapNum: 2, overtakingTime: null, utcTime: null },
    ]);
  });

  test('saved twice is one session, restarted it is another', () => {
    const later = saved({ 'game-year': 25, extra: 1 });
    expect(convert(JSON.stringify(later), endedAt).internalSessionId).toBe(upload.internalSessionId);
    const restarted = { 'classification-data': [car(0, 'Ann', [99_000], 'ACTIVE'), car(1, 'Bob', [98_000], 'ACTIVE')] };
    expect(convert(JSON.stringify(saved(restarted)), endedAt).internalSessionId).not.toBe(upload.internalSessionId);
  });

  test.each([
    ['not json', 'it is not JSON'],
    ['{"classification-data": [', 'the file is cut off before its end'],
    ['[]', 'no session saved by Pits n’ Giggles'],
    ['{"a":1}', 'no session saved by Pits n’ Giggles'],
    [JSON.stringify(saved({ 'session-info': undefined })), 'session-info is missing'],
    [JSON.stringify(saved({ 'classification-data': [] })), 'classification-data: holds no drivers'],
    [
      JSON.stringify({ ...saved(), 'session-info': { 'session-type': 'Parade' } }),
      'the session type Parade is not known',
    ],
    [JSON.stringify(saved({ 'classification-data': [car(99, 'Ann', [1], 'FINISHED')] })), 'drivers.0.carIndex'],
  ])('that is broken is named: %.40s', (text, message) => {
    expect(() => convert(text, endedAt)).toThrow(message);
  });
});

test('the game’s words are known in all their forms', () => {
  expect(
    ['Sakhir (Bahrain)', 'Baku (Azerbaijan)', 'Las Vegas', 'Portimão', 'Silverstone Short', 'Moon', null].map(trackOf),
  ).toEqual([
    Track.Sakhir,
    Track.Baku,
    Track.LasVegas,
    Track.Portimao,
    Track.SilverstoneShort,
    Track.Unknown,
    Track.Unknown,
  ]);
  expect(['One_Shot_Qualifying', 'Practice 1', 'Q2', 'Race 2', 'Sprint Shootout 3'].map(typeOf)).toEqual([
    9, 1, 6, 11, 16,
  ]);
});

test('a file’s name says when it was saved, in local time', () => {
  const changed = new Date('2026-01-01T00:00:00Z');
  expect(endedAtOf('Race_Monza_2026_09_06_21_17_47.json', changed)).toBe(
    new Date(2026, 8, 6, 21, 17, 47).toISOString(),
  );
  expect(endedAtOf('race.json', changed)).toBe('2026-01-01T00:00:00.000Z');
});

describe('the command', () => {
  let server: Server;
  let address: string;
  const folder = mkdtempSync(join(tmpdir(), 'pitboard-import-'));
  const received: unknown[] = [];

  beforeAll(async () => {
    server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      if (request.headers.authorization !== 'Bearer good') return response.writeHead(401).end('{}');
      const upload = v.parse(SessionUpload, JSON.parse(Buffer.concat(chunks).toString()));
      received.push(upload.trackId);
      const { liveId: _, ...session } = upload;
      const id = '01900000-0000-7000-8000-000000000001';
      response.end(
        JSON.stringify({ ...session, id, sessionId: id, userId: id, userName: null, weekendId: null, podium: [] }),
      );
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const bound = server.address();
    address = `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : 0}`;
    mkdirSync(join(folder, 'night'));
    writeFileSync(join(folder, 'good.json'), JSON.stringify(saved()));
    writeFileSync(join(folder, 'night', 'other.json'), JSON.stringify(saved()));
    writeFileSync(join(folder, 'bad.json'), 'x');
  });
  afterAll(async () => {
    await new Promise((resolve) => server.close(resolve));
    rmSync(folder, { recursive: true, force: true });
  });

  function run(...words: string[]): Promise<{ code: number | null; text: string }> {
    const child = spawn(process.execPath, ['--import', 'tsx', join(import.meta.dirname, 'import.ts'), ...words], {
      env: { PATH: process.env.PATH },
    });
    let text = '';
    child.stdout.on('data', (chunk) => (text += chunk));
    child.stderr.on('data', (chunk) => (text += chunk));
    return new Promise((resolve) => child.once('close', (code) => resolve({ code, text })));
  }

  test('imports files and folders, names what is broken, and goes on', async () => {
    const files = [
      join(folder, 'bad.json'),
      join(folder, 'none.json'),
      join(folder, 'good.json'),
      join(folder, 'night'),
    ];
    const { code, text } = await run(...files, '--server', address, '--token', 'good');
    expect(code).toBe(1);
    expect(text).toContain('bad.json: not imported, it is not JSON');
    expect(text).toContain('none.json: not imported, there is no such file');
    expect(text).toContain('good.json: 2 drivers, 5 laps');
    expect(text).toContain('2 of 4 imported');
    expect(received).toEqual([Track.AbuDhabi, Track.AbuDhabi]);
  });

  test('says in words that the token is bad, that nobody answers, and how it is used', async () => {
    const good = join(folder, 'good.json');
    expect((await run(good, '--server', address, '--token', 'bad')).text).toContain('the token is not valid');
    expect((await run(good, '--server', 'http://127.0.0.1:1', '--token', 'good')).text).toContain('cannot be reached');
    expect((await run(good, '--server', address)).code).toBe(2);
    expect((await run()).code).toBe(2);
  });
});

test('real sessions come through whole', () => {
  const folder = process.env.PITBOARD_DATA;
  const sessions = folder === undefined ? null : join(folder, 'sessions');
  if (sessions === null || !existsSync(sessions)) {
    console.log(`SKIPPED: real sessions (${sessions ?? 'PITBOARD_DATA is not set'})`);
    return;
  }
  const uploads = readdirSync(sessions).map((name) => convert(readFileSync(join(sessions, name), 'utf8'), endedAt));
  expect(uploads).toHaveLength(5);
  expect(new Set(uploads.map((upload) => upload.internalSessionId)).size).toBe(5);
  const race = uploads.find((upload) => upload.trackId === Track.Melbourne && upload.sessionType === SessionType.Race);
  const drivers = race?.drivers ?? [];
  const count = (of: (driver: (typeof drivers)[number]) => number) =>
    drivers.reduce((sum, driver) => sum + of(driver), 0);
  expect([drivers.length, race?.numberOfLaps, race?.overtakes.length]).toEqual([20, 15, 307]);
  expect([count((driver) => driver.lapTimes.length), count((driver) => driver.tyres.length)]).toEqual([288, 40]);
  expect(
    drivers.filter((driver) => driver.resultStatus === ResultStatus.DidNotFinish).map((one) => one.numberOfLaps),
  ).toEqual([5]);
  expect(drivers.filter((driver) => driver.numberOfLaps === 14)).toHaveLength(2);
  for (const driver of drivers) {
    const sum = driver.lapTimes.reduce((total, one) => total + (one.lapTime ?? 0), 0);
    expect(Math.abs(sum - Number(driver.totalRaceTime))).toBeLessThanOrEqual(10);
  }
});
