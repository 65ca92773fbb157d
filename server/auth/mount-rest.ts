import type { FastifyInstance, FastifyRequest } from 'fastify';
import { affectedReads } from '#contract/api/dependencies';
import { findCaller } from '../domain/callers.ts';
import { announceChange } from '../storage/changes.ts';
import type { Transaction } from '../storage/open-storage.ts';
import { countProfiles, insertProfile, type ProfileRow, patchProfiles, readProfiles } from '../storage/profile-rows.ts';
import { reserveName } from '../storage/profiles.ts';
import { type Caller, toCaller } from '../tokens/caller.ts';
import { parseBearer, verifyBearer } from './bearer.ts';
import type { AuthContext } from './context.ts';
import { RestError, renderRestError, takenError } from './rest-error.ts';
import { parseRestQuery, type RestQuery } from './rest-query.ts';
import { prefers, prefersCount, requireOffered, sendRows, sendWritten } from './rest-response.ts';
import { parseRow, parseRows, type RowValues, requireOwnPicture } from './rest-rows.ts';

/** Seconds that a token is still accepted after it has expired, as by PostgREST. */
const clockTolerance = 30;

/** Adds the part of PostgREST that profiles need. All users read all profiles, and write their own. */
export async function mountRest(
  root: FastifyInstance,
  context: AuthContext,
  countChange: (address: string) => Promise<void>,
): Promise<void> {
  await root.register(
    async (app) => {
      app.setErrorHandler(renderRestError);
      addBodyParser(app);
      app.addHook('onRequest', async (request) => requireOffered(request));
      app.addHook('onRequest', async ({ method, ip }) => {
        if (!['GET', 'HEAD'].includes(method)) await countChange(ip);
      });
      app.addHook('onSend', async (_, reply) => {
        reply.header('cache-control', 'no-store');
      });

      app.get('/profiles', async (request, reply) => {
        await findRequestCaller(context, request);
        const query = readQuery(request);
        const { database } = context.storage;
        const rows = await readProfiles(database, query);
        const total = prefersCount(request) ? await countProfiles(database, query) : null;
        return sendRows(request, reply, 200, rows, query, total);
      });

      app.post('/profiles', async (request, reply) => {
        const caller = await findRequestCaller(context, request);
        const query = readQuery(request);
        const rows = parseRows(request.body);
        for (const row of rows) {
          requireOwnRow(row.id, caller);
          requireOwnPicture(row, row.id, context.options.siteUrl);
        }
        const onDuplicate = prefers(request, 'resolution=merge-duplicates')
          ? 'merge'
          : prefers(request, 'resolution=ignore-duplicates')
            ? 'ignore'
            : 'fail';
        const createdAt = context.now().toISOString();
        const written = await context.storage.transaction(async (transaction) => {
          for (const { id: userId } of rows)
            announceChange(transaction, affectedReads('saveProfile', { params: { userId } }));
          const all: { row: ProfileRow; isNew: boolean }[] = [];
          for (const row of rows) {
            await requireFreeName(transaction, row, row.id);
            const written = await insertProfile(transaction, { ...row, createdAt }, onDuplicate);
            if (written !== null) all.push(written);
          }
          // Checked after the write, because the write waits for a concurrent deletion of the account.
          if (caller !== null) await requireCaller(transaction, caller);
          return all;
        });
        const status = written.some(({ isNew }) => isNew) ? 201 : 200;
        const profiles = written.map(({ row }) => row);
        return sendWritten(request, reply, status, profiles, query);
      });

      app.patch('/profiles', async (request, reply) => {
        const caller = await findRequestCaller(context, request);
        const query = readQuery(request);
        const values = parseRow(request.body);
        // Rows of other users never match the query; the id of an own row cannot be changed.
        if (values.id !== undefined && values.id !== caller?.userId) requireOwnRow(values.id, caller);
        if (caller !== null) requireOwnPicture(values, caller.userId, context.options.siteUrl);
        const patch = ({ userId }: Caller) =>
          context.storage.transaction(async (transaction) => {
            announceChange(transaction, affectedReads('saveProfile', { params: { userId } }));
            await requireFreeName(transaction, values, userId);
            return patchProfiles(transaction, query, userId, values);
          });
        const rows = caller === null ? [] : await patch(caller);
        return sendWritten(request, reply, prefers(request, 'return=representation') ? 200 : 204, rows, query);
      });

      app.delete('/profiles', async (request, reply) => {
        await findRequestCaller(context, request);
        // A profile is deleted only with its account, so no row matches.
        return sendWritten(request, reply, 204, [], readQuery(request));
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

/** @throws RestError 401 when the user or session of the token no longer exists. */
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
