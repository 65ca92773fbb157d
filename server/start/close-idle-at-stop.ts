import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** How long a stop waits for the requests in progress, and how often it looks for idle connections, in ms. */
const drain = { requests: 3_000, idle: 100 };

/**
 * Lets a stop wait for the requests in progress. Node closes the idle connections once when it stops: those with a request
 * in progress are idle later, and those with a response that has ended but is still being written count as idle. A request
 * is in progress until its response has closed: all of it has left this process then, and the system delivers it.
 */
export function closeIdleAtStop(app: FastifyInstance): void {
  let open = 0;
  app.addHook('onRequest', (_, reply, done) => {
    open += 1;
    reply.raw.once('close', () => {
      open -= 1;
    });
    done();
  });
  app.addHook('preClose', async () => {
    const { server } = app;
    if (!server.listening) return;
    const end = performance.now() + drain.requests;
    while (open > 0 && performance.now() < end) await sleep(20);
    const timer = setInterval(() => {
      if (open === 0) server.closeIdleConnections();
    }, drain.idle);
    server.once('close', () => clearInterval(timer));
  });
}
