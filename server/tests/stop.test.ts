import type { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { driver, upload } from '../../tests/fixtures/session.ts';
import { openTestServer } from './support/open-test-server.ts';

test('a stop answers the request in progress, then closes its connection, which the client would keep', async () => {
  const server = await openTestServer();
  const port = Number(new URL(await server.app.listen({ port: 0, host: '127.0.0.1' })).port);
  const body = JSON.stringify({ name: 'Kept' });
  const head = [
    'POST /api/League HTTP/1.1',
    'Host: pitboard.test',
    `Authorization: Bearer ${await server.tokenOf('Ann')}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
  ];
  const socket = connect(port, '127.0.0.1');
  const received = new Promise<string>((resolve, reject) => {
    let text = '';
    socket.once('error', reject);
    socket.on('data', (data: Buffer) => {
      text += data.toString();
    });
    socket.once('end', () => resolve(text));
  });
  const started = new Promise((resolve) => server.app.server.once('request', resolve));
  socket.write(`${head.join('\r\n')}\r\n\r\n${body.slice(0, 5)}`);
  await started;
  const closed = server.close();
  socket.write(body.slice(5));
  expect(await received).toMatch(/^HTTP\/1.1 200 .*"name":"Kept"/s);
  await closed;
}, 20_000);

test('a stop cuts no response of which the client has read nothing yet', async () => {
  const server = await openTestServer();
  const lap = { lapTime: 90_000, sector1Time: 30_000, sector2Time: 30_000, sector3Time: 30_000, invalidLap: false };
  const penalty = { penaltyType: 5, penaltyTime: 5, infringementType: 7, otherVehicleIdx: null } as const;
  const issued = { lapNum: 10, penaltyIssuedTime: 1_000_000 };
  const lists = {
    lapTimes: new Array<typeof lap>(1_000).fill(lap),
    penalties: new Array(1_000).fill({ ...penalty, ...issued }),
  };
  const drivers = Array.from({ length: 22 }, (_, carIndex) => driver({ carIndex, ...lists }));
  const { id } = await server.get('createSession', { as: 'Ann', body: upload({ drivers }) });
  const { length } = (await server.call('getSession', { params: { id } })).body;
  // More than the system takes for a client that does not read.
  expect(length).toBeGreaterThan(4_500_000);
  const port = Number(new URL(await server.app.listen({ port: 0, host: '127.0.0.1' })).port);
  const ended = new Promise<ServerResponse>((resolve) => {
    server.app.server.prependOnceListener('request', (_, response: ServerResponse) =>
      response.once('prefinish', () => resolve(response)),
    );
  });
  const socket = connect(port, '127.0.0.1').pause();
  socket.on('error', () => undefined);
  socket.write(`GET /api/Sessions/session/${id} HTTP/1.1\r\nHost: pitboard.test\r\n\r\n`);
  const response = await ended;
  const closed = server.close();
  await new Promise((resolve) => setImmediate(resolve));
  expect(response.writableFinished).toBe(false);
  let received = 0;
  socket.on('data', (data: Buffer) => {
    received += data.length;
  });
  const end = new Promise((resolve) => socket.once('end', resolve).once('error', resolve));
  socket.resume();
  await end;
  expect(received).toBeGreaterThan(length);
  await closed;
}, 20_000);
