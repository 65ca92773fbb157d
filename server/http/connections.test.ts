import { Agent, createServer, get, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { limitConnections, limitPipelining } from './connections.ts';

const opened: Socket[] = [];
let server: Server;
afterEach(() => {
  for (const socket of opened.splice(0)) socket.destroy();
  server.close();
});

/** A server whose clients come from another machine: those of this one are not counted. */
async function openServer(isBehindProxy: boolean, limits: { total: number; network: number }): Promise<number> {
  server = createServer((_, response) => response.end('ok'));
  // Before the headers of the limits.
  limitConnections(server, isBehindProxy, limits).prependListener('connection', (socket: Socket) =>
    Object.defineProperty(socket, 'remoteAddress', { value: '192.0.2.1' }),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** Whether a request of a new connection is answered. */
function isAnswered(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'));
    opened.push(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => resolve(true));
    socket.once('close', () => resolve(false));
  });
}

test('a network has so many connections, and one more when one of them is closed', async () => {
  const port = await openServer(false, { total: 10, network: 2 });
  expect([await isAnswered(port), await isAnswered(port), await isAnswered(port)]).toEqual([true, true, false]);
  opened[0]?.destroy();
  while (!(await isAnswered(port))) await new Promise(setImmediate);
});

test('behind a proxy only the total counts', async () => {
  const port = await openServer(true, { total: 3, network: 1 });
  expect([await isAnswered(port), await isAnswered(port), await isAnswered(port)]).toEqual([true, true, true]);
  expect(await isAnswered(port)).toBe(false);
});

test('a connection with eleven requests at the same time is closed, and the rest of them is not begun', async () => {
  let begun = 0;
  server = createServer(
    limitPipelining(() => {
      begun += 1;
    }),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1', () =>
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(1_000)),
  );
  opened.push(socket.on('error', () => undefined));
  await new Promise((resolve) => socket.once('close', resolve));
  expect(begun).toBe(10);
});

test('requests one after another on a connection have no limit', async () => {
  server = createServer(limitPipelining((_, response) => response.end('ok')));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const statuses: (number | undefined)[] = [];
  for (let count = 0; count < 30; count += 1)
    statuses.push(
      await new Promise((resolve) => {
        get(url, { agent }, (response) => response.resume().once('end', () => resolve(response.statusCode)));
      }),
    );
  agent.destroy();
  expect(statuses).toEqual(statuses.map(() => 200));
});
