import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { playPackets } from './play-packets.ts';

const never = new AbortController().signal;
const packet = (time: number) => ({ time, datagram: Uint8Array.of(time) });

test('packets are sent in their order, also while nobody listens', async () => {
  const game = createSocket('udp4').bind(0, '127.0.0.1');
  await once(game, 'listening');
  const { port } = game.address();
  const received: number[] = [];
  game.on('message', (datagram) => received.push(Number(datagram[0])));
  await playPackets([packet(1), packet(2), packet(9)], { host: '127.0.0.1', port }, never);
  await expect.poll(() => received).toEqual([1, 2, 9]);
  game.close();
  await once(game, 'close');
  await playPackets([packet(1), packet(5), packet(9)], { host: '127.0.0.1', port }, never);
});

test('a host that is not found is said, and a signal ends the rest', async () => {
  await expect(playPackets([packet(1)], { host: 'no-such-host.invalid', port: 20_777 }, never)).rejects.toThrow(
    'no-such-host.invalid',
  );
  const over = new AbortController();
  const playing = playPackets([packet(1), packet(3_600_000)], { host: '127.0.0.1', port: 9 }, over.signal);
  over.abort();
  await playing;
});
