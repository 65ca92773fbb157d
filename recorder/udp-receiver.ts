import { createSocket, type Socket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import { fieldsOf } from '#contract/json/fields-of';

/** Where datagrams are passed on to. */
export interface Target {
  readonly host: string;
  readonly port: number;
}

interface ReceiverOptions {
  readonly port: number;
  /** The address that is listened on. */
  readonly host: string;
  /** Other programs that get each datagram as it came. */
  readonly forward: readonly Target[];
  readonly onDatagram: (datagram: Buffer) => void;
}

/** A socket that receives the packets of the game. */
export interface UdpReceiver {
  /** The port that it listens on. */
  readonly port: number;
  readonly close: () => Promise<void>;
}

/** The port cannot be used; the message says what to do. */
export class PortUnusable extends Error {}

/** A program that packets are forwarded to has no address. */
export class TargetUnknown extends Error {}

/** The size of the system's receive buffer, in bytes: about two seconds of the game. */
const bufferSize = 4 * 1024 * 1024;

/** Listens for the packets of the game. @throws PortUnusable, TargetUnknown. */
export async function openReceiver({ port, host, forward, onDatagram }: ReceiverOptions): Promise<UdpReceiver> {
  const targets = await Promise.all(forward.map(resolveTarget));
  const socket = createSocket({ type: 'udp4', recvBufferSize: bufferSize });
  await bind(socket, port, host);
  const bound = socket.address();
  const sockets = { 4: socket, 6: targets.some(({ family }) => family === 6) ? createSocket('udp6') : socket };
  // A target that nothing listens on causes an error for each datagram.
  for (const each of Object.values(sockets)) each.on('error', () => undefined);
  socket.on('message', (datagram) => {
    for (const target of targets) sockets[target.family].send(datagram, target.port, target.host, () => undefined);
    onDatagram(datagram);
  });
  const close = (each: Socket) => new Promise<void>((resolve) => each.close(() => resolve()));
  return {
    port: bound.port,
    close: async () => {
      await Promise.all([...new Set(Object.values(sockets))].map(close));
    },
  };
}

/** Looks the name up once: a lookup for each packet would delay it, and fail in silence. */
async function resolveTarget({ host, port }: Target): Promise<Target & { readonly family: 4 | 6 }> {
  try {
    const { address, family } = await lookup(host, { order: 'ipv4first' });
    return { host: address, port, family: family === 6 ? 6 : 4 };
  } catch (error) {
    const name = host.includes(':') ? `[${host}]` : host;
    const { code } = fieldsOf(error);
    const reason = code === 'ENOTFOUND' ? 'is not known in this network' : `could not be looked up (${code})`;
    throw new TargetUnknown(`--forward ${name}:${port}: the name ${host} ${reason}. Use an address such as 127.0.0.1`);
  }
}

function bind(socket: Socket, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once('error', (error: NodeJS.ErrnoException) => reject(new PortUnusable(explain(error, port, host))));
    socket.bind({ port, address: host, exclusive: true }, () => {
      socket.removeAllListeners('error');
      resolve();
    });
  });
}

function explain({ code, message }: NodeJS.ErrnoException, port: number, host: string): string {
  if (code === 'EADDRINUSE')
    return `another program uses UDP port ${port}. Close it, or start it with another port and let this recorder pass the packets on: --forward 127.0.0.1:PORT. Or choose another port here with --port, and the same in the game`;
  if (code === 'EACCES') return `the system does not permit UDP port ${port}: choose one above 1023 with --port`;
  if (code === 'EADDRNOTAVAIL') return `${host} is not an address of this computer: leave out --host`;
  return `UDP port ${port} cannot be used: ${message}`;
}
