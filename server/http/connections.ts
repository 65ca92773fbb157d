import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { connectionLimits, type ShareLimits } from './limits/client-classes.ts';
import { Share } from './limits/share.ts';

/**
 * Bounds the connections of a network, a site and of all: each takes memory, also one that sends nothing. A proxy connects
 * for all clients, so behind one only the total counts.
 */
export function limitConnections(
  server: Server,
  isBehindProxy: boolean,
  { total, network, site }: ShareLimits = connectionLimits,
): Server {
  const share = new Share(isBehindProxy ? { total } : { total, network, site });
  return server.prependListener('connection', (socket: Socket) => {
    const leave = share.acquire({ address: socket.remoteAddress ?? '' });
    if (leave === null) socket.destroy();
    else socket.once('close', leave);
  });
}
