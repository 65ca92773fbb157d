import type { WebSocket, WebSocketServer } from 'ws';
import { closeSocket } from './socket-link.ts';

/** Cuts connections that did not answer the ping before. */
export function createProbe(servers: readonly WebSocketServer[]): () => void {
  const silent = new WeakSet<WebSocket>();
  return () => {
    for (const socket of servers.flatMap(({ clients }) => [...clients])) {
      if (silent.has(socket)) {
        socket.terminate();
        continue;
      }
      silent.add(socket);
      socket.once('pong', () => silent.delete(socket));
      socket.ping();
    }
  };
}

/** Closes the remaining connections, so that the server can stop. */
export async function closeAll(servers: readonly WebSocketServer[]): Promise<void> {
  const sockets = servers.flatMap(({ clients }) => [...clients]);
  const closed = sockets.map((socket) => new Promise<void>((resolve) => socket.once('close', () => resolve())));
  for (const socket of sockets) closeSocket(socket, 'restarting');
  await Promise.all(closed);
}
