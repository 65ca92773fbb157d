import { connect, createServer, type Socket } from 'node:net';

/**
 * The fate of connections.
 * - `pass`: they reach the server
 * - `blackhole`: nothing comes through any more, in either direction, without an error
 * - `stopped`: connections are cut, and new ones refused
 * - the others: connections are cut, and new ones answered as a network does that wants a sign-in
 */
type ProxyMode = 'pass' | 'blackhole' | 'stopped' | PortalMode;

/** A page for every request, or a redirect to one elsewhere. */
export type PortalMode = 'portal' | 'portal302' | 'portal403' | 'portal511';

export interface TcpProxy {
  readonly set: (mode: ProxyMode) => Promise<void>;
  /** The portal begins with the next request of this method and path, such as `POST /x`, and answers it. */
  readonly setAt: (mode: PortalMode, request: string) => void;
  /** How many bytes the server has been sent. */
  readonly sent: () => number;
  readonly close: () => Promise<void>;
}

const page = '<html>Accept our terms</html>';
const pageWith = (status: string, header = '') =>
  `HTTP/1.1 ${status}\r\ncontent-type: text/html\r\n${header}content-length: ${page.length}\r\nconnection: close\r\n\r\n${page}`;
const portals: Readonly<Record<PortalMode, string>> = {
  portal: pageWith('200 OK'),
  // The port is closed, and a server there would not allow requests from another site.
  portal302: pageWith('302 Found', 'location: http://127.0.0.1:1/\r\n'),
  portal403: pageWith('403 Forbidden'),
  portal511: pageWith('511 Network Authentication Required'),
};

function portalOf(mode: ProxyMode): string | null {
  return mode === 'pass' || mode === 'blackhole' || mode === 'stopped' ? null : portals[mode];
}

/** A TCP proxy on this machine, in front of a server, that can break connections as networks do. */
export async function openTcpProxy(port: number, target: number): Promise<TcpProxy> {
  let mode: ProxyMode = 'pass';
  let sent = 0;
  let awaited: { readonly mode: PortalMode; readonly request: string } | null = null;
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
    const portal = portalOf(mode);
    if (portal !== null) client.once('data', () => client.end(portal));
    if (mode !== 'pass') return;
    client.on('data', (data) => {
      sent += data.length;
      if (awaited === null || !data.toString('latin1').startsWith(`${awaited.request} `)) return;
      ({ mode } = awaited);
      awaited = null;
      client.end(portals[mode as PortalMode], cut);
    });
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
    sent: () => sent,
    setAt: (next, request) => {
      awaited = { mode: next, request };
    },
    set: async (next) => {
      const before = mode;
      mode = next;
      if (before === 'stopped') await listen();
      // After a blackhole the connections of before have missed something.
      if (next === 'stopped') await stop();
      else if (portalOf(next) !== null || before === 'blackhole') cut();
    },
    close: async () => {
      if (mode !== 'stopped') await stop();
    },
  };
}
