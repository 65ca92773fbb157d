import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { driver, upload } from '../../tests/fixtures/session.ts';
import { openTestServer, type TestServer } from './support/open-test-server.ts';

let server: TestServer;
let port: number;
let path: string;
let length: number;
let socket: Socket;
const announced: Socket[] = [];

beforeAll(async () => {
  server = await openTestServer();
  port = Number(new URL(await server.app.listen({ port: 0, host: '127.0.0.1' })).port);
  const lap = { lapTime: 90_000, sector1Time: 30_000, sector2Time: 30_000, sector3Time: 30_000, invalidLap: false };
  const lapTimes = Array.from({ length: 500 }, () => lap);
  const drivers = Array.from({ length: 20 }, (_, carIndex) => driver({ carIndex, lapTimes }));
  const { id } = await server.get('createSession', { as: 'Ann', body: upload({ drivers }) });
  path = `/api/Sessions/session/${id}`;
  length = (await server.app.inject({ url: path })).body.length;
});
afterAll(async () => {
  socket.destroy();
  for (const one of announced) one.destroy();
  await server.close();
});

test('a client that sends 400 requests at once and reads nothing is cut off, and uses no memory', async () => {
  expect(length).toBeGreaterThan(900_000);
  const before = process.memoryUsage().arrayBuffers;
  // Without Accept-Encoding the response is the text itself.
  const text = `GET ${path} HTTP/1.1\r\nHost: pitboard.test\r\n\r\n`.repeat(400);
  const closed = new Promise((resolve) => server.app.server.once('connection', (each) => each.once('close', resolve)));
  socket = connect(port, '127.0.0.1', () => socket.write(text));
  socket.on('error', () => undefined);
  socket.pause();
  await closed;
  for (let count = 0; count < 10; count += 1) {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { 'accept-encoding': 'identity' } });
    expect([response.status, (await response.text()).length]).toEqual([200, length]);
  }
  const growth = process.memoryUsage().arrayBuffers - before;
  expect(growth).toBeLessThan(50 * length);
});

test('six uploads of 8 MB that one account announces, of which one byte comes, keep nobody else from uploading', async () => {
  const token = await server.tokenOf('Cid');
  const head = [
    'POST /api/Sessions HTTP/1.1',
    'Host: pitboard.test',
    `Authorization: Bearer ${token}`,
    'Content-Type: application/json',
    'Content-Length: 8000000',
  ];
  let begun = 0;
  const allBegun = new Promise<void>((resolve) => {
    server.app.server.on('request', ({ headers }) => {
      if (headers['content-length'] === '8000000') begun += 1;
      if (begun === 6) resolve();
    });
  });
  for (let count = 0; count < 6; count += 1) {
    const one = connect(port, '127.0.0.1', () => one.write(`${head.join('\r\n')}\r\n\r\n{`));
    one.on('error', () => undefined);
    one.resume();
    announced.push(one);
  }
  await allBegun;
  for (const [index, name] of ['Bob', 'Dan', 'Eve'].entries()) {
    const response = await fetch(`http://127.0.0.1:${port}/api/Sessions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await server.tokenOf(name)}`, 'content-type': 'application/json' },
      body: JSON.stringify(upload({ internalSessionId: String(100 + index) })) + ' '.repeat(1_000_000),
    });
    expect(response.status).toBe(200);
  }
});
