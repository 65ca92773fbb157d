import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, test } from 'vitest';
import { answerClientError } from './client-error.ts';
import { limitPipelining } from './pipelining.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** A server that counts requests as they are parsed, and handlers at work. */
async function start(handle: (request: IncomingMessage, response: ServerResponse) => void, maxWaiting = 5_000) {
  const counts = { parsed: 0, handled: 0, current: 0, most: 0 };
  const listener: RequestListener = (request, response) => {
    counts.handled += 1;
    counts.current += 1;
    counts.most = Math.max(counts.most, counts.current);
    response.prependOnceListener('close', () => {
      counts.current -= 1;
    });
    handle(request, response);
  };
  const server = limitPipelining(createServer(), listener, maxWaiting);
  const waiters: [count: number, resolve: () => void][] = [];
  server.on('request', () => {
    counts.parsed += 1;
    for (const [count, resolve] of waiters) if (counts.parsed >= count) resolve();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return {
    counts,
    port,
    server,
    parsed: (count: number) =>
      new Promise<void>((resolve) => {
        if (counts.parsed >= count) resolve();
        else waiters.push([count, resolve]);
      }),
  };
}

function open(port: number, data: string): Socket {
  const socket = connect(port, '127.0.0.1', () => socket.write(data));
  // One that the server cuts may end with ECONNRESET; who reads it to its end fails then.
  socket.on('error', () => undefined);
  closing.push(() => socket.destroy());
  return socket;
}

const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: a\r\n${more}\r\n`;
const last = 'Connection: close\r\n';

describe('requests of one connection', () => {
  test('are handled one after the other and answered in order, HEAD and bodies included', async () => {
    const bodies: string[] = [];
    const { counts, port } = await start(async (request, response) => {
      bodies.push(`${request.method} ${request.url} ${await text(request)}`);
      setImmediate(() => response.end(`<${request.url}>`));
    });
    // Longer than what is read at once: its end arrives when it is its turn.
    const body = 'x'.repeat(300_000);
    const post = `POST /2 HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    const head = 'HEAD /3 HTTP/1.1\r\nHost: a\r\n\r\n';
    const answer = await text(open(port, get('/1') + post + head + get('/4') + get('/5', last)));
    expect(bodies).toEqual(['GET /1 ', `POST /2 ${body}`, 'HEAD /3 ', 'GET /4 ', 'GET /5 ']);
    expect(answer.match(/<.*?>/g)).toEqual(['</1>', '</2>', '</4>', '</5>']);
    expect(answer.match(/HTTP\/1\.1 200/g)).toHaveLength(5);
    expect(counts.most).toBe(1);
  });

  test('wait while the client reads nothing; others are served, and all are answered once it reads', async () => {
    // More than fits into the buffers of both sides.
    const large = Buffer.alloc(16 * 1024 * 1024, 'x');
    const { counts, port, parsed } = await start((request, response) => {
      const bytes = request.url === '/small' ? Buffer.from('small') : large;
      response.writeHead(200, { 'content-length': bytes.length }).end(bytes);
    });
    const socket = open(port, get('/large').repeat(11) + get('/large', last));
    socket.pause();
    await parsed(12);
    for (let count = 0; count < 20; count += 1)
      expect(await text(open(port, get('/small', last)))).toMatch(/\r\n\r\nsmall$/);
    expect([counts.handled, counts.current]).toEqual([21, 1]);
    let received = 0;
    socket.on('data', (chunk: Buffer) => {
      received += chunk.length;
    });
    socket.resume();
    await new Promise((resolve) => socket.once('close', resolve));
    expect(Math.floor(received / large.length)).toBe(12);
    expect(counts.handled).toBe(32);
  });

  test('are read no further while one waits', async () => {
    let finish = () => undefined as unknown;
    const { counts, port, parsed } = await start((request, response) => {
      if (request.url === '/held') finish = () => response.end();
      else response.end();
    });
    // Far more than one read of the connection brings.
    const socket = open(port, get('/held') + get('/', 'X: y\r\n').repeat(10_000) + get('/', last));
    await parsed(2);
    for (let count = 0; count < 20; count += 1) await text(open(port, get('/', last)));
    expect(counts.parsed).toBeLessThan(5_000);
    finish();
    await text(socket);
    expect(counts.handled).toBe(10_022);
  });

  test('take turns with those of other connections', async () => {
    const handled: string[] = [];
    const { port, parsed } = await start((request, response) => {
      handled.push(request.url ?? '');
      response.end();
    });
    const socket = open(port, get('/').repeat(1_000) + get('/', last));
    await parsed(1_001);
    await text(open(port, get('/other', last)));
    await text(socket);
    expect(handled).toHaveLength(1_002);
    expect(handled.indexOf('/other')).toBeLessThan(500);
  });

  test('are not handled when the connection closes before their turn', async () => {
    let cut = () => undefined as unknown;
    const { counts, port, parsed } = await start((request, response) => {
      if (request.url === '/held') cut = () => request.socket.destroy();
      else response.end();
    });
    open(port, get('/held') + get('/').repeat(10));
    await parsed(11);
    cut();
    for (let count = 0; count < 20; count += 1) await text(open(port, get('/', last)));
    expect([counts.handled, counts.current]).toEqual([21, 0]);
  });

  test('use keep-alive without pipelining as before', async () => {
    const { counts, port } = await start((_, response) => response.end('a'));
    const socket = open(port, get('/'));
    for (let count = 1; count <= 5; count += 1) {
      await new Promise((resolve) => socket.once('data', resolve));
      expect(counts.handled).toBe(count);
      socket.write(get('/'));
    }
  });
});

describe('once a client has pipelined', () => {
  /** A server with a client whose second request waits. */
  async function startSliced() {
    const started = await start((request, response) => {
      if (request.url !== '/held') response.end('done');
    });
    open(started.port, get('/held') + get('/'));
    await started.parsed(2);
    return started;
  }

  test('connections are parsed a few requests at a time', async () => {
    const { counts, port, parsed } = await startSliced();
    for (let count = 0; count < 20; count += 1) open(port, get('/held') + get('/').repeat(2_000));
    await parsed(2 + 20 * 20);
    for (let count = 0; count < 20; count += 1) expect(await text(open(port, get('/', last)))).toMatch(/done$/);
    expect(counts.parsed).toBeLessThan(1_000);
  });

  test('a connection that was open before is parsed a few requests at a time as well', async () => {
    const { counts, port, parsed } = await start((request, response) => {
      if (request.url !== '/held') response.end('done');
    });
    const before = open(port, get('/'));
    await parsed(1);
    open(port, get('/held') + get('/'));
    await parsed(3);
    before.write(get('/held') + get('/').repeat(2_000));
    await parsed(3 + 20);
    for (let count = 0; count < 20; count += 1) await text(open(port, get('/', last)));
    expect(counts.parsed).toBeLessThan(100);
  });

  test('a connection still changes to another protocol', async () => {
    const { port, server } = await startSliced();
    server.on('upgrade', (_, socket) => {
      socket.write('HTTP/1.1 101 Switching Protocols\r\n\r\n');
      socket.on('data', (data: Buffer) => socket.end(`<${data.length}>`));
    });
    const socket = open(port, get('/', 'Connection: Upgrade\r\nUpgrade: websocket\r\n'));
    socket.once('data', () => socket.write('GET '.repeat(2_000)));
    expect(await text(socket)).toMatch(/^HTTP\/1.1 101 .*<\d+>$/s);
  });

  test('an error of one connection is answered once', async () => {
    const { port, server } = await startSliced();
    server.on('clientError', (error: { code?: string }, socket) => answerClientError(error, socket as Socket));
    const answer = await text(open(port, `GET / HTTP/1.1\r\nX: ${'x'.repeat(60_000)}`));
    expect(answer.match(/HTTP\/1.1 431/g)).toHaveLength(1);
  });
});

test('the connection that lets too many requests wait is closed, and only that one', async () => {
  const { counts, port, parsed } = await start((request, response) => {
    if (request.url !== '/held') response.end('done');
  }, 12);
  const patient = open(port, get('/held') + get('/').repeat(10));
  await parsed(11);
  const greedy = open(port, get('/held') + get('/').repeat(10));
  await new Promise((resolve) => greedy.once('close', resolve));
  expect(await text(open(port, get('/', last)))).toMatch(/done$/);
  expect([patient.destroyed, counts.handled]).toEqual([false, 3]);
  // Requests of the closed connection no longer count.
  const next = open(port, get('/held') + get('/').repeat(2));
  await parsed(26);
  expect(await text(open(port, get('/', last)))).toMatch(/done$/);
  expect(next.destroyed).toBe(false);
});
