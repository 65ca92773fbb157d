import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { openTestServer } from './testing/open-test-server.ts';

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
  const received = new Promise<string>((resolve) => {
    let text = '';
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
