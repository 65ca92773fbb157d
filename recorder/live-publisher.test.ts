import { EventEmitter, once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import type { LiveDocument } from '#contract/live/document';
import { applyPatch, type Tree } from '#contract/live/merge-patch';
import { liveMessageLimit } from '#contract/live/publisher-messages';
import { liveCloseCodes } from '#contract/live/viewer-messages';
import { LivePublisher } from './live-publisher.ts';

const id = '01900000-0000-7000-8000-000000000001';

// biome-ignore lint/suspicious/noExplicitAny: messages are compared with what is expected
type Message = any;

/** A server whose messages the test sends itself. */
let http: Server;
let sockets: WebSocketServer;
let publisher: LivePublisher;
let registrations: number;
let origin: string;
/** Connections are accepted and not answered. */
let isSilent: boolean;
/** The TCP port that the server names, on a host that only others can reach; null for a WebSocket. */
let tcpPort: number | null;
const warnings: string[] = [];
const connections: WebSocket[] = [];
const waiting: ((socket: WebSocket) => void)[] = [];
const received = new WeakMap<WebSocket, Message[]>();
const wanted = new WeakMap<WebSocket, (message: Message) => void>();
/** Has the event `wait` when the publisher begins to wait before it connects again. */
const waits = new EventEmitter();

/** The smallest document; the publisher does not check it. */
const documentOf = (changes: object): LiveDocument => ({ trackId: 1, ...changes }) as unknown as LiveDocument;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  // A part of each wait is random.
  vi.spyOn(Math, 'random').mockImplementation(() => {
    waits.emit('wait');
    return 0;
  });
  registrations = 0;
  isSilent = false;
  tcpPort = null;
  warnings.length = 0;
  connections.length = 0;
  waiting.length = 0;
  http = createServer((request, response) => {
    registrations += 1;
    request.resume();
    const url = `${origin.replace('http', 'ws')}/publish`;
    const target = tcpPort === null ? { transport: 'ws', url } : { transport: 'tcp', host: 'race.test', port: tcpPort };
    const publish = { ...target, token: `token ${registrations}` };
    response.end(JSON.stringify({ id, epoch: registrations, publish }));
  });
  const verifyClient = (_: unknown, answer: (isAccepted: boolean) => void) => {
    if (!isSilent) answer(true);
  };
  sockets = new WebSocketServer({ server: http, verifyClient });
  sockets.on('connection', (socket) => {
    received.set(socket, []);
    socket.on('message', (data) => {
      const message = JSON.parse(data.toString());
      expect(data.toString().length).toBeLessThanOrEqual(liveMessageLimit);
      const next = wanted.get(socket);
      wanted.delete(socket);
      if (next === undefined) received.get(socket)?.push(message);
      else next(message);
    });
    const next = waiting.shift();
    if (next === undefined) connections.push(socket);
    else next(socket);
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const bound = http.address();
  origin = `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : 0}`;
  const token = async () => 'user';
  publisher = new LivePublisher({ server: origin, token, id, warn: (text) => warnings.push(text) });
  await publisher.start();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  publisher.stop();
  for (const socket of sockets.clients) socket.terminate();
  sockets.close();
  http.close();
});

/** The next connection of the publisher, after it has sent its token. */
async function connection(token: string): Promise<WebSocket> {
  const socket = connections.shift() ?? (await new Promise<WebSocket>((resolve) => waiting.push(resolve)));
  expect(await next(socket)).toEqual({ type: 'auth', token });
  return socket;
}

function next(socket: WebSocket): Promise<Message> {
  const message = received.get(socket)?.shift();
  return message === undefined ? new Promise((resolve) => wanted.set(socket, resolve)) : Promise.resolve(message);
}

/** Does what costs the publisher its connection, and lets the time pass after which it connects again, in ms. */
async function reconnectAfter(time: number, loseConnection: () => void): Promise<void> {
  const waiting = once(waits, 'wait');
  loseConnection();
  await waiting;
  vi.advanceTimersByTime(time);
}

const say = (socket: WebSocket, message: object) => socket.send(JSON.stringify(message));

test('the first message is the document, the next ones are its changes', async () => {
  const socket = await connection('token 1');
  publisher.update(documentOf({ trackTemp: 30 }), 100);
  say(socket, { type: 'ready', epoch: 1, seq: 0 });
  expect(await next(socket)).toEqual({ type: 'snapshot', seq: 1, t: 100, document: { trackId: 1, trackTemp: 30 } });
  publisher.update(documentOf({ trackTemp: 31 }), 200);
  expect(await next(socket)).toEqual({ type: 'patch', seq: 2, t: 200, patch: { trackTemp: 31 } });
});

test('after a lost connection it goes on with a snapshot after the last number that the server has', async () => {
  const first = await connection('token 1');
  publisher.update(documentOf({ trackTemp: 30 }), 100);
  say(first, { type: 'ready', epoch: 1, seq: 0 });
  await next(first);
  await reconnectAfter(250, () => first.terminate());
  const second = await connection('token 1');
  say(second, { type: 'ready', epoch: 1, seq: 7 });
  expect(await next(second)).toMatchObject({ type: 'snapshot', seq: 8 });
  expect(registrations).toBe(1);
});

test('a connection on which the server does not answer any more is replaced', async () => {
  const first = await connection('token 1');
  publisher.update(documentOf({ trackTemp: 30 }), 100);
  say(first, { type: 'ready', epoch: 1, seq: 0 });
  await next(first);
  await reconnectAfter(250, () => vi.advanceTimersByTime(6_000));
  const second = await connection('token 1');
  say(second, { type: 'ready', epoch: 1, seq: 1 });
  expect(await next(second)).toMatchObject({ type: 'snapshot', seq: 2 });
  expect(registrations).toBe(1);
});

test('a try to connect that nobody answers is given up for the next one', async () => {
  const first = await connection('token 1');
  isSilent = true;
  const asked = new Promise((resolve) => http.once('upgrade', resolve));
  await reconnectAfter(250, () => first.terminate());
  await asked;
  isSilent = false;
  await reconnectAfter(250, () => vi.advanceTimersByTime(1_000));
  await connection('token 1');
});

test('what the server misses is sent as a snapshot', async () => {
  const socket = await connection('token 1');
  publisher.update(documentOf({ trackTemp: 30 }), 100);
  say(socket, { type: 'ready', epoch: 1, seq: 0 });
  await next(socket);
  say(socket, { type: 'resend', from: 1 });
  expect(await next(socket)).toMatchObject({ type: 'snapshot', seq: 2 });
});

test('a token that is refused is replaced by registering again', async () => {
  const socket = await connection('token 1');
  say(socket, { type: 'refused', problem: { status: 401, title: 'Unauthorized' } });
  await reconnectAfter(250, () => socket.close(liveCloseCodes.refused));
  await connection('token 2');
  expect(warnings).toEqual([]);
});

test('a recorder that took over is the end of this one, with a reason', async () => {
  const socket = await connection('token 1');
  say(socket, { type: 'refused', problem: { status: 409, detail: 'Another recorder has taken over this session.' } });
  await publisher.end();
  expect(warnings).toEqual([`live session ${id}: Another recorder has taken over this session.`]);
});

test('a warning is passed on with every path, and the session goes on', async () => {
  const socket = await connection('token 1');
  publisher.update(documentOf({ trackTemp: 30 }), 100);
  say(socket, { type: 'ready', epoch: 1, seq: 0 });
  await next(socket);
  const errors = [
    { path: 'patch.startWeather', message: 'is not known' },
    { path: '', message: 'more than 256 kB/s' },
  ];
  say(socket, { type: 'warning', problem: { detail: 'patch.startWeather: is not known (and 1 more)', errors } });
  say(socket, { type: 'compliment' });
  say(socket, { type: 'resend', from: 1 });
  expect(await next(socket)).toMatchObject({ type: 'snapshot', seq: 2 });
  expect(warnings).toEqual([`live session ${id}: patch.startWeather: is not known; more than 256 kB/s`]);
});

test.each([
  [503, 250, 'The server cannot do this now.'],
  [429, 500, 'At most 200 messages a second.'],
  [400, 500, 'patch.startWeather is not known.'],
])('after a refusal with %i it connects again within %i ms, and sends a snapshot', async (status, time, detail) => {
  const first = await connection('token 1');
  publisher.update(documentOf({ trackTemp: 30 }), 100);
  say(first, { type: 'refused', problem: { status, detail } });
  await reconnectAfter(time, () => first.close(liveCloseCodes.refused));
  const second = await connection('token 1');
  say(second, { type: 'ready', epoch: 1, seq: 4 });
  expect(await next(second)).toMatchObject({ type: 'snapshot', seq: 5 });
  expect(warnings).toEqual([`live session ${id}: ${detail}`]);
});

test('the end is sent with its session, and is done once the server closes', async () => {
  const socket = await connection('token 1');
  publisher.update(documentOf({}), 100);
  say(socket, { type: 'ready', epoch: 1, seq: 0 });
  await next(socket);
  const done = publisher.end(id);
  expect(await next(socket)).toEqual({ type: 'end', sessionId: id });
  socket.close(liveCloseCodes.ended);
  await done;
});

test('an end during a lost connection is sent after the next one', async () => {
  const first = await connection('token 1');
  publisher.update(documentOf({}), 100);
  await reconnectAfter(250, () => first.terminate());
  const done = publisher.end();
  const second = await connection('token 1');
  say(second, { type: 'ready', epoch: 1, seq: 3 });
  expect(await next(second)).toMatchObject({ type: 'snapshot', seq: 4 });
  expect(await next(second)).toEqual({ type: 'end' });
  second.close(liveCloseCodes.ended);
  await done;
});

test('a document that is larger than a message arrives whole, in several', async () => {
  const driver = (index: number) => ({
    name: `Driver ${index}`,
    resultStatus: 2,
    lapTimes: Object.fromEntries(Array.from({ length: 78 }, (_, lap) => [lap, { lapTime: 80_000, invalidLap: false }])),
  });
  const drivers = Object.fromEntries(Array.from({ length: 22 }, (_, index) => [index, driver(index)]));
  const overtakes = Object.fromEntries(
    Array.from({ length: 400 }, (_, index) => [index, { overtakingDriverIdx: 1, overtakenDriverIdx: 2 }]),
  );
  const document = documentOf({ drivers, overtakes });
  expect(JSON.stringify(document).length).toBeGreaterThan(liveMessageLimit);
  const socket = await connection('token 1');
  publisher.update(document, 100);
  say(socket, { type: 'ready', epoch: 1, seq: 0 });
  let tree: Tree = (await next(socket)).document;
  for (let seq = 2; JSON.stringify(tree).length < JSON.stringify(document).length; seq += 1) {
    const message = await next(socket);
    expect(message).toMatchObject({ type: 'patch', seq });
    tree = applyPatch(tree, message.patch);
  }
  expect(tree).toEqual(document);
});

test('over TCP it connects to the host at which it reaches the server', async () => {
  const tcp = createTcpServer();
  const line: Promise<string> = new Promise((resolve) => {
    tcp.once('connection', (socket) =>
      createInterface(socket)
        .on('error', () => undefined)
        .once('line', resolve),
    );
  });
  await new Promise<void>((resolve) => tcp.listen(0, '127.0.0.1', resolve));
  tcpPort = (tcp.address() as AddressInfo).port;
  const publishUrl = (url: string) => `ws://127.0.0.1${new URL(url).pathname}`;
  const token = async () => 'user';
  const overTcp = new LivePublisher({ server: origin, token, id, useTcp: true, publishUrl, warn: () => undefined });
  await overTcp.start();
  expect(JSON.parse(await line)).toEqual({ type: 'auth', token: 'token 2' });
  overTcp.stop();
  tcp.close();
});
