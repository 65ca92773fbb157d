import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { TokenStore } from './pairing.ts';
import { readSettings, type Settings, WrongSettings } from './settings.ts';

const folder = mkdtempSync(join(tmpdir(), 'pitboard-settings-'));
const empty = mkdtempSync(join(tmpdir(), 'pitboard-settings-'));
afterAll(() => {
  for (const path of [folder, empty]) rmSync(path, { recursive: true, force: true });
});

function read(words: readonly string[], env: Record<string, string> = {}): Settings {
  const settings = readSettings(words, { PITBOARD_FOLDER: empty, ...env });
  if (settings === 'help') throw new Error('help');
  return settings;
}

test('without settings it listens where the game sends by default, for the server on this computer', () => {
  expect(read([])).toEqual({
    server: 'http://localhost:8080',
    token: null,
    code: null,
    port: 20_777,
    host: '0.0.0.0',
    forward: [],
    key: null,
    delaySeconds: 0,
    useTcp: false,
    isLive: true,
    save: null,
    replay: null,
    speed: 1,
    pagePort: 20_780,
    folder: empty,
  });
});

test('the command line goes before the environment, and that before the file', () => {
  const file = { server: 'https://file.example/', port: 1_001, delay: 10, forward: ['10.0.0.1:5'] };
  writeFileSync(join(folder, 'settings.json'), JSON.stringify(file));
  const env = { PITBOARD_FOLDER: folder, PITBOARD_PORT: '1002', PITBOARD_DELAY: '20', PITBOARD_TCP: 'on' };
  expect(read(['--port', '1003'], env)).toMatchObject({
    server: 'https://file.example',
    port: 1_003,
    delaySeconds: 20,
    useTcp: true,
    forward: [{ host: '10.0.0.1', port: 5 }],
  });
});

test('a recorder that is connected to a server goes to that one unless another is named', () => {
  const paired = mkdtempSync(join(tmpdir(), 'pitboard-settings-'));
  new TokenStore(paired).write({ server: 'https://race.example', token: 'pbr_x' });
  const env = { PITBOARD_FOLDER: paired };
  expect(read([], env).server).toBe('https://race.example');
  expect(read(['--server', 'https://other.example'], env).server).toBe('https://other.example');
  rmSync(paired, { recursive: true, force: true });
});

test('packets are forwarded to several programs', () => {
  expect(read(['--forward', '127.0.0.1:20778', '--forward', '[::1]:20779']).forward).toEqual([
    { host: '127.0.0.1', port: 20_778 },
    { host: '::1', port: 20_779 },
  ]);
  expect(read([], { PITBOARD_FORWARD: 'a.example:1, b.example:2' }).forward).toHaveLength(2);
});

test.each([
  [['--speed', 'max', '--replay', 'race.cap.gz'], Number.POSITIVE_INFINITY],
  [['--speed', '2.5', '--replay', 'race.cap.gz'], 2.5],
])('%j sets the speed', (words, speed) => {
  expect(read(words).speed).toBe(speed);
});

test.each([
  [['--port', '70000'], {}, '--port must be 0 to 65535'],
  [['--port', 'x'], {}, '--port must be a number'],
  [[], { PITBOARD_DELAY: '181' }, 'PITBOARD_DELAY must be 0 to 180'],
  [[], { PITBOARD_TCP: 'maybe' }, 'PITBOARD_TCP must be on or off'],
  [['--server', 'race.example'], {}, '--server must be an http:// or https:// address'],
  [['--forward', 'nowhere'], {}, '--forward must be HOST:PORT, such as 127.0.0.1:20778'],
  [['--forward', '127.0.0.1:20777'], {}, 'forward: port 20777 is the one that this recorder listens on'],
  [['--speed', '2'], {}, '--speed needs --replay'],
  [['--speed', '0', '--replay', 'x'], {}, '--speed must be max, or a number above 0 and at most 1000'],
  [['race.cap.gz'], {}, "Unexpected argument 'race.cap.gz'"],
])('%j with %j is refused: %s', (words, env, message) => {
  expect(() => read(words, env as Record<string, string>)).toThrow(message);
  expect(() => read(words, env as Record<string, string>)).toThrow(WrongSettings);
});

test.each([
  ['{"prot": 20777}', 'settings.json: prot is not a setting'],
  ['{"port": -1}', 'settings.json: port must be 0 to 65535'],
  ['{"port"', 'settings.json: '],
])('a file with %s is refused', (text, message) => {
  writeFileSync(join(folder, 'settings.json'), text);
  expect(() => read([], { PITBOARD_FOLDER: folder })).toThrow(message);
});
