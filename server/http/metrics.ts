import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** Counters besides those of requests and the process. */
interface Counted {
  /** Connections of viewers and recorders that are open. */
  readonly liveConnections: () => number;
  /** Live sessions that this process holds. */
  readonly liveSessions: () => number;
}

const digest = (text: string) => createHash('sha256').update(text).digest();

/**
 * Adds GET /metrics in the text format of Prometheus, for requests with `Authorization: Bearer <token>`. Without a token
 * nothing is measured, and there is no such address. No label contains the id or name of a user.
 */
export function mountMetrics(app: FastifyInstance, token: string | null, counted: Counted): void {
  if (token === null) return;
  const register = new Registry();
  const registers = [register];
  collectDefaultMetrics({ register });
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from a request to the end of its response, by route',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.001, 0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  for (const [name, help, count] of [
    ['pitboard_live_connections', 'Open connections of viewers and recorders', counted.liveConnections],
    ['pitboard_live_sessions', 'Live sessions held by this process', counted.liveSessions],
  ] as const)
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(count());
      },
    });
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request;
    // A route, not an address: unknown addresses are one series, however many are asked for.
    const labels = { method, route: routeOptions.url ?? 'unknown', status: String(reply.statusCode) };
    duration.observe(labels, reply.elapsedTime / 1_000);
    done();
  });
  const expected = digest(`Bearer ${token}`);
  app.get('/metrics', async (request, reply) => {
    reply.header('Cache-Control', 'no-store');
    if (!timingSafeEqual(digest(request.headers.authorization ?? ''), expected))
      return reply.code(401).header('WWW-Authenticate', 'Bearer').type('text/plain').send('A token is needed.\n');
    return reply.type(register.contentType).send(await register.metrics());
  });
}
