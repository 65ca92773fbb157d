import { type IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

export interface Upgrade {
  readonly socket: Socket;
  readonly head: Buffer;
}

/** Passes upgrades on to the routes: they have the limits, errors and paths of other requests. */
export function listenForUpgrades(app: FastifyInstance, upgrades: WeakMap<IncomingMessage, Upgrade>): void {
  let isStopping = false;
  app.addHook('preClose', async () => {
    isStopping = true;
  });
  app.server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    if (isStopping) {
      const head =
        'HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\nConnection: close\r\nContent-Length: 0\r\n\r\n';
      socket.end(head);
      return;
    }
    if (request.method !== 'GET' || request.headers.upgrade?.toLowerCase() !== 'websocket') {
      readWithoutUpgrade(app, request, socket, head);
      return;
    }
    upgrades.set(request, { socket, head });
    const response = new ServerResponse(request);
    response.shouldKeepAlive = false;
    response.assignSocket(socket);
    response.once('finish', () => socket.end());
    app.routing(request, response);
  });
}

/** Reads a request again without its wish for another protocol, which may be ignored: some clients ask for HTTP/2 with their first one. */
function readWithoutUpgrade({ server }: FastifyInstance, request: IncomingMessage, socket: Socket, head: Buffer): void {
  const lines = [`${request.method} ${request.url} HTTP/${request.httpVersion}`];
  for (let index = 0; index < request.rawHeaders.length; index += 2) {
    const [name = '', value = ''] = request.rawHeaders.slice(index, index + 2);
    if (!['upgrade', 'connection', 'http2-settings'].includes(name.toLowerCase())) lines.push(`${name}: ${value}`);
  }
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]));
  server.emit('connection', socket);
}
