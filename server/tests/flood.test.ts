import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { driver, upload } from '../../tests/fixtures/session.ts';
import { openTestServer, type TestServer } from './support/open-test-server.ts';

let server: TestServer;
let port: number;
let path: string;
let length: number;
let socket: Socket;

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
  await server.close();
});

test('400 pipelined requests of a client that reads nothing use no memory and do not delay other clients', async () => {
  expect(length).toBeGreaterThan(900_000);
  let parsed = 0;
  const all = new Promise<void>((resolve) => {
    server.app.server.on('request', () => {
      parsed += 1;
      if (parsed === 400) resolve();
    });
  });
  const before = process.memoryUsage().arrayBuffers;
  // Without Accept-Encoding the response is the text itself.
  const text = `GET ${path} HTTP/1.1\r\nHost: pitboard.test\r\n\r\n`.repeat(400);
  socket = connect(port, '127.0.0.1', () => socket.write(text));
  // The server may drop a reader this slow.
  socket.on('error', () => undefined);
  socket.pause();
  await all;
  for (let count = 0; count < 10; count += 1) {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { 'accept-encoding': 'identity' } });
    expect([response.status, (await response.text()).length]).toEqual([200, length]);
  }
  const growth = process.memoryUsage().arrayBuffers - before;
  expect(growth).toBeLessThan(50 * length);
});
