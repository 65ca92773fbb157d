import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { block } from './claimed-blocks.ts';
import type { Clone } from './clone.ts';
import type { Running, Terminal } from './terminal.ts';

export const site = 'http://localhost:8080';
export const firstStart = block('npm ci && npm start');
/** The command of the second start. */
const nextStart = 'npm start';

/** Starts the server by a command; resolves when it says where it is. */
export async function start(terminal: Terminal, command = nextStart, address = site): Promise<Running> {
  const server = terminal.start(command);
  await server.until(`Pitboard is on ${address}`);
  return server;
}

/** Stops what runs at the ports of the documents with Ctrl-C. */
export async function stop(running: Running): Promise<void> {
  // The exit code or signal depends on npm and the shell: both get the signal, too.
  expect(await running.interrupt()).not.toBe('timeout');
  expect(running.output).not.toContain('could not stop');
  await expect(fetch(`${site}/api/health`)).rejects.toThrow();
}

export async function read(path: string): Promise<string> {
  const response = await fetch(site + path, { signal: AbortSignal.timeout(30_000) });
  expect([path, response.status]).toEqual([path, 200]);
  return response.text();
}

const page = 'src/pages/home/HomePage.tsx';
const heading = 'Race nights, lap by lap';

/** Changes the heading of the home page in the source. */
export function editHome(folder: string, edited: string): void {
  const source = readFileSync(join(folder, page), 'utf8');
  expect(source).toContain(heading);
  writeFileSync(join(folder, page), source.replace(heading, edited));
}

/** The first start, the next one, and development beside the built tree, in a folder where nothing has run. */
export async function startAndDevelop({ folder, terminal }: Clone): Promise<void> {
  const first = await start(terminal, firstStart);
  const sessions = await read('/api/Sessions');
  expect(await read('/')).toContain('<script type="module"');
  await stop(first);
  const second = await start(terminal);
  expect(await read('/api/Sessions')).toBe(sessions);
  await stop(second);
  const development = await startDevelopment(terminal);
  editHome(folder, 'Seen at once');
  expect(await read(`/${page}`)).toContain('Seen at once');
  await stop(development);
}

/** Starts the app and the API in development; resolves when both answer. */
export async function startDevelopment(terminal: Terminal): Promise<Running> {
  const development = await start(terminal, 'npm run dev');
  expect(await read('/')).toContain('/@vite/client');
  expect(JSON.parse(await read('/readyz'))).toMatchObject({});
  return development;
}
