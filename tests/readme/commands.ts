import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { afterAll, describe, expect, test } from 'vitest';
import { findChromium } from '../browser/chromium.ts';
import { savedRace } from '../fixtures/saved-session.ts';
import { block } from './claimed-blocks.ts';
import type { Clone } from './clone.ts';
import { editHome, firstStart, read, site, start, startDevelopment, stop } from './start.ts';
import type { Running } from './terminal.ts';

const importing = block('npm run import');
const recording = block('npm run record-live');
const backup = block('npm run backup');

/** Runs the commands for one machine in the order of the README, each as it stands there. */
export function testCommands(clone: () => Clone): void {
  let server: Running | null = null;
  const stopServer = async () => {
    if (server !== null) await stop(server);
    server = null;
  };

  describe.sequential('without a setting', () => {
    afterAll(stopServer);

    test('the first command builds and serves the app, with an account to log in with', async () => {
      server = await start(clone().terminal, firstStart);
      expect(await read('/')).toContain('<script type="module"');
      const [, email, password] = /Demo sign-in: (\S+) with the password (\S+)/.exec(server.output) ?? [];
      const response = await fetch(`${site}/auth/v1/token?grant_type=password`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password }),
      });
      expect(response.status).toBe(200);
      expect(await read('/outbox')).toContain('<');
      await stopServer();
    });

    test('the next start builds nothing and keeps what is stored', async () => {
      const { folder, terminal } = clone();
      const built = () => ['dist', 'dist-server'].map((name) => statSync(join(folder, name, '.sources')).mtimeMs);
      const before = built();
      server = await start(terminal);
      expect(built()).toEqual(before);
      expect(JSON.parse(await read('/api/Sessions')).length).toBeGreaterThan(0);
    });

    test('a token is made, and files are imported with it', async () => {
      const { folder, terminal } = clone();
      const names = ['Race_Monza_2026_09_06.json', 'Qualifying_1.json', 'Qualifying_2.json'];
      for (const [index, name] of names.entries()) {
        const link = { 'session-link-identifier': index, 'session-type': index === 0 ? 'Race' : 'One Shot Qualifying' };
        writeFileSync(join(folder, name), JSON.stringify(savedRace({}, link)));
      }
      const output = await terminal.run(importing);
      for (const name of names) expect(output).toMatch(new RegExp(`${name}: .*${site}/sessions/`));
    });

    test('a live race is recorded until Ctrl-C, and replayed', async () => {
      const { folder, terminal } = clone();
      const [record = '', replay = ''] = recording.split('\n');
      const [race] = JSON.parse(await read('/api/LiveSession/all'));
      const recorder = terminal.start(record.replace('ID', race.id));
      await expect
        .poll(() => existsSync(join(folder, 'race.jsonl')) && statSync(join(folder, 'race.jsonl')).size > 100_000, {
          timeout: 60_000,
        })
        .toBe(true);
      await recorder.interrupt();
      expect(recorder.output).toMatch(/race\.jsonl: \d+ messages/);
      // The token stands in the block before.
      const [token = ''] = importing.split('\n');
      const output = await terminal.run(`${token}\n${replay}`);
      expect(output).toContain(`live at ${site}/live/`);
      expect(readFileSync(join(folder, 'race.jsonl'), 'utf8').trim().split('\n').length).toBeGreaterThan(1);
    });

    test('a backup of the running server is restored to another folder, which then runs', async () => {
      const { folder, terminal } = clone();
      const sessions = await read('/api/Sessions');
      await terminal.run(backup);
      expect(existsSync(join(folder, 'restored/keys.json'))).toBe(true);
      await stopServer();
      server = await start(terminal, `DATA_DIR=restored PITBOARD_TEST='{"demoLive":false}' npm start`);
      expect(await read('/api/Sessions')).toBe(sessions);
      await stopServer();
    });

    test('development beside the built app shows an edit, also where a browser has the built app installed', async () => {
      const { folder, terminal } = clone();
      const { executablePath, args } = await findChromium();
      const browser = await chromium.launch({ executablePath, args: [...args] });
      try {
        const page = await browser.newPage();
        server = await start(terminal);
        await page.goto(site);
        await page.waitForFunction(() => navigator.serviceWorker.ready.then(() => true));
        await page.reload();
        await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
        await stopServer();
        server = await startDevelopment(terminal);
        await page.reload();
        const developed = page.locator('html:has(script[src="/@vite/client"])');
        const update = page.getByRole('button', { name: 'Update now' });
        await developed.or(update).waitFor({ timeout: 60_000 });
        // A worker that the browser has found in the moment of the reload may wait: it is offered as an update.
        if (await update.isVisible()) await update.click();
        await developed.waitFor({ timeout: 60_000 });
        await page.getByRole('heading', { name: 'Race nights, lap by lap' }).waitFor({ timeout: 60_000 });
        // The server renders the page before the app is there, which until then hears of no edit.
        const shell = page.getByRole('dialog', { name: 'On this device', includeHidden: true });
        await shell.waitFor({ state: 'attached', timeout: 120_000 });
        editHome(folder, 'Seen at once');
        await page.getByRole('heading', { name: 'Seen at once' }).waitFor({ timeout: 30_000 });
      } finally {
        await browser.close();
      }
      await stopServer();
    });
  });
}
