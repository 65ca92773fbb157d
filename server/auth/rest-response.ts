import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ProfileRow } from '../storage/profile-rows.ts';
import { RestError } from './rest-error.ts';
import type { RestQuery } from './rest-query.ts';

const objectType = 'application/vnd.pgrst.object+json';
const supportedPreferences = [
  'resolution=merge-duplicates',
  'resolution=ignore-duplicates',
  'return=representation',
  'return=minimal',
];

/** Returns whether the Prefer header contains a preference. */
export function prefers(request: FastifyRequest, preference: string): boolean {
  return String(request.headers['prefer'] ?? '')
    .split(/[,\s]+/)
    .includes(preference);
}

/** Returns whether the client wants to know how many rows there are in all. */
export function prefersCount(request: FastifyRequest): boolean {
  return ['count=exact', 'count=planned', 'count=estimated'].some((preference) => prefers(request, preference));
}

/** @throws RestError 406 for another schema or format than is offered, 416 for a Range header. */
export function requireOffered({ headers }: FastifyRequest): void {
  for (const schema of [headers['accept-profile'], headers['content-profile']])
    if (schema !== undefined && schema !== 'public') throw new RestError(406, 'PGRST106', `Invalid schema: ${schema}`);
  const format = /text\/csv|application\/(geo\+json|vnd\.pgrst\.plan)/.exec(headers.accept ?? '')?.[0];
  if (format !== undefined) throw new RestError(406, 'PGRST107', `None of these media types are available: ${format}`);
  if (headers.range !== undefined) throw new RestError(416, 'PGRST103', 'Requested range not satisfiable');
}

/** Sends the selected columns of rows, as a list or as the one object that Accept asks for. @throws RestError 406. */
export function sendRows(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  rows: readonly ProfileRow[],
  { select }: RestQuery,
  total: number | null = null,
): FastifyReply {
  const selected = rows.map((row) => Object.fromEntries(select.map((column) => [column, row[column]])));
  const isSingle = String(request.headers.accept ?? '').includes(objectType);
  reply.code(status).header('content-range', `${rows.length === 0 ? '*' : `0-${rows.length - 1}`}/${total ?? '*'}`);
  if (!isSingle) return reply.type('application/json; charset=utf-8').send(JSON.stringify(selected));
  if (selected.length !== 1) {
    const details = `The result contains ${selected.length} rows`;
    throw new RestError(406, 'PGRST116', 'Cannot coerce the result to a single JSON object', { details });
  }
  return reply.type(`${objectType}; charset=utf-8`).send(JSON.stringify(selected[0]));
}

/** Sends the response of a write: the rows when the client prefers them, otherwise no body. */
export function sendWritten(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  rows: readonly ProfileRow[],
  query: RestQuery,
): FastifyReply {
  const applied = supportedPreferences.filter((preference) => prefers(request, preference));
  if (applied.length > 0) reply.header('preference-applied', applied.join(', '));
  if (prefers(request, 'return=representation')) return sendRows(request, reply, status, rows, query);
  return reply.code(status).send();
}
