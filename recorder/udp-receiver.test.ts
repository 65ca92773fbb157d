import { createSocket } from 'node:dgram';
import dns from 'node:dns';
import { once } from 'node:events';
import { afterEach, expect, test, vi } from 'vitest';
import { openReceiver, type UdpReceiver } from './udp-receiver.ts';

const open: { close: () => unknown }[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

async function listen(port: number, forward: readonly number[] = [], forwardHost = '127.0.0.1') {
  const received: string[] = [];
  let wake = () => {};
  const receiver: UdpReceiver = await openReceiver({
    port,
    host: '127.0.0.1',
    forward: forward.map((target) => ({ host: forwardHost, port: target })),
    onDatagram: (datagram) => {
      received.push(datagram.toString());
      wake();
    },
  });
  open.push(receiver);
  const next = async (count: number) => {
    while (received.length < count)
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    return received;
  };
  return { receiver, next };
}

function send(port: number, ...texts: string[]) {
  const socket = createSocket('udp4');
  open.push({ close: () => socket.close() });
  for (const text of texts) socket.send(text, port, '127.0.0.1');
}

test('every datagram is received, and forwarded as it came to each target', async () => {
  const others = [await listen(0), await listen(0)];
  const { receiver, next } = await listen(
    0,
    others.map((other) => other.receiver.port),
  );
  send(receiver.port, 'one', 'two', '');
  expect(await next(3)).toEqual(['one', 'two', '']);
  for (const other of others) expect(await other.next(3)).toEqual(['one', 'two', '']);
});

test('a target that nothing listens on disturbs nobody', async () => {
  const other = await listen(0);
  const gone = createSocket('udp4');
  gone.bind(0, '127.0.0.1');
  await once(gone, 'listening');
  const { port } = gone.address();
  gone.close();
  const { receiver, next } = await listen(0, [port, other.receiver.port]);
  send(receiver.port, 'one', 'two', 'three');
  expect(await next(3)).toEqual(['one', 'two', 'three']);
  expect(await other.next(3)).toEqual(['one', 'two', 'three']);
});

test('a target is looked up once and not for each datagram', async () => {
  const other = await listen(0);
  const lookups = vi.spyOn(dns, 'lookup');
  try {
    const { receiver, next } = await listen(0, [other.receiver.port], 'localhost');
    send(receiver.port, 'one', 'two', 'three');
    expect(await next(3)).toEqual(['one', 'two', 'three']);
    expect(await other.next(3)).toEqual(['one', 'two', 'three']);
    expect(lookups.mock.calls.filter(([name]) => name === 'localhost')).toEqual([]);
  } finally {
    lookups.mockRestore();
  }
});

test('a target with an IPv6 address gets the datagrams', async () => {
  const other = createSocket('udp6');
  open.push({ close: () => other.close() });
  other.bind(0, '::1');
  await once(other, 'listening');
  const received = once(other, 'message');
  const { receiver } = await listen(0, [other.address().port], '::1');
  send(receiver.port, 'one');
  expect(String((await received)[0])).toBe('one');
});

test('a target whose name is not known ends the start, and is named', async () => {
  await expect(listen(0, [20_778], 'no-such-host.invalid')).rejects.toThrow('--forward no-such-host.invalid:20778: ');
});

test('a port that another program uses names the way out', async () => {
  const { receiver } = await listen(0);
  await expect(listen(receiver.port)).rejects.toThrow(
    `another program uses UDP port ${receiver.port}. Close it, or start it with another port and let this recorder pass the packets on: --forward`,
  );
});
