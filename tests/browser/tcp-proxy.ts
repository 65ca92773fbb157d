import { connect, createServer, type Socket } from 'node:net';

/**
 * What happens to connections.
 * - `pass`: they reach the server
 * - `blackhole`: nothing comes through any more, in either direction, and nobody is told
 * - `stopped`: connections are cut, and new ones refused
 * - `portal`: connections are cut, and new ones answered by a page that wants a sign-in
 */
type ProxyMode = 'pass' | 'blackhole' | 'stopped' | 'portal';

export interface TcpProxy {
  readonly set: (mode: ProxyMode) => Promise<void>;
  readonly close: () => Promise<void>;
}

const page = '<html>Accept our terms</html>';
const portal = `HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: ${page.length}\r\nconnection: close\r\n\r\n${page}`;

/** A TCP proxy on this machine, in front of a server, that can break connections as networks do. */
export async function openTcpProxy(port: number, target: number): Promise<TcpProxy> {
  let mode: ProxyMode = 'pass';
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
  };
  const forward = (from: Socket, to: Socket) => {
    from.on('data', (data) => {
      if (mode === 'pass') to.write(data);
    });
    from.once('close', () => {
      if (mode !== 'blackhole') to.destroy();
    });
  };
  const server = createServer((client) => {
    keep(client);
    if (mode === 'portal') client.once('data', () => client.end(portal));
    if (mode !== 'pass') return;
    const upstream = connect(target, '127.0.0.1');
    keep(upstream);
    forward(client, upstream);
    forward(upstream, client);
  });
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  const listen = () => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      cut();
    });
  await listen();
  return {
    set: async (next) => {
      const before = mode;
      mode = next;
      if (before === 'stopped') await listen();
      // After a blackhole the connections of before have missed something.
      if (next === 'stopped') await stop();
      else if (next === 'portal' || before === 'blackhole') cut();
    },
    close: async () => {
      if (mode !== 'stopped') await stop();
    },
  };
}
