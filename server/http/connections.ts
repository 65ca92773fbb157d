import type { RequestListener, Server } from 'node:http';
import type { Socket } from 'node:net';
import { Allowance, type AllowanceLimits } from './limits/allowance.ts';

/** Connections to the HTTP server, idle ones and WebSockets included. */
const connectionLimits: AllowanceLimits = { total: 20_000, network: 1_024, site: 4_096 };
/** Requests of one connection that are answered at the same time. No browser and no proxy sends one before the last answer. */
const maxPipelined = 10;

/**
 * Bounds the connections of a network, a site and of all: each takes memory, also one that sends nothing. A proxy connects
 * for all clients, so behind one only the total counts.
 */
export function limitConnections(
  server: Server,
  isBehindProxy: boolean,
  { total, network, site }: AllowanceLimits = connectionLimits,
): Server {
  const allowance = new Allowance(isBehindProxy ? { total } : { total, network, site });
  return server.prependListener('connection', (socket: Socket) => {
    const leave = allowance.acquire({ address: socket.remoteAddress ?? '' });
    if (leave === null) socket.destroy();
    else socket.once('close', leave);
  });
}

/** Closes a connection with too many requests at the same time: Node would begin with all that it reads, 64 kB. */
export function limitPipelining(listener: RequestListener): RequestListener {
  const open = new WeakMap<Socket, number>();
  return (request, response) => {
    const { socket } = request;
    // Node also gives the requests that it has parsed of a connection that was closed.
    if (socket.destroyed) return;
    const count = open.get(socket) ?? 0;
    if (count >= maxPipelined) {
      socket.destroy();
      return;
    }
    open.set(socket, count + 1);
    response.once('close', () => open.set(socket, (open.get(socket) ?? 1) - 1));
    listener(request, response);
  };
}
