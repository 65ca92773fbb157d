import { SessionType } from '#contract/enumerations';
import { openLease } from '../cluster/lease.ts';
import { attachRace } from '../demo/attach-race.ts';
import { replayInTurn } from '../demo/demo-sessions.ts';
import { demoRecorder, demoTimekeeper } from '../demo/fill.ts';
import { showSessions } from '../demo/show-sessions.ts';
import { type Env, ownOrigin } from '../settings/env.ts';
import { mintToken } from '../tokens/caller.ts';
import type { OpenApp } from './open-app.ts';

const { Q1, Q2, Q3, Race } = SessionType;

/** How long a token of a recorder of the demo is valid, in s; it gets a new one for every call. */
const tokenLifetime = 60;

/**
 * Shows a recorded race again and again, and qualifying beside it, until the server closes. Their recorders are clients of this
 * server like any other. If several servers share a database, one of them shows both at a time.
 */
export async function withRaces(server: OpenApp, env: Env): Promise<OpenApp> {
  const lease = await openLease(server.storage, 'demo races');
  const abort = new AbortController();
  const tokenOf = (user: typeof demoRecorder) => () => mintToken(env, server.keys, user, tokenLifetime);
  const common = {
    server: ownAddress(server, env),
    isOurs: lease.isHeld,
    warn: (text: string) => server.app.log.warn(text),
    signal: abort.signal,
  };
  const races = showSessions({
    ...common,
    userId: demoRecorder.userId,
    token: tokenOf(demoRecorder),
    read: replayInTurn([Race]),
    onSession: (id) => attachRace(server.storage, id, new Date()),
  });
  const qualifying = showSessions({
    ...common,
    userId: demoTimekeeper.userId,
    token: tokenOf(demoTimekeeper),
    read: replayInTurn([Q1, Q2, Q3]),
    onSession: async () => undefined,
  });
  return {
    ...server,
    close: async () => {
      abort.abort();
      await Promise.all([races, qualifying]);
      await lease.close().catch(() => undefined);
      await server.close();
    },
  };
}

/** Where this server can be reached on its own machine. */
function ownAddress({ app }: OpenApp, { host, port }: Env): string {
  const bound = app.server.address();
  return ownOrigin({ host, port: typeof bound === 'object' && bound !== null ? bound.port : port });
}
