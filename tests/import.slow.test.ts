import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ResultStatus, SessionType, Track } from '#contract/enumerations';
import { openTestServer, type TestServer, userIdOf } from '../server/tests/support/open-test-server.ts';
import { savedRace } from './fixtures/saved-session.ts';

const root = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'pitboard-import-'));
let server: TestServer;
let address: string;

beforeAll(async () => {
  server = await openTestServer();
  address = await server.app.listen({ port: 0, host: '127.0.0.1' });
  writeFileSync(join(folder, 'Race_Abu_Dhabi_2026_09_06_21_17_47.json'), JSON.stringify(savedRace()));
  writeFileSync(join(folder, 'cut.json'), JSON.stringify(savedRace()).slice(0, 900));
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs the command as a user who has a token for so many seconds. */
async function run(files: string, seconds = 600, ...more: string[]): Promise<{ code: number; text: string }> {
  const token = await server.tokenOf('Max Example', seconds);
  const words = ['--import', 'tsx', 'recorder/import.ts', files, ...more, '--server', address];
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      words,
      { cwd: root, env: { ...process.env, PITBOARD_TOKEN: token } },
      (error, out, err) => resolve({ code: Number(error?.code ?? 0), text: `${out}${err}` }),
    );
  });
}

test('a session file is imported by a running server, and stored once however often it is imported', async () => {
  const { code, text } = await run(folder);
  expect(code).toBe(1);
  expect(text).toContain('cut.json: not imported, the file is incomplete');
  expect(text).toContain('1 of 2 imported');
  const id = /sessions\/([\da-f-]{36})/.exec(text)?.[1] ?? '';
  const session = await server.get('getSession', { params: { id } });
  expect(session).toMatchObject({
    userId: userIdOf('Max Example'),
    trackId: Track.AbuDhabi,
    sessionType: SessionType.Race,
    sessionEndTime: new Date(2026, 8, 6, 21, 17, 47).toISOString(),
  });
  expect(session.drivers.map((driver) => [driver.name, driver.lapTimes.length, driver.resultStatus])).toEqual([
    ['Ann', 3, ResultStatus.Finished],
    ['Bob', 2, ResultStatus.DidNotFinish],
  ]);
  const again = (await run(folder)).text;
  expect(again).toMatch(new RegExp(`already there: 2 drivers, 5 laps.*${id}`));
  const { sessions } = await server.get('pageUserSessions', { params: { id: userIdOf('Max Example') } });
  expect(sessions).toHaveLength(1);
});

test('with --replace a file takes the place of what is stored, under the same id', async () => {
  const user = { params: { id: userIdOf('Max Example') } };
  const debug = { 'session-uid': '778899' };
  const race = savedRace({ debug });
  writeFileSync(join(folder, 'recorded.json'), JSON.stringify(race));
  expect((await run(join(folder, 'recorded.json'))).text).toContain('1 of 1 imported');
  const corrected = join(folder, 'corrected.json');
  const renamed = JSON.parse(JSON.stringify(race).replaceAll('Bob', 'Rob'));
  writeFileSync(corrected, JSON.stringify(renamed));
  const [before] = (await server.get('pageUserSessions', user)).sessions;
  expect((await run(corrected)).text).toContain(
    'another version is stored and kept, --replace replaces it: 2 drivers, 5 laps; this file: 2 drivers, 5 laps (no time',
  );
  const drivers = async () =>
    (await server.get('getSession', { params: { id: before?.id ?? '' } })).drivers.map(({ name }) => name);
  expect(await drivers()).toEqual(['Ann', 'Bob']);
  expect((await run(corrected, 600, '--replace')).text).toContain('replaced: 2 drivers, 5 laps (no time');
  expect(await drivers()).toEqual(['Ann', 'Rob']);
  expect((await server.get('pageUserSessions', user)).sessions).toHaveLength(2);
});

test('an expired token is reported, and nothing is stored', async () => {
  const before = (await server.get('listSessions')).length;
  const { code, text } = await run(folder, -600);
  expect(code).toBe(1);
  expect(text).toContain('the token has expired or is for another server');
  expect((await server.get('listSessions')).length).toBe(before);
});

test('real sessions are imported completely', async () => {
  const data = process.env.PITBOARD_DATA;
  const sessions = data === undefined ? null : join(data, 'sessions');
  if (sessions === null || !existsSync(sessions)) {
    console.log(`SKIPPED: real sessions (${sessions ?? 'PITBOARD_DATA is not set'})`);
    return;
  }
  const files = readdirSync(sessions).length;
  const { code, text } = await run(sessions);
  expect(code).toBe(0);
  expect(text).toContain(`${files} of ${files} imported`);
  expect(text).toMatch(/Race_Melbourne\S+: 20 drivers, 288 laps → /);
});
