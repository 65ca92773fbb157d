import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import type { TimedDatagram } from './race-packets.ts';

interface Target {
  readonly host: string;
  readonly port: number;
}

/** Whether packets are due is looked for so often, in ms. */
const interval = 2;

/**
 * Sends packets over UDP, each at its time from now on, until the signal. Resolves when the last one is sent. Rejects when
 * the host is not found.
 */
export async function playPackets(
  packets: Iterable<TimedDatagram>,
  { host, port }: Target,
  signal: AbortSignal,
): Promise<void> {
  const socket = createSocket('udp4');
  try {
    socket.connect(port, host);
    await once(socket, 'connect');
    // An error means that no recorder listens, or that it has stopped.
    socket.on('error', () => undefined);
    const begin = performance.now();
    for (const { time, datagram } of packets) {
      while (performance.now() - begin < time && !signal.aborted)
        await new Promise((resolve) => setTimeout(resolve, interval));
      if (signal.aborted) return;
      socket.send(datagram);
    }
    // A socket that is closed at once drops what it has not sent.
    await new Promise((resolve) => setTimeout(resolve, interval));
  } finally {
    socket.close();
  }
}
