import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** A number besides those of requests and the process, read for each answer; null: not known at the moment. */
export interface Measured {
  readonly name: `pitboard_${string}`;
  readonly help: string;
  readonly read: () => number | null | Promise<number | null>;
}

const digest = (text: string) => createHash('sha256').update(text).digest();

/**
 * Adds GET /metrics in the text format of Prometheus, for requests with `Authorization: Bearer <token>`. Without a token
 * nothing is measured, and there is no such address. No label contains the id or name of a user.
 */
export function mountMetrics(app: FastifyInstance, token: string | null, measured: readonly Measured[]): void {
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
  for (const each of measured) addMeasured(each, registers);
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

function addMeasured({ name, help, read }: Measured, registers: Registry[]): void {
  const options = { name, help, registers };
  // A name that ends with `_total` is a counter in Prometheus, any other a gauge.
  if (name.endsWith('_total')) {
    new Counter({
      ...options,
      async collect() {
        this.reset();
        this.inc((await read()) ?? 0);
      },
    });
    return;
  }
  new Gauge({
    ...options,
    async collect() {
      this.set((await read()) ?? Number.NaN);
    },
  });
}
