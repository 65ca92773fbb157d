import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import type { Page } from 'playwright/test';
import { openTestServer, type TestServer } from '../../server/tests/support/open-test-server.ts';
import { integrityOf } from '../../tools/build/precache-integrity.ts';
import { driver, upload } from '../fixtures/session.ts';
import { freePort } from '../postgres.ts';
import { test as base, expect } from './base-test.ts';

/** The fault of the script of a build whose name starts with `script`: it is missing, or has another content. */
interface DeployFault {
  readonly script: string;
  readonly content: string | null;
}

/** A server of one test, which can be stopped, and which can serve new builds of the app. */
export interface Site {
  readonly origin: string;
  readonly sessionId: string;
  readonly leagueId: string;
  readonly seasonId: string;
  /** Makes calls without the network, also while the server is stopped. */
  readonly api: TestServer;
  readonly stop: () => Promise<void>;
  /** Starts the same server again; `changed` replaces settings. */
  readonly start: (changed?: Record<string, string>) => Promise<void>;
  /** Moves the clock of the server on, in ms: live sessions are sent with it. */
  readonly pass: (milliseconds: number) => void;
  /** From now on requests for this path get no answer; resolves with the first one, to a function that answers them all. */
  readonly hang: (path: string) => Promise<() => void>;
  /** Replaces the app by another build at the same address. */
  readonly deploy: (build: string, fault?: DeployFault) => Promise<void>;
}

// To optimise the code of the embedded database takes each worker longer than its tests need the database.
setFlagsFromString('--liftoff-only');

const builtApp = join(import.meta.dirname, '../../dist');

/** Tests on a server of their own. */
export const test = base.extend<{ site: Site; settings: Record<string, string>; discordOrigin: string | undefined }>({
  /** Stands in for Discord. */
  discordOrigin: [undefined, { option: true }],
  /** Environment variables of the server. */
  settings: [{}, { option: true }],
  // The first database of a process is made anew, which is not part of the test's own time.
  site: [
    async ({ settings: given, discordOrigin }, use) => {
      const port = await freePort();
      const origin = `http://127.0.0.1:${port}`;
      // A copy takes a tenth of a second, so only a test that deploys has one.
      let dist = builtApp;
      const copyApp = () => {
        dist = mkdtempSync(join(tmpdir(), 'pitboard-dist-'));
        cpSync(builtApp, dist, { recursive: true });
      };
      // Previous builds and keys are in this folder, for every server that is started.
      const dataDir = mkdtempSync(join(tmpdir(), 'pitboard-site-'));
      const settings = { PUBLIC_URL: origin, PORT: String(port), DATA_DIR: dataDir, ...given };
      const outside = discordOrigin === undefined ? {} : { discordOrigin };
      const api = await openTestServer(settings, dist, undefined, outside);
      let server: TestServer = api;
      const hang = (path: string) =>
        new Promise<() => void>((requested) => {
          const { server: http } = server.app;
          const held: [IncomingMessage, ServerResponse][] = [];
          const handlers = http.listeners('request') as ((
            request: IncomingMessage,
            response: ServerResponse,
          ) => void)[];
          const answer = (...exchange: [IncomingMessage, ServerResponse]) => {
            for (const handle of handlers) handle(...exchange);
          };
          const release = () => {
            http.removeAllListeners('request');
            http.on('request', answer);
            for (const exchange of held) answer(...exchange);
          };
          http.removeAllListeners('request');
          http.on('request', (...exchange) => {
            if (exchange[0].url?.startsWith(path) !== true) return answer(...exchange);
            held.push(exchange);
            requested(release);
          });
        });
      // Upgraded connections too.
      const sockets = new Set<Socket>();
      api.app.server.on('connection', (socket) => {
        sockets.add(socket);
        socket.once('close', () => sockets.delete(socket));
      });
      await server.app.listen({ port, host: '127.0.0.1' });
      const drivers = [driver({ name: 'Ada Swift', finishingPosition: 1 })];
      const { id } = await api.get('createSession', { as: 'Max', body: upload({ drivers }) });
      const league = await api.get('createLeague', { as: 'Max', body: { name: 'Car Park League' } });
      const season = await api.get('createSeason', { as: 'Max', body: { name: 'Car Park Season' } });
      let isListening = true;
      const stop = async () => {
        if (isListening) {
          for (const socket of sockets) socket.destroy();
          await (server === api ? new Promise((closed) => server.app.server.close(closed)) : server.close());
        }
        isListening = false;
      };
      const start = async (changed: Record<string, string> = {}) => {
        server = await openTestServer({ ...settings, ...changed }, dist, undefined, { ...outside, over: api });
        await server.app.listen({ port, host: '127.0.0.1' });
        isListening = true;
      };
      let leftOut: { readonly path: string; readonly text: string } | null = null;
      const deploy = async (name: string, fault?: DeployFault) => {
        await stop();
        if (dist === builtApp) copyApp();
        const assets = join(dist, 'assets');
        if (leftOut !== null) writeFileSync(leftOut.path, leftOut.text);
        const scripts = readdirSync(assets).filter((file) => file.endsWith('.js'));
        const names = new Map(scripts.map((file) => [file, file.replace(/\.js$/, `.${name}.js`)]));
        // One pass over each text: a pass for each of the hundred names takes a quarter of a second.
        const renamed = (text: string) => text.replaceAll(/[\w.-]+\.js/g, (file) => names.get(file) ?? file);
        // Every script gets another name, as if all had changed; the entry script says which build it belongs to.
        for (const file of scripts) {
          const label = file.startsWith('index-') ? `\ndocument.documentElement.dataset.build = '${name}';\n` : '';
          const text = readFileSync(join(assets, file), 'utf8');
          rmSync(join(assets, file));
          writeFileSync(join(assets, renamed(file)), renamed(text) + label);
        }
        for (const file of ['index.html', 'sw.js', 'stored-files.json']) {
          const text = readFileSync(join(dist, file), 'utf8');
          const revised = text
            .replace(/(\{url:"index\.html",revision:")[^"]*/, `$1${name}`)
            .replace(/(\{revision:")[^"]*(",url:"index\.html")/, `$1${name}$2`);
          writeFileSync(join(dist, file), renamed(revised));
        }
        renewIntegrity(dist);
        const file = fault && readdirSync(assets).find((each) => each.startsWith(fault.script));
        const path = file === undefined ? null : join(assets, file);
        leftOut = path === null ? null : { path, text: readFileSync(path, 'utf8') };
        if (path !== null && fault?.content == null) rmSync(path);
        else if (path !== null && fault?.content != null) writeFileSync(path, fault.content);
        await start();
      };
      const pass = (milliseconds: number) => server.pass(milliseconds);
      const entities = { sessionId: id, leagueId: league.id, seasonId: season.id };
      await use({ origin, ...entities, api, stop, start, pass, hang, deploy });
      await stop();
      await api.close();
      for (const folder of dist === builtApp ? [dataDir] : [dist, dataDir])
        rmSync(folder, { recursive: true, force: true });
    },
    { timeout: 120_000 },
  ],
});

/** A file is stored only with the content that the list of the service worker, or the other one, names. */
function renewIntegrity(dist: string): void {
  const hashOf = (file: string) => integrityOf(readFileSync(join(dist, file)));
  const renew = (name: string, entries: RegExp) => {
    const path = join(dist, name);
    const renewed = readFileSync(path, 'utf8').replaceAll(entries, (entry, file) =>
      entry.replace(/sha256-[^"]+/, () => hashOf(file)),
    );
    writeFileSync(path, renewed);
  };
  renew('sw.js', /\{[^{}]*url:"(assets\/[^"]+)"[^{}]*\}/g);
  renew('stored-files.json', /"\/(assets\/[^"]+)":"sha256-[^"]+"/g);
}

/** Opens a page and waits until the service worker has stored the app on the device: test.use({ serviceWorkers: 'allow' }). */
export async function installApp(page: Page, address: string): Promise<void> {
  await page.goto(address);
  // All files of the app: on a busy machine that is more than a page shows in the usual time.
  await expect(page.getByText('Ready to use offline.')).toBeVisible({ timeout: 30_000 });
}
