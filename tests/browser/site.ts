import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { openTestServer, type TestServer } from '../../server/testing/open-test-server.ts';
import { driver, upload } from '../fixtures/session.ts';
import { freePort } from '../postgres.ts';
import { test as base, expect } from './world.ts';

/** A server of the test's own, which can be stopped, and whose app can be deployed anew. */
export interface Site {
  readonly origin: string;
  readonly sessionId: string;
  readonly leagueId: string;
  readonly seasonId: string;
  /** Makes calls without going through the network. */
  readonly data: TestServer;
  readonly stop: () => Promise<void>;
  /** The same server again, with other settings where given. */
  readonly start: (changed?: Record<string, string>) => Promise<void>;
  /** Leaves what is asked of a path unanswered from now on, as a bad line does; resolves with the first that asks. */
  readonly mute: (path: string) => Promise<void>;
  /** Another build of the app, on the same address, with the same data; `without`: a script that was not copied along. */
  readonly deploy: (name: string, without?: string) => Promise<void>;
}

const built = join(import.meta.dirname, '../../dist');

export const test = base.extend<{ site: Site; settings: Record<string, string> }>({
  /** Environment variables of the server. */
  settings: [{}, { option: true }],
  site: async ({ settings: given }, use) => {
    const port = await freePort();
    const origin = `http://127.0.0.1:${port}`;
    const dist = mkdtempSync(join(tmpdir(), 'pitboard-dist-'));
    cpSync(built, dist, { recursive: true });
    // Builds and keys outlive a server.
    const dataDir = mkdtempSync(join(tmpdir(), 'pitboard-site-'));
    const settings = { PUBLIC_URL: origin, PORT: String(port), DATA_DIR: dataDir, ...given };
    const data = await openTestServer(settings, dist);
    let server: TestServer = data;
    const mute = (path: string) =>
      new Promise<void>((asked) => {
        const { server: http } = server.app;
        const answers = http.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[];
        http.removeAllListeners('request');
        http.on('request', (request, response) => {
          if (request.url?.startsWith(path) === true) asked();
          else for (const answer of answers) answer(request, response);
        });
      });
    await server.app.listen({ port, host: '127.0.0.1' });
    const drivers = [driver({ name: 'Ada Swift', finishingPosition: 1 })];
    const { id } = await data.get('createSession', { as: 'Max', body: upload({ drivers }) });
    const league = await data.get('createLeague', { as: 'Max', body: { name: 'Car Park League' } });
    const season = await data.get('createSeason', { as: 'Max', body: { name: 'Car Park Season' } });
    let isListening = true;
    const stop = async () => {
      if (isListening) {
        server.app.server.closeAllConnections();
        await (server === data ? new Promise((done) => server.app.server.close(done)) : server.close());
      }
      isListening = false;
    };
    const start = async (changed: Record<string, string> = {}) => {
      server = await openTestServer({ ...settings, ...changed }, dist, undefined, { over: data });
      await server.app.listen({ port, host: '127.0.0.1' });
      isListening = true;
    };
    let lost: { readonly path: string; readonly text: string } | null = null;
    const deploy = async (name: string, without?: string) => {
      await stop();
      const assets = join(dist, 'assets');
      if (lost !== null) writeFileSync(lost.path, lost.text);
      const scripts = readdirSync(assets).filter((file) => file.endsWith('.js'));
      const renamed = (text: string) =>
        scripts.reduce((last, file) => last.replaceAll(file, file.replace(/\.js$/, `.${name}.js`)), text);
      // Every script under another name, as where all have changed; the entry says which build it is.
      for (const file of scripts) {
        const mark = file.startsWith('index-') ? `\ndocument.documentElement.dataset.build = '${name}';\n` : '';
        const text = readFileSync(join(assets, file), 'utf8');
        rmSync(join(assets, file));
        writeFileSync(join(assets, renamed(file)), renamed(text) + mark);
      }
      for (const file of ['index.html', 'sw.js']) {
        const text = readFileSync(join(dist, file), 'utf8');
        const revised = text
          .replace(/(\{url:"index\.html",revision:")[^"]*/, `$1${name}`)
          .replace(/(\{revision:")[^"]*(",url:"index\.html")/, `$1${name}$2`);
        writeFileSync(join(dist, file), renamed(revised));
      }
      const file = without === undefined ? undefined : readdirSync(assets).find((each) => each.startsWith(without));
      const path = file === undefined ? null : join(assets, file);
      lost = path === null ? null : { path, text: readFileSync(path, 'utf8') };
      if (path !== null) rmSync(path);
      await start();
    };
    await use({ origin, sessionId: id, leagueId: league.id, seasonId: season.id, data, stop, start, mute, deploy });
    await stop();
    await data.close();
    for (const folder of [dist, dataDir]) rmSync(folder, { recursive: true, force: true });
  },
});

/** The heading of the page. */
export const heading = (page: Page) => page.getByRole('heading', { level: 1 });
/** Name of the build that runs in a tab; null for the first. */
export const build = (page: Page) => page.locator('html').getAttribute('data-build');

/** The late parts of the frame are there: what their links do is done on the spot. */
export const isWhole = (page: Page) => expect(page.locator('p[role=status]').first()).toBeAttached();

/** Visits until the worker serves the page. */
export async function install(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.getByText('Pitboard works without a network now.')).toBeVisible();
}

export { expect };
