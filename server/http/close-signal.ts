import type { ServerResponse } from 'node:http';

/**
 * Aborted when a response has ended or its client has closed the connection. The `signal` of Fastify's requests is aborted as
 * soon as a body has been read.
 */
export function closeSignal(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  if (response.closed) controller.abort();
  else response.once('close', () => controller.abort());
  return controller.signal;
}
