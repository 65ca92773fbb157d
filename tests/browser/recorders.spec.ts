import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { driver, upload } from '../fixtures/session.ts';
import { raceOf } from '../recorder/race-source.ts';
import { playPackets } from '../simulator/packets/play-packets.ts';
import { racePackets } from '../simulator/packets/race-packets.ts';
import { createAccount, startLoggedIn, useOwnIpAddress } from './accounts.ts';
import { expect } from './base-test.ts';
import { expectSound, findViolations } from './checks.ts';
import { test } from './site.ts';

let folder: string;
let recorder: ChildProcess | null = null;

test.beforeEach(async ({ context }) => {
  await useOwnIpAddress(context);
  folder = mkdtempSync(join(tmpdir(), 'pitboard-rig-'));
});
test.afterEach(() => {
  recorder?.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

/** Starts a recorder as a double-click does, without a token and a server; resolves to the address of its page. */
function startRecorder(): Promise<string> {
  const words = ['--import', 'tsx', 'recorder/main.ts', '--port', '0', '--host', '127.0.0.1'];
  const child = spawn(process.execPath, [...words, '--page', '20794'], {
    cwd: join(import.meta.dirname, '../..'),
    env: { ...process.env, PITBOARD_FOLDER: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  recorder = child;
  return new Promise((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      const address = /http:\/\/localhost:\d+\//.exec(chunk.toString())?.[0];
      if (address !== undefined) resolve(address);
    });
  });
}

test('a recorder is connected with a code from the settings, turns green with the game, goes live, is removed, and goes on with another code', async ({
  page,
  context,
  site,
}) => {
  test.slow();
  const account = await createAccount(site.origin);
  await startLoggedIn(page, account, site.origin);
  await page.goto(`${site.origin}/dashboard/settings`);
  await expect(page.getByText('No recorder is connected.')).toBeVisible();
  await page.getByRole('button', { name: 'Connect a recorder' }).click();
  const code = page.getByText(/^[A-Z2-9]{4} [A-Z2-9]{4}$/);
  await expect(code).toBeVisible();
  await expect(
    page.getByText(/^Enter this code in the recorder\. It can be used once, until \d\d:\d\d\.$/),
  ).toBeVisible();
  await expectSound(page);
  // A user with a code needs the recorder next, and the code beside it.
  const opened = context.waitForEvent('page');
  await page.getByRole('link', { name: 'Get the recorder' }).click();
  const download = await opened;
  await expect(download).toHaveURL(`${site.origin}/downloadInfo`);
  await download.close();
  await expect(code).toBeVisible();

  const rig = await context.newPage();
  await rig.goto(await startRecorder());
  await expect(rig.getByRole('status')).toHaveText('No packets from the game');
  const address = rig.getByLabel('Address of Pitboard');
  await expect(address).toHaveValue('http://localhost:8080');
  // A cleared field stays empty, although the page polls the status each second.
  await address.fill('');
  await rig.waitForResponse('**/status.json');
  await rig.waitForResponse('**/status.json');
  await expect(address).toHaveValue('');
  await address.fill(site.origin);
  await rig.getByLabel('Code').fill((await code.textContent()) ?? '');
  await rig.getByRole('button', { name: 'Connect' }).click();
  await expect(rig.getByLabel('Code')).toBeHidden();
  const port = Number(await rig.locator('#port').textContent());

  const row = page.getByRole('listitem').filter({ hasText: /^.+(Connected|Last seen)/ });
  await expect(row).toBeVisible();
  // A code works once: one that was used is not shown any more.
  await expect(code).toBeHidden();
  await expect(page.getByRole('status').filter({ hasText: 'is connected.' })).toBeVisible();

  // The game: a race at 60 Hz, in real time.
  const packets = racePackets(raceOf(5, Date.now()), { format: 2025, rate: 60 });
  const over = new AbortController();
  const playing = playPackets(packets, { host: '127.0.0.1', port }, over.signal);
  await expect(rig.getByRole('status')).toHaveText('Recording');
  await expect(rig.getByRole('row', { name: 'Cars 22' })).toBeVisible();
  expect(await findViolations(rig)).toEqual([]);
  expect(await rig.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await rig.getByRole('link', { name: /\/live\// }).click();
  const clock = setInterval(() => site.pass(100), 100);
  // The tower moves with the race.
  const tower = rig.getByRole('main').getByRole('table');
  await expect(tower.getByRole('row')).toHaveCount(23);
  for (let changes = 0; changes < 3; changes += 1) {
    const before = await tower.textContent();
    await expect.poll(() => tower.textContent()).not.toBe(before);
  }
  clearInterval(clock);
  over.abort();
  await playing;

  await row.getByRole('button', { name: /^Remove/ }).click();
  await page.getByRole('button', { name: 'Remove recorder' }).click();
  await expect(page.getByText('No recorder is connected.')).toBeVisible();

  await rig.goBack();
  await expect(rig.getByText(/^Not connected any more: this recorder was removed from its account/)).toBeVisible();
  await page.getByRole('button', { name: 'Connect a recorder' }).click();
  await expect(code).toBeVisible();
  await rig.getByLabel('Code').fill((await code.textContent()) ?? '');
  await rig.getByRole('button', { name: 'Connect' }).click();
  await expect(rig.getByLabel('Code')).toBeHidden();
  await expect(rig.getByRole('link', { name: /\/live\// })).toBeVisible();
});

test('the page of a session says how much of it was recorded', async ({ page, site }) => {
  const { code } = await site.api.get('createPairingCode', { as: 'Max' });
  const { token } = await site.api.get('pairRecorder', { body: { code, name: 'Rig' } });
  const { id } = await site.api.get('createSession', {
    headers: { authorization: `Bearer ${token}` },
    body: upload({
      internalSessionId: '4711',
      drivers: [driver({ name: 'Ada Swift', finishingPosition: 1 })],
      completeness: { laps: 1_144, lapsRecorded: 1_140, packets: 648_000, packetsLost: 12_960 },
    }),
  });
  await page.goto(`${site.origin}/sessions/${id}`);
  await expect(page.getByRole('region', { name: 'About this recording' })).toContainText(
    '1,140 of all drivers’ 1,144 laps recorded · 2 % of packets lost',
  );
});
