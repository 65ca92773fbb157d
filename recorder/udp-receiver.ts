import { createSocket, type Socket } from 'node:dgram';

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
  /** `from`: the address of the sender. */
  readonly onDatagram: (datagram: Buffer, from: string) => void;
}

/** A socket that receives the packets of the game. */
export interface UdpReceiver {
  /** The port that it listens on. */
  readonly port: number;
  readonly close: () => Promise<void>;
}

/** The port cannot be used; the message says what to do. */
export class PortUnusable extends Error {}

/** The size of the system's receive buffer, in bytes: about two seconds of the game. */
const bufferSize = 4 * 1024 * 1024;

/** Listens for the packets of the game. @throws PortUnusable. */
export async function openReceiver({ port, host, forward, onDatagram }: ReceiverOptions): Promise<UdpReceiver> {
  const socket = createSocket({ type: 'udp4', recvBufferSize: bufferSize });
  await bind(socket, port, host);
  const bound = socket.address();
  // A target that nothing listens on causes an error for each datagram.
  socket.on('error', () => undefined);
  socket.on('message', (datagram, { address }) => {
    for (const target of forward) socket.send(datagram, target.port, target.host, () => undefined);
    onDatagram(datagram, address);
  });
  return { port: bound.port, close: () => new Promise((resolve) => socket.close(() => resolve())) };
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
