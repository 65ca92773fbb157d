import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SessionStatus } from '#contract/enumerations';
import { expect } from './base-test.ts';
import { test } from './site.ts';

/** A qualifying of the real game, as another program reads its result. */
const folder = join(process.env.PITBOARD_DATA ?? '', 'udp');
const name = 'f1_23_league_austin_q2_477s';
const hasData = existsSync(join(folder, `${name}.cap.gz`));

interface ClassifiedCar {
  readonly carIndex: number;
  readonly position: number;
  readonly resultStatus: number;
  readonly bestLapMs: number;
}

test('a real session that is replayed is followed on its tower, and leads to its stored result', async ({
  page,
  site,
}, info) => {
  if (!hasData) info.annotations.push({ type: 'skipped', description: 'a real session: PITBOARD_DATA is not set' });
  test.skip(!hasData, 'PITBOARD_DATA is not set');
  test.slow();
  const home = mkdtempSync(join(tmpdir(), 'pitboard-replay-'));
  const clock = setInterval(() => site.pass(100), 100);
  const replay = ['--replay', join(folder, `${name}.cap.gz`), '--speed', '20', '--page', '0'];
  const recorder = spawn(
    process.execPath,
    ['--import', 'tsx', 'recorder/main.ts', '--server', site.origin, ...replay],
    {
      cwd: join(import.meta.dirname, '../..'),
      env: { ...process.env, PITBOARD_TOKEN: await site.api.tokenOf('Max'), PITBOARD_FOLDER: home },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const ended = once(recorder, 'exit');
  try {
    let output = '';
    const address = await new Promise<string>((resolve) => {
      recorder.stdout.on('data', (chunk: Buffer) => {
        output += chunk;
        const found = /live: (\S+)/.exec(output)?.[1];
        if (found !== undefined) resolve(found);
      });
    });
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Austin · Qualifying 2');
    const tower = page.getByRole('table').first().locator('[data-car]');
    await expect(tower.first()).toBeVisible();
    const order = () => tower.evaluateAll((all) => all.map((each) => each.dataset['car']));
    const first = await order();
    await expect.poll(order).not.toEqual(first);
    expect((await ended)[0]).toBe(0);
    await expect(page).toHaveURL(/\/sessions\//);

    const id = new URL(page.url()).pathname.split('/')[2] ?? '';
    const session = await site.api.get('getSession', { params: { id } });
    const expected = JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8')).captures[name];
    const cars: readonly ClassifiedCar[] = expected.classification;
    expect(session.sessionStatus).toBe(SessionStatus.Finished);
    expect(
      session.drivers
        .map(({ carIndex, finishingPosition, resultStatus, bestLapTimeMs }) => ({
          carIndex,
          position: finishingPosition,
          resultStatus,
          bestLapMs: bestLapTimeMs,
        }))
        .sort((one, other) => (one.position ?? 0) - (other.position ?? 0)),
    ).toEqual(
      cars.map(({ carIndex, position, resultStatus, bestLapMs }) => ({ carIndex, position, resultStatus, bestLapMs })),
    );
    expect(session.overtakes).toHaveLength(expected.eventCounts.OVTK);
    const rulings = session.drivers.flatMap(({ penalties, warnings }) => [...penalties, ...warnings]);
    expect(rulings.length).toBeGreaterThanOrEqual(expected.eventCounts.PENA);
    for (const { tyres, lapTimes } of session.drivers) expect(tyres.at(-1)?.endLap).toBe(lapTimes.length);
    await page.goto(`${page.url()}?tab=results`);
    await expect(page.getByRole('table', { name: 'Best laps' }).getByRole('row')).toHaveCount(cars.length + 1);
  } finally {
    clearInterval(clock);
    recorder.kill('SIGKILL');
    rmSync(home, { recursive: true, force: true });
  }
});
