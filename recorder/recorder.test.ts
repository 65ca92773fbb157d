import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { Recorder } from './recorder.ts';
import { Spool } from './spool/spool.ts';
import { TestGame } from './testing/test-game.ts';

const begun = Date.parse('2026-05-01T18:00:00.000Z');
const id = '01900000-0000-7000-8000-000000000001';
const key = 'a'.repeat(32);

let folder: string;
let said: string[];
let game: TestGame;
let recorder: Recorder;
let server: string | null;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pitboard-recorder-'));
  said = [];
  server = null;
  game = new TestGame();
  recorder = open();
});
afterEach(() => {
  recorder.close();
  rmSync(folder, { recursive: true, force: true });
});

const now = () => begun + game.time * 1_000;

function open(): Recorder {
  const made = new Recorder({
    spool: new Spool(folder),
    destination: () => (server === null ? null : { server, token: 'good' }),
    live: {},
    now,
    say: (text) => said.push(text),
  });
  made.open();
  return made;
}

function send(...datagrams: Uint8Array[]): void {
  for (const datagram of datagrams) recorder.receive(datagram, now());
}

/** A race of two cars, of which the first one has driven a lap. */
function driveLap(): void {
  send(game.event({ code: 'SSTA', details: {} }), game.session(), game.participants(['Ann', 'Bob']));
  send(game.laps([{}, {}]));
  game.at(90);
  send(game.laps([{ currentLapNum: 2, lastLapTimeInMS: 88_000 }, {}]));
}

const files = () => readdirSync(join(folder, '7')).sort();
const lapsOf = () => recorder.session?.read().drivers.map(({ lapTimes }) => lapTimes.length);

describe('after a crash', () => {
  test('a write that was cut off does not hide the packets of its session', () => {
    driveLap();
    recorder.close();
    writeFileSync(join(folder, '7', `upload-${key}.json.part`), '{"trackId":');
    recorder = open();
    expect(lapsOf()).toEqual([1, 0]);
    expect(files()).toEqual(['live', 'packets']);
  });

  test('an upload that cannot be read is made again, and both are reported and kept', () => {
    driveLap();
    recorder.end();
    const [upload = ''] = files().filter((file) => file.startsWith('upload-'));
    recorder.close();
    writeFileSync(join(folder, '7', upload), '{"trackId":');
    // A recording that cannot be opened does not stop the others.
    mkdirSync(join(folder, '7', `upload-${key}.json`));
    recorder = open();
    expect(lapsOf()).toEqual([1, 0]);
    recorder.end();
    expect(recorder.storage.uploads).toBe(1);
    const unreadable = [upload, `upload-${key}.json`].map((file) => file.replace('upload', 'unreadable'));
    expect(files()).toEqual(['live', 'packets', ...unreadable, upload].sort());
    expect(said).toEqual(
      unreadable.sort().map((file) => expect.stringMatching(new RegExp(`cannot be read: .*${file}$`))),
    );
  });
});

test('packets with laps of which no session can be made stay, and are reported once', () => {
  // The game has not said what is driven where.
  send(game.participants(['Ann']), game.laps([{}]));
  game.at(90);
  send(game.laps([{ currentLapNum: 2, lastLapTimeInMS: 88_000 }]));
  recorder.end();
  expect(files()).toEqual(['live', 'not-stored', 'packets']);
  expect(said).toEqual([expect.stringContaining(join(folder, '7', 'packets'))]);
  recorder.close();
  recorder = open();
  expect([recorder.session, said.length, files()]).toEqual([null, 1, ['live', 'not-stored', 'packets']]);
});

test('a session that begins again is another recording beside the first one, also after a crash', () => {
  driveLap();
  game.frame += 60;
  game.time = 0;
  driveLap();
  expect(readdirSync(folder).sort()).toEqual(['7', '7-2']);
  expect(files()).toEqual(['live', 'packets', expect.stringMatching(/^upload-/)]);
  expect(recorder.storage.uploads).toBe(1);
  recorder.close();
  recorder = open();
  expect(lapsOf()).toEqual([1, 0]);
  game.at(180);
  send(game.laps([{ currentLapNum: 3, lastLapTimeInMS: 88_500 }, {}]), game.result([2, 0]));
  recorder.end();
  expect(readdirSync(folder).sort()).toEqual(['7', '7-2']);
  expect(recorder.storage.uploads).toBe(2);
});

test('a session without a lap leaves nothing', () => {
  send(game.session(), game.participants(['Ann']), game.laps([{}]));
  recorder.end();
  expect(readdirSync(folder)).toEqual([]);
});

describe('a recorder that is closed', () => {
  let http: Server;
  let sockets: WebSocketServer;
  const hasEnd: { resolve: () => void } = { resolve: () => undefined };

  beforeEach(async () => {
    http = createServer((request, response) => {
      request.resume().once('end', () => {
        const origin = `ws://${request.headers.host}/`;
        const publish = { transport: 'ws', url: `${origin}publish`, token: 'publisher' };
        response.end(JSON.stringify({ id, epoch: 1, publish }));
      });
    });
    sockets = new WebSocketServer({ server: http });
    sockets.on('connection', (socket) => {
      socket.on('message', (data) => {
        const { type } = JSON.parse(data.toString());
        if (type === 'auth') socket.send(JSON.stringify({ type: 'ready', epoch: 1, seq: 0 }));
        // It is not confirmed.
        if (type === 'end') hasEnd.resolve();
      });
    });
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    const bound = http.address();
    server = `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : 0}`;
  });
  afterEach(() => {
    for (const socket of sockets.clients) socket.terminate();
    sockets.close();
    http.closeAllConnections();
    http.close();
  });

  test('leaves a live session whose end the server has not confirmed', async () => {
    send(game.session(), game.participants(['Ann']), game.laps([{}]));
    game.at(2);
    send(game.laps([{}]));
    await expect.poll(() => recorder.publisher?.isLive).toBe(true);
    const ended = new Promise<void>((resolve) => {
      hasEnd.resolve = resolve;
    });
    recorder.end();
    await ended;
    expect(sockets.clients.size).toBe(1);
    recorder.close();
    await expect.poll(() => sockets.clients.size).toBe(0);
  });
});
