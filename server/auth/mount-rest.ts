import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { affectedReads, profileSaved } from '#contract/calls/changes';
import type { Profile } from '#contract/entities/profile';
import { findCaller } from '../domain/callers.ts';
import { announceChange } from '../storage/changes.ts';
import type { Transaction } from '../storage/open-storage.ts';
import { insertProfile, readProfileRow, updateProfile } from '../storage/profile-rows.ts';
import { reserveName } from '../storage/profiles.ts';
import { type Caller, toCaller } from '../tokens/caller.ts';
import { parseBearer, verifyBearer } from './bearer.ts';
import type { AuthContext } from './context.ts';
import { RestError, renderRestError, takenError } from './rest-error.ts';
import { parseRestQuery, parseRow, type RestQuery, type RowValues, withPicturePath } from './rest-request.ts';

/** Seconds that a token is still accepted after it has expired, as by PostgREST. */
const clockTolerance = 30;

const objectType = 'application/vnd.pgrst.object+json';
const missingId = 'null value in column "id" of relation "profiles" violates not-null constraint';

/** Adds the part of PostgREST that the app needs: a profile is read by its id, and its user writes it. */
export async function mountRest(
  root: FastifyInstance,
  context: AuthContext,
  countChange: (address: string) => Promise<void>,
): Promise<void> {
  await root.register(
    async (app) => {
      app.setErrorHandler(renderRestError);
      addBodyParser(app);
      app.addHook('onRequest', async ({ method, ip }) => {
        if (!['GET', 'HEAD'].includes(method)) await countChange(ip);
      });
      app.addHook('onSend', async (_, reply) => {
        reply.header('cache-control', 'no-store');
      });

      app.get('/profiles', async (request, reply) => {
        await findRequestCaller(context, request);
        const query = readQuery(request);
        if (query.id === null) throw new RestError(400, 'PGRST100', '"failed to parse filter (id)"');
        return sendRow(request, reply, 200, await readProfileRow(context.storage.database, query.id), query);
      });

      app.post('/profiles', async (request, reply) => {
        const caller = await findRequestCaller(context, request);
        const query = readQuery(request);
        const { id, ...given } = parseRow(request.body);
        if (id === undefined) throw new RestError(400, '23502', missingId);
        requireOwnRow(id, caller);
        const values = withPicturePath(given, id, context.options.siteUrl);
        const merges = prefers(request, 'resolution=merge-duplicates');
        const createdAt = context.now().toISOString();
        const written = await context.storage.transaction(async (transaction) => {
          announceChange(transaction, affectedReads(profileSaved, { params: { userId: id } }));
          await requireFreeName(transaction, values, id);
          const updated = merges ? await updateProfile(transaction, id, values) : null;
          const row = updated ?? (await insertProfile(transaction, { id, ...values }, createdAt));
          // Checked after the write, because the write waits for a concurrent deletion of the account.
          if (caller !== null) await requireCaller(transaction, caller);
          return { row, isNew: updated === null };
        });
        return sendWritten(request, reply, written.isNew ? 201 : 200, written.row, query);
      });

      app.patch('/profiles', async (request, reply) => {
        const caller = await findRequestCaller(context, request);
        const query = readQuery(request);
        const given = parseRow(request.body);
        // The row of another user never matches; the id of an own row cannot be changed.
        if (given.id !== undefined && given.id !== caller?.userId) requireOwnRow(given.id, caller);
        const values = caller === null ? given : withPicturePath(given, caller.userId, context.options.siteUrl);
        const patch = ({ userId }: Caller) =>
          context.storage.transaction(async (transaction) => {
            announceChange(transaction, affectedReads(profileSaved, { params: { userId } }));
            await requireFreeName(transaction, values, userId);
            return updateProfile(transaction, userId, values);
          });
        const row = caller === null || query.id !== caller.userId ? null : await patch(caller);
        return sendWritten(request, reply, prefers(request, 'return=representation') ? 200 : 204, row, query);
      });

      const invalidPath = () => new RestError(404, 'PGRST125', 'Invalid path specified in request URL');
      app.all('/:table', async (request: FastifyRequest<{ Params: { table: string } }>) => {
        const { table } = request.params;
        if (table === 'profiles') throw invalidPath();
        throw new RestError(404, 'PGRST205', `Could not find the table 'public.${table}' in the schema cache`);
      });
      app.setNotFoundHandler(() => {
        throw invalidPath();
      });
    },
    { prefix: '/rest/v1' },
  );
}

/** @throws RestError 409 for a name that looks like that of another user. */
async function requireFreeName(transaction: Transaction, { username }: RowValues, userId: string): Promise<void> {
  if (username == null) return;
  if (!(await reserveName(transaction, username, userId))) throw takenError('username', username);
}

function addBodyParser(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_, text, done) => {
    try {
      done(null, text === '' ? undefined : JSON.parse(String(text)));
    } catch {
      done(new RestError(400, 'PGRST102', 'Empty or invalid json'));
    }
  });
}

/** Returns whether the Prefer header contains a preference. */
function prefers(request: FastifyRequest, preference: string): boolean {
  return String(request.headers['prefer'] ?? '')
    .split(/[,\s]+/)
    .includes(preference);
}

/** Sends the selected columns of a row, as a list or as the one object that Accept asks for. @throws RestError 406. */
function sendRow(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  row: Profile | null,
  { select }: RestQuery,
): FastifyReply {
  const selected = row === null ? null : Object.fromEntries(select.map((column) => [column, row[column]]));
  reply.code(status).header('content-range', selected === null ? '*/*' : '0-0/*');
  const isSingle = String(request.headers.accept ?? '').includes(objectType);
  if (!isSingle)
    return reply.type('application/json; charset=utf-8').send(JSON.stringify(selected === null ? [] : [selected]));
  if (selected === null)
    throw new RestError(406, 'PGRST116', 'Cannot coerce the result to a single JSON object', {
      details: 'The result contains 0 rows',
    });
  return reply.type(`${objectType}; charset=utf-8`).send(JSON.stringify(selected));
}

/** Sends the response of a write: the row when the client prefers it, otherwise no body. */
function sendWritten(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  row: Profile | null,
  query: RestQuery,
): FastifyReply {
  const applied = ['resolution=merge-duplicates', 'return=representation', 'return=minimal'].filter((preference) =>
    prefers(request, preference),
  );
  if (applied.length > 0) reply.header('preference-applied', applied.join(', '));
  if (prefers(request, 'return=representation')) return sendRow(request, reply, status, row, query);
  return reply.code(status).send();
}

function readQuery(request: FastifyRequest): RestQuery {
  return parseRestQuery(new URL(request.url, 'http://host').searchParams);
}

/** The caller, or null without a token or with the publishable key. @throws RestError 401 for an invalid token. */
async function findRequestCaller(context: AuthContext, request: FastifyRequest): Promise<Caller | null> {
  const bearer = parseBearer(request.headers.authorization);
  // The publishable key is sent as a bearer, and is not a JWT.
  if (bearer === null || !bearer.includes('.')) return null;
  const claims = await verifyBearer(context, bearer, clockTolerance);
  if (claims === 'expired') throw invalidToken('PGRST303', 'JWT expired');
  const caller = claims === 'invalid' ? null : toCaller(claims);
  if (caller === null) throw invalidToken('PGRST301', 'No suitable key or wrong key type');
  await requireCaller(context.storage.database, caller);
  return caller;
}

/** @throws RestError 401 when the user or login of the token no longer exists. */
async function requireCaller(transaction: Transaction, caller: Caller): Promise<void> {
  if ((await findCaller(transaction, caller, true)) === null)
    throw invalidToken('PGRST303', 'User or session of the JWT does not exist');
}

function invalidToken(code: string, message: string): RestError {
  const authenticate = `Bearer error="invalid_token", error_description="${message}"`;
  return new RestError(401, code, message, { authenticate });
}

function requireOwnRow(id: string, caller: Caller | null): void {
  if (id === caller?.userId) return;
  const message = 'new row violates row-level security policy for table "profiles"';
  throw new RestError(caller === null ? 401 : 403, '42501', message, caller === null ? { authenticate: 'Bearer' } : {});
}
