import { createServer } from 'node:http';
import cors from '@fastify/cors';
import rateLimit from '@fastify/rate-limit';
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, LogController } from 'fastify';
import { texts } from '#contract/problem';
import type { AuthLimits } from './auth/limits.ts';
import { mountAuth } from './auth/mount-auth.ts';
import { mountOutbox } from './auth/mount-outbox.ts';
import { mountRest } from './auth/mount-rest.ts';
import { openAuth } from './auth/open-auth.ts';
import type { AuthOptions } from './auth/options.ts';
import { bodyOf, packBody } from './bodies.ts';
import type { VerifyCaller } from './caller.ts';
import { answerClientError } from './client-error.ts';
import { mirrorProfile } from './domain/profiles.ts';
import { SessionBodies } from './domain/session-bodies.ts';
import type { Env } from './env.ts';
import { callHeaders, securityHeaders } from './headers.ts';
import { keepBuilds } from './kept-builds.ts';
import type { SigningKeys } from './keys.ts';
import { Problem, unavailable } from './problem.ts';
import { remoteProfiles } from './remote-profiles.ts';
import { accountHandlers } from './routes/accounts.ts';
import { generalHandlers } from './routes/general.ts';
import { keptSession } from './routes/kept-session.ts';
import { leagueHandlers } from './routes/leagues.ts';
import { openApi } from './routes/open-api.ts';
import { mountPages } from './routes/pages.ts';
import { mountCalls, type RouterDependencies, send } from './routes/router.ts';
import { seasonHandlers } from './routes/seasons.ts';
import { sessionHandlers } from './routes/sessions.ts';
import { isBusy, isUnreachable } from './storage/failures.ts';
import type { Storage } from './storage/open-storage.ts';

/** All that the app is made of; nothing is opened or listened to in here. */
export interface AppDependencies {
  readonly env: Env;
  readonly storage: Storage;
  readonly keys: SigningKeys;
  readonly verifyCaller: VerifyCaller;
  readonly now: () => Date;
  readonly version: string;
  /** Folder of the built app; without an index.html in it no pages are served. */
  readonly dist: string;
  readonly limits: { readonly changes: number; readonly searches: number };
  readonly auth: { readonly options: AuthOptions; readonly limits: AuthLimits };
}

/** Builds the app from given dependencies. */
export async function buildApp(dependencies: AppDependencies): Promise<FastifyInstance> {
  const { env, storage, verifyCaller, now, version, dist, limits } = dependencies;
  const bodies = new SessionBodies(env.databaseUrl !== null, () => now().getTime());
  // Where other origins are allowed, every answer has more to say.
  const answerKept = env.corsOrigins.length > 0 ? () => false : keptSession(bodies, callHeaders(env));
  const app = Fastify({
    serverFactory: (route) =>
      createServer(
        // Node looks for slow senders every 30 s unless told otherwise.
        {
          requestTimeout: 15_000,
          headersTimeout: 10_000,
          keepAliveTimeout: 72_000,
          connectionsCheckingInterval: 2_000,
        },
        (request, response) => {
          if (!answerKept(request, response)) route(request, response);
        },
      ),
    logger: { level: env.logLevel, redact: ['req.headers.authorization'] },
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: env.trustProxy,
    clientErrorHandler: answerClientError,
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: true },
    exposeHeadRoutes: true,
    // A logger of its own for each request costs more than most answers.
    childLoggerFactory: (logger) => logger,
    // An address that cannot be decoded never reaches a route, nor the hook that sets headers.
    frameworkErrors: (error, request, reply) => renderError(error, request, reply.headers(callHeaders(env))),
  });
  app.setErrorHandler(renderError);
  readJson(app);
  app.addHook('onSend', securityHeaders(env));
  // Without other origins there is nothing to say of them, on every answer.
  if (env.corsOrigins.length > 0)
    await app.register(cors, {
      origin: [...env.corsOrigins],
      methods: ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE'],
      exposedHeaders: ['ETag', 'Retry-After', 'Date'],
      maxAge: 86_400,
    });
  await app.register(rateLimit, {
    global: false,
    errorResponseBuilder: (_, { ttl }) => {
      const seconds = Math.ceil(ttl / 1_000);
      return new Problem(429, 'Too Many Requests', `Too many requests: try again in ${seconds} s.`);
    },
  });

  mountCalls(
    app,
    { storage, verifyCaller, now, limits, mirror: mirrorOf(dependencies, bodies), headers: callHeaders(env) },
    {
      ...leagueHandlers(),
      ...seasonHandlers(),
      ...sessionHandlers(bodies),
      ...accountHandlers(env.publicUrl, bodies),
      ...generalHandlers(env, version),
    },
  );
  if (env.supabase === null) await mountSignIn(app, dependencies, () => bodies.clear());
  const document = { body: await packBody(bodyOf(JSON.stringify(openApi(env.publicUrl, version)))), version: 1 };
  app.get('/api/openapi.json', (request, reply) => send(callHeaders(env), request, reply, document));
  await mountPages(app, {
    dist,
    publicUrl: env.publicUrl,
    builds: keepBuilds(dist, env.dataDir, { least: env.keptBuilds, now: now().getTime() }),
    killsWorker: env.killsWorker,
    anonymous: () => ({
      transaction: storage.database,
      caller: null,
      now: now().toISOString(),
      after: () => undefined,
    }),
  });
  return app;
}

/** The sign-in of this server itself, with its profiles and, where no mail is sent, its outbox. */
async function mountSignIn(app: FastifyInstance, dependencies: AppDependencies, renamed: () => void): Promise<void> {
  const { env, storage, keys, now, version, auth } = dependencies;
  const context = openAuth({ env, storage, keys, now, log: app.log, ...auth });
  await mountAuth(app, context, version);
  await mountRest(app, context, renamed);
  if (env.auth.hasOutbox) mountOutbox(app, context.mailer);
  app.addHook('onClose', () => context.mailer.close());
}

/** Where names come from: the hosted project's profiles, or tokens that were minted for a name. */
function mirrorOf({ env, storage, now }: AppDependencies, bodies: SessionBodies): RouterDependencies['mirror'] {
  const remote = env.supabase === null ? null : remoteProfiles(env.supabase, () => now().getTime());
  return async ({ userId, username }, authorization) => {
    const profile = await remote?.(userId, authorization);
    const face =
      profile == null ? { username, avatarUrl: null } : { username: profile.username, avatarUrl: profile.avatar_url };
    if (await mirrorProfile(storage, { userId, ...face }, now().toISOString())) bodies.clear();
  };
}

/** JSON as Fastify reads it, save that no body is no error, and that a compressed one is not opened. */
function readJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (request.headers['content-encoding'] !== undefined) {
      done(new Problem(415, 'Unsupported Media Type', 'A compressed body is not read.'));
    } else if (body === '') done(null, undefined);
    else parse(request, String(body), done);
  });
}

/** Everything that goes wrong ends here as problem details; a 5xx says nothing but the fixed text (spec §8). */
function renderError(
  error: FastifyError | Problem,
  request: { url: string; log: FastifyInstance['log'] },
  reply: FastifyReply,
): FastifyReply {
  const problem = error instanceof Problem ? error : problemOf(error);
  if (problem.status >= 500) request.log.error({ err: error }, 'a request failed');
  const instance = request.url.split('?')[0];
  const { status, title, message: detail, errors, current, headers } = problem;
  const body = { type: 'about:blank', title, status, detail, instance, errors, current };
  return reply
    .code(status)
    .headers({ 'cache-control': 'no-store', ...headers })
    .type('application/problem+json; charset=utf-8')
    .send(JSON.stringify(body));
}

/** What Fastify refuses itself, in words; anything else is a fault of ours. */
function problemOf(error: FastifyError): Problem {
  switch (error.statusCode) {
    case 400:
      return new Problem(400, 'Bad Request', 'The request cannot be read.', {
        errors: [{ path: '', message: 'must be valid JSON' }],
      });
    case 413:
      return new Problem(413, 'Content Too Large', 'The body is larger than this call allows.', {
        errors: [{ path: '', message: 'is larger than this call allows' }],
      });
    case 414:
      return new Problem(414, 'URI Too Long', 'The address is too long.');
    case 415:
      return new Problem(415, 'Unsupported Media Type', 'The body must be application/json.');
    default:
      if (isUnreachable(error)) return unavailable();
      return isBusy(error)
        ? new Problem(409, 'Conflict', 'Two changes met; try again.', { headers: { 'Retry-After': '1' } })
        : new Problem(500, 'Internal Server Error', texts.unexpected);
  }
}
