import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { Website } from '#contract/league';
import { Username } from '#contract/profile';
import { Uuid } from '#contract/values';
import { isTaken } from '../storage/failures.ts';
import { insertProfile, type ProfileRow, patchProfiles, readProfiles } from '../storage/profile-rows.ts';
import { bearerOf, claimsOf } from './bearer.ts';
import type { AuthContext } from './context.ts';
import { RestError } from './rest-error.ts';
import { type Column, columnOf, type RestQuery, restQueryOf, typed } from './rest-query.ts';

interface Values {
  id?: string;
  username?: string | null;
  avatar_url?: string | null;
}

/** Mounts the part of PostgREST that profiles need; anybody reads, everybody writes their own row (RLS of the contract). */
export async function mountRest(root: FastifyInstance, context: AuthContext, renamed: () => void): Promise<void> {
  await root.register(
    async (app) => {
      app.setErrorHandler(render);
      app.removeAllContentTypeParsers();
      app.addContentTypeParser('*', { parseAs: 'string' }, (_, text, done) => {
        try {
          done(null, JSON.parse(String(text)));
        } catch {
          done(new RestError(400, 'PGRST102', 'Empty or invalid json'));
        }
      });
      app.addHook('onSend', async (_, reply) => {
        reply.header('cache-control', 'no-store');
      });

      app.get('/profiles', async (request, reply) => {
        await roleOf(context, request);
        const query = queryOf(request);
        return sendRows(request, reply, 200, await readProfiles(context.storage.database, query), query);
      });

      app.post('/profiles', async (request, reply) => {
        const userId = await roleOf(context, request);
        const query = queryOf(request);
        const rows = rowsOf(request.body);
        for (const row of rows) mustBeOwn(row.id, userId);
        const isMerged = prefers(request, 'resolution=merge-duplicates');
        const at = context.now().toISOString();
        const written = await context.storage.transaction(async (transaction) => {
          const all: { row: ProfileRow; isNew: boolean }[] = [];
          for (const row of rows) all.push(await insertProfile(transaction, { ...row, createdAt: at }, isMerged));
          return all;
        });
        renamed();
        const status = written.some(({ isNew }) => isNew) ? 201 : 200;
        return sendWritten(
          request,
          reply,
          status,
          written.map(({ row }) => row),
          query,
        );
      });

      app.patch('/profiles', async (request, reply) => {
        const userId = await roleOf(context, request);
        const query = queryOf(request);
        const values = valuesOf(request.body);
        // Rows of others are not seen at all; an own row may not become another's.
        if (values.id !== undefined && values.id !== userId) mustBeOwn(values.id, userId);
        const rows =
          userId === null
            ? []
            : await context.storage.transaction((transaction) => patchProfiles(transaction, query, userId, values));
        if (rows.length > 0) renamed();
        return sendWritten(request, reply, prefers(request, 'return=representation') ? 200 : 204, rows, query);
      });

      app.delete('/profiles', async (request, reply) => {
        await roleOf(context, request);
        queryOf(request);
        return sendWritten(request, reply, 204, [], { select: [], filters: [], limit: 0, order: [] });
      });

      app.all('/:table', async (request: FastifyRequest<{ Params: { table: string } }>) => {
        const { table } = request.params;
        throw new RestError(404, 'PGRST205', `Could not find the table 'public.${table}' in the schema cache`);
      });
      app.setNotFoundHandler(() => {
        throw new RestError(404, 'PGRST125', 'Invalid path specified in request URL');
      });
    },
    { prefix: '/rest/v1' },
  );
}

function queryOf(request: FastifyRequest): RestQuery {
  return restQueryOf(new URL(request.url, 'http://host').searchParams);
}

/** The user who asks; null: anonymous, with the publishable key or no token at all. @throws RestError 401. */
async function roleOf(context: AuthContext, request: FastifyRequest): Promise<string | null> {
  const bearer = bearerOf(request.headers.authorization);
  if (bearer === null || !bearer.includes('.')) return null;
  const claims = await claimsOf(context, bearer, 30);
  if (claims === 'expired') throw badToken('PGRST303', 'JWT expired');
  if (claims === 'bad' || !v.is(Uuid, claims.sub)) throw badToken('PGRST301', 'No suitable key or wrong key type');
  return claims.sub;
}

function badToken(code: string, message: string): RestError {
  const authenticate = `Bearer error="invalid_token", error_description="${message}"`;
  return new RestError(401, code, message, { authenticate });
}

function mustBeOwn(id: string | null | undefined, userId: string | null): void {
  if (userId !== null && id === userId) return;
  const message = 'new row violates row-level security policy for table "profiles"';
  throw new RestError(userId === null ? 401 : 403, '42501', message, userId === null ? { authenticate: 'Bearer' } : {});
}

const missingId = 'null value in column "id" of relation "profiles" violates not-null constraint';

function rowsOf(body: unknown): (Values & { id: string })[] {
  const rows = Array.isArray(body) ? body : [body];
  if (rows.length > 100) throw new RestError(400, 'PGRST102', 'Too many rows');
  return rows.map((row) => {
    const values = valuesOf(row);
    if (values.id === undefined) throw new RestError(400, '23502', missingId);
    return { ...values, id: values.id };
  });
}

function valuesOf(body: unknown): Values {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new RestError(400, 'PGRST102', 'Empty or invalid json');
  const values: Values = {};
  for (const [name, value] of Object.entries(body)) {
    if (!/^\w+$/.test(name) || !isColumn(name)) {
      const message = `Could not find the '${name.slice(0, 80)}' column of 'profiles' in the schema cache`;
      throw new RestError(400, 'PGRST204', message);
    }
    const text = value === null ? null : checked(name, String(value));
    if (name !== 'id') values[name] = text;
    else if (text !== null) values.id = text;
    else throw new RestError(400, '23502', missingId);
  }
  return values;
}

function isColumn(name: string): name is Column {
  try {
    columnOf(name);
    return true;
  } catch {
    return false;
  }
}

function checked(column: Column, value: string): string {
  const text = typed(column, value);
  const isGood = column === 'id' || v.is(column === 'username' ? Username : Website, text);
  if (isGood) return text;
  const constraint = `profiles_${column}_check`;
  throw new RestError(400, '23514', `new row for relation "profiles" violates check constraint "${constraint}"`);
}

function prefers(request: FastifyRequest, wish: string): boolean {
  return String(request.headers['prefer'] ?? '')
    .split(/[,\s]+/)
    .includes(wish);
}

const objectType = 'application/vnd.pgrst.object+json';

function sendRows(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  rows: readonly ProfileRow[],
  { select }: RestQuery,
): FastifyReply {
  const shown = rows.map((row) => Object.fromEntries(select.map((column) => [column, row[column]])));
  const isSingle = String(request.headers.accept ?? '').includes(objectType);
  reply.code(status).header('content-range', rows.length === 0 ? '*/*' : `0-${rows.length - 1}/*`);
  if (!isSingle) return reply.type('application/json; charset=utf-8').send(JSON.stringify(shown));
  if (shown.length !== 1) {
    const details = `The result contains ${shown.length} rows`;
    throw new RestError(406, 'PGRST116', 'Cannot coerce the result to a single JSON object', { details });
  }
  return reply.type(`${objectType}; charset=utf-8`).send(JSON.stringify(shown[0]));
}

function sendWritten(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  rows: readonly ProfileRow[],
  query: RestQuery,
): FastifyReply {
  const applied = ['resolution=merge-duplicates', 'return=representation', 'return=minimal'].filter((wish) =>
    prefers(request, wish),
  );
  if (applied.length > 0) reply.header('preference-applied', applied.join(', '));
  if (prefers(request, 'return=representation')) return sendRows(request, reply, status, rows, query);
  return reply.code(status).send();
}

function render(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = error instanceof RestError ? error : restErrorOf(error, request);
  return reply
    .code(known.status)
    .headers(known.headers)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ code: known.code, message: known.message, details: known.details, hint: null }));
}

function restErrorOf(error: unknown, request: FastifyRequest): RestError {
  const status = Object(error).statusCode;
  if (typeof status === 'number' && status >= 400 && status < 500)
    return new RestError(status, 'PGRST102', 'The request cannot be read');
  if (isTaken(error)) {
    const body = Array.isArray(request.body) ? request.body[0] : request.body;
    const name = String(Object(body).username ?? '');
    const message = 'duplicate key value violates unique constraint "profiles_username_key"';
    return new RestError(409, '23505', message, { details: `Key (username)=(${name}) already exists.` });
  }
  request.log.error({ err: error }, 'a profile request failed');
  return new RestError(500, 'XX000', 'An unexpected server error occurred.');
}
