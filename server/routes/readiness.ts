import type { FastifyInstance } from 'fastify';
import { canStore } from '../domain/health.ts';
import type { Hub } from '../live/hub.ts';
import type { Storage } from '../storage/open-storage.ts';

/** Each part is `ok` or an error. */
type Parts = Readonly<Record<'database' | 'live', string>>;

/**
 * Adds GET /readyz for load balancers and supervisors: 200 while this process can serve and store requests, otherwise
 * 503. A server that stops answers 503 from the first moment, like every route.
 */
export function mountReadiness(app: FastifyInstance, storage: Storage, hub: Hub, describeBackups: () => string): void {
  app.get('/readyz', async (_, reply) => {
    const parts: Parts = {
      database: (await canStore(storage)) ? 'ok' : 'does not store',
      live: hub.isStored ? 'ok' : 'not stored',
    };
    const isReady = Object.values(parts).every((part) => part === 'ok');
    // A server works without Redis and backups, so it stays ready.
    const redis = hub.sharing;
    reply.code(isReady ? 200 : 503).header('Cache-Control', 'no-store');
    return { status: isReady ? 'ready' : 'unavailable', ...parts, redis, backup: describeBackups() };
  });
}
