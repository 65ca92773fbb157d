import { openLease } from '../cluster/lease.ts';
import { attachRace } from '../demo/attach-race.ts';
import { demoRecorder } from '../demo/fill.ts';
import { showRaces } from '../demo/show-races.ts';
import type { Env } from '../settings/env.ts';
import { issuerOf } from '../tokens/caller.ts';
import type { OpenApp } from './open-app.ts';

/** How long a token of the simulated recorder is valid, in s; it gets a new one for every call. */
const tokenLifetime = 60;

/**
 * Shows simulated races until the server closes. Their recorder is a client of this server like any other. Of several
 * servers with one database, one shows them at a time.
 */
export async function withRaces(server: OpenApp, env: Env): Promise<OpenApp> {
  const lease = await openLease(server.storage, 'demo races');
  const abort = new AbortController();
  const { userId, username } = demoRecorder;
  const claims = {
    iss: issuerOf(env),
    sub: userId,
    aud: 'authenticated',
    role: 'authenticated',
    user_metadata: { username },
  };
  const token = () => {
    const issuedAt = Math.floor(Date.now() / 1_000);
    return server.keys.sign(claims, { issuedAt, expiresAt: issuedAt + tokenLifetime });
  };
  const races = showRaces({
    server: ownAddress(server, env),
    userId,
    token,
    isOurs: lease.isHeld,
    onRace: (id) => attachRace(server.storage, id, new Date()),
    warn: (text) => server.app.log.warn(text),
    signal: abort.signal,
  });
  return {
    ...server,
    close: async () => {
      abort.abort();
      await races;
      await lease.close().catch(() => undefined);
      await server.close();
    },
  };
}

/** Where this server can be reached on its own machine. */
function ownAddress({ app }: OpenApp, { host, port }: Env): string {
  const bound = app.server.address();
  const isAny = host === '0.0.0.0' || host === '::';
  const name = isAny ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${typeof bound === 'object' && bound !== null ? bound.port : port}`;
}
