import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { type PerMessageDeflateOptions, type WebSocket, WebSocketServer } from 'ws';
import { routeOf } from '#contract/api/address';
import type { Call, QueryOf } from '#contract/calls/call';
import { publishLive, watchLive, watchUserLive } from '#contract/calls/live';
import { liveMessageLimit, ViewerRequest } from '#contract/live/publisher-messages';
import { forbidden, Problem } from '../http/problem.ts';
import type { ProxyFaults } from '../http/proxy-faults.ts';
import type { Admission, RecorderPlace } from '../live/admission.ts';
import type { Hub, Watchable } from '../live/hub.ts';
import { Publisher } from '../live/publisher.ts';
import { closeAll, createProbe } from './open-sockets.ts';
import { isOfForeignSite } from './origins.ts';
import { createAddressParser, type ParsedAddress } from './parse.ts';
import { closeSocket, SocketLink } from './socket-link.ts';
import { listenForUpgrades, type Upgrade } from './upgrades.ts';

export interface SocketOptions {
  readonly hub: Hub;
  readonly now: () => number;
  /** Origins of other sites that may connect; this site always may. */
  readonly origins: readonly string[];
  readonly admission: Admission;
  readonly proxyFaults: ProxyFaults;
  /** Runs work at an interval, until the returned function is called. */
  readonly every: (milliseconds: number, work: () => void) => () => void;
}

/** The connection of a WebSocket, its place among the live connections, and whether a page of a site that is not allowed opened it. */
interface Connection {
  readonly raw: Socket;
  readonly place: RecorderPlace;
  readonly isForeignSite: boolean;
}

/** The longest request of a viewer, in bytes. */
const maxRequest = 1_024;
/** Messages are compressed once for all viewers, so one must not need the one before; ws itself compresses none. */
const compression = {
  serverNoContextTakeover: true,
  clientNoContextTakeover: true,
  serverMaxWindowBits: false,
  threshold: Number.MAX_SAFE_INTEGER,
} as unknown as PerMessageDeflateOptions;
/** Requests of a viewer in one second. */
const maxRequests = 20;
/** A dead connection is found within twice this time, in ms. */
const probeInterval = 30_000;

/** Adds the sockets of live timing. */
export function mountSockets(app: FastifyInstance, options: SocketOptions): void {
  const { hub, now, origins, admission, proxyFaults } = options;
  const upgrades = new WeakMap<IncomingMessage, Upgrade>();
  const recorders = new WebSocketServer({ noServer: true, maxPayload: liveMessageLimit, perMessageDeflate: false });
  const viewers = new WebSocketServer({ noServer: true, maxPayload: maxRequest, perMessageDeflate: compression });
  const servers = [recorders, viewers];
  listenForUpgrades(app, upgrades);

  function mount(
    call: Call,
    onOpen: (socket: WebSocket, request: ParsedAddress, connection: Connection) => void,
  ): void {
    const parse = createAddressParser(call);
    app.get(routeOf(call), (request, reply) => {
      const parsed = parse(request);
      const upgrade = upgrades.get(request.raw);
      if (upgrade === undefined) {
        proxyFaults.reportLostUpgrade(request.raw);
        throw new Problem(426, 'Upgrade Required', 'This is a WebSocket.', { headers: { Upgrade: 'websocket' } });
      }
      const isForeignSite = isOfForeignSite(request, origins);
      if (call === publishLive && isForeignSite) throw forbidden('This site may not connect.');
      const place =
        call === publishLive
          ? admission.enterRecorder(request.ip, now(), () => upgrade.socket.destroy())
          : { identify: () => true, leave: admission.enterViewer(request.ip, now()) };
      reply.hijack();
      upgrade.socket.once('close', place.leave);
      // The request is over; the admission counts the connection.
      reply.raw.detachSocket(upgrade.socket);
      reply.raw.emit('close');
      const server = call === publishLive ? recorders : viewers;
      server.handleUpgrade(request.raw, upgrade.socket, upgrade.head, (socket) => {
        socket.on('error', () => undefined);
        onOpen(socket, parsed, { raw: upgrade.socket, place, isForeignSite });
      });
    });
  }

  mount(publishLive, (socket, { params }, { place }) =>
    publish(socket, { hub, now, place, sessionId: String(params['id']) }),
  );
  mount(watchLive, (socket, { params, query }, connection) =>
    watch(socket, connection, {
      hub,
      now,
      session: hub.locate(String(params['id'])),
      query: query as QueryOf<typeof watchLive>,
    }),
  );
  mount(watchUserLive, (socket, { params, query }, connection) =>
    watch(socket, connection, {
      hub,
      now,
      session: hub.findCurrentOf(String(params['id'])),
      query: query as QueryOf<typeof watchLive>,
    }),
  );

  const stopProbing = options.every(probeInterval, createProbe(servers));
  app.addHook('preClose', async () => {
    stopProbing();
    await hub.stop();
    await closeAll(servers);
  });
}

interface Publishing {
  readonly hub: Hub;
  readonly now: () => number;
  readonly place: RecorderPlace;
  readonly sessionId: string;
}

function publish(socket: WebSocket, { hub, now, place, sessionId }: Publishing): void {
  const connection = {
    send: (text: string) => socket.send(text),
    close: (reason: 'ended' | 'silent' | 'restarting' | 'refused') => {
      if (reason === 'silent') socket.terminate();
      else closeSocket(socket, reason);
    },
  };
  const publisher = new Publisher({ hub, connection, now, place, sessionId });
  socket.on('message', (data) => publisher.receive(data.toString()));
  socket.once('close', () => publisher.left());
  const timer = setTimeout(() => {
    if (!publisher.isIdentified) socket.terminate();
  }, 10_000).unref();
  socket.once('close', () => clearTimeout(timer));
}

interface Watching {
  readonly hub: Hub;
  readonly now: () => number;
  readonly session: Promise<Watchable | null>;
  readonly query: QueryOf<typeof watchLive>;
}

/** Everybody may watch a public session, from any site; a private one those with its key, but no page of another site. */
async function watch(
  socket: WebSocket,
  { raw, isForeignSite }: Connection,
  { hub, now, session: located, query }: Watching,
): Promise<void> {
  const refuse = (reason: 'notFound' | 'forbidden' | 'busy') => closeSocket(socket, reason);
  try {
    const session = await located;
    if (session === null) refuse('notFound');
    else if (session.registration.keyHash !== null && isForeignSite) refuse(session.isOver ? 'notFound' : 'forbidden');
    else if (!(await hub.mayWatch(session, query))) refuse(session.isOver ? 'notFound' : 'forbidden');
    else if (socket.readyState === socket.OPEN) follow(socket, raw, { session, now, query });
  } catch {
    // The database cannot say what session it is.
    refuse('busy');
  }
}

interface Following {
  readonly session: Watchable;
  readonly now: () => number;
  readonly query: QueryOf<typeof watchLive>;
}

function follow(socket: WebSocket, raw: Socket, { session, now, query }: Following): void {
  const { view } = query;
  const link = new SocketLink(socket, raw, query);
  const [epoch, seq] = (query.since ?? '').split('.').map(Number);
  session.watch(link, view, epoch === undefined || seq === undefined ? null : { epoch, seq }, now());
  const isFlood = createRate(maxRequests, now);
  socket.on('message', (data) => {
    if (!isFlood() && isResync(data.toString())) session.resync(link, view, now());
    else {
      session.leave(link, view);
      closeSocket(socket, 'refused');
    }
  });
  socket.once('close', () => session.leave(link, view));
}

/** Counts calls; returns whether there are more than `most` in one second. */
function createRate(most: number, now: () => number): () => boolean {
  let second = 0;
  let count = 0;
  return () => {
    const current = Math.floor(now() / 1_000);
    count = current === second ? count + 1 : 1;
    second = current;
    return count > most;
  };
}

function isResync(text: string): boolean {
  try {
    return v.is(ViewerRequest, JSON.parse(text));
  } catch {
    return false;
  }
}
