import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import cors from '@fastify/cors';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import type { AuthContext } from '../auth/context.ts';
import { mailNotice, sendNoticeToUser } from '../auth/notices.ts';
import { createDumps } from '../backup/dumps.ts';
import { mountBackup } from '../backup/mount-backup.ts';
import { pushNeeds, pushSubject } from '../domain/notices/push-service.ts';
import { SharedBody } from '../http/bodies.ts';
import { answerClientError } from '../http/client-error.ts';
import { limitConnections, limitPipelining } from '../http/connections.ts';
import { renderError } from '../http/error-handler.ts';
import { addSecurityHeaders, callHeaders, pageHeaders, pagePolicy } from '../http/headers.ts';
import { addJsonParser } from '../http/json-parser.ts';
import { RequestBodies } from '../http/limits/request-bodies.ts';
import { RequestRates } from '../http/limits/request-rates.ts';
import { logError } from '../http/log-error.ts';
import { makeOnce } from '../http/make-once.ts';
import { mountMetrics } from '../http/metrics.ts';
import { Problem } from '../http/problem.ts';
import { watchProxy } from '../http/proxy-faults.ts';
import { ResponseCache } from '../http/response-cache.ts';
import { vapidKeyOf } from '../http/web-push.ts';
import { accountHandlers } from '../routes/accounts.ts';
import { send } from '../routes/answer.ts';
import { isCacheable } from '../routes/cached-reads.ts';
import { generalHandlers } from '../routes/general.ts';
import type { Handler, NotifyOwner } from '../routes/handlers.ts';
import { LargeWork } from '../routes/large-work.ts';
import { leagueHandlers } from '../routes/leagues.ts';
import { liveHandlers } from '../routes/live.ts';
import { memberHandlers } from '../routes/members.ts';
import { noticeHandlers } from '../routes/notices.ts';
import { prepareOpenApi } from '../routes/open-api.ts';
import { mountReadiness } from '../routes/readiness.ts';
import { recorderHandlers } from '../routes/recorders.ts';
import { RequestContext } from '../routes/request-context.ts';
import { createVisitorReader, mountCalls } from '../routes/router.ts';
import { seasonHandlers } from '../routes/seasons.ts';
import { sessionHandlers } from '../routes/sessions.ts';
import { SlowCalls } from '../routes/slow-calls.ts';
import { webhookHandlers } from '../routes/webhooks.ts';
import type { Env } from '../settings/env.ts';
import { createLimiters } from '../storage/limiters.ts';
import type { VerifyCaller } from '../tokens/caller.ts';
import type { SigningKeys } from '../tokens/keys.ts';
import { type ApiDocument, mountApiPage } from '../web/api-page.ts';
import { mountSiteFiles } from '../web/mount-site-files.ts';
import { isPageRequest, mountPages } from '../web/pages.ts';
import { hasWindowsRecorder, storeBuild } from '../web/previous-builds.ts';
import { backUpRegularly } from './back-up-regularly.ts';
import { closeIdleAtStop } from './close-idle-at-stop.ts';
import { deleteRegularly } from './delete-expired.ts';
import { createIdentifier } from './identify-caller.ts';
import { measureLive, measureServer } from './measure.ts';
import { type LiveDependencies, mountLive } from './mount-live.ts';
import { mountSignIn, type SignInSettings } from './mount-sign-in.ts';
import { operate } from './operate.ts';
import { createRequestCounter } from './request-limits.ts';
import { sendDeliveries } from './send-deliveries.ts';
import { watchSchema } from './watch-schema.ts';

/** Everything that the app needs. The app itself opens no database and no socket. */
export interface AppDependencies extends LiveDependencies {
  readonly keys: SigningKeys;
  readonly verifyCaller: VerifyCaller;
  readonly version: string;
  /** Opens the page of the operator. */
  readonly operatorToken: string;
  /** Folder of the built app. Without an index.html in it, no pages are served. */
  readonly dist: string;
  /** Changes and searches of a network in a minute, and all requests of a member in ten seconds. */
  readonly limits: { readonly changes: number; readonly searches: number; readonly requests?: number };
  /** Where messages to Discord are sent; tests have one of their own. */
  readonly discordOrigin: string;
  readonly auth: SignInSettings;
}

/** A connection without any progress during a request is closed after this time, in ms. */
const stallTimeout = 30_000;

const serverOptions = {
  requestTimeout: 15_000,
  headersTimeout: 10_000,
  // Longer than proxies keep idle connections: nginx 60 s, Traefik 90 s, Caddy 120 s. They would use one that is closing.
  keepAliveTimeout: 130_000,
  // Node checks the timeouts of slow senders at this interval; its default is 30 s.
  connectionsCheckingInterval: 2_000,
};

/** Builds the Fastify app. */
export async function buildApp(dependencies: AppDependencies): Promise<FastifyInstance> {
  const { env, storage, now, version, dist, limits } = dependencies;
  const app = Fastify({
    serverFactory: (listener) =>
      limitConnections(
        createServer(serverOptions, limitPipelining(listener)).setTimeout(stallTimeout),
        env.trustProxy !== false,
      ),
    logger: { level: env.logLevel, redact: ['req.headers.authorization'], serializers: { err: logError } },
    genReqId: () => randomUUID(),
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: typeof env.trustProxy === 'number' ? isWithin(env.trustProxy) : env.trustProxy,
    clientErrorHandler: answerClientError,
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: true },
    exposeHeadRoutes: true,
    // A child logger per request costs more than most responses.
    childLoggerFactory: (logger) => logger,
    // Hooks do not run for a URL that cannot be decoded, so its headers are set here.
    frameworkErrors: (error, request, reply) =>
      isPageRequest(request)
        ? sendNotFoundPage(request, reply.headers(pageHeaders(env)))
        : renderError(error, request, reply.headers(callHeaders(env))),
  });
  app.setErrorHandler(renderError);
  app.addHook('onRequest', (request, reply, done) => {
    const hosts = request.raw.rawHeaders.filter((name, index) => index % 2 === 0 && /^host$/i.test(name));
    // A proxy may have read the other one (RFC 9112, 3.2).
    if (hosts.length < 2) done();
    else renderError(new Problem(400, 'Bad Request', 'The request has more than one Host header.'), request, reply);
  });
  const largeWork = new LargeWork();
  app.addHook('onClose', () => largeWork.close());
  addJsonParser(app);
  addSecurityHeaders(app, env);
  await addCors(app, env);
  const rates = new RequestRates({ account: limits.requests });
  rates.mount(app);
  const requestBodies = new RequestBodies();
  requestBodies.mount(app);

  const proxyFaults = watchProxy(app, env, now);
  const cache = new ResponseCache(storage.changes);
  const slowCalls = new SlowCalls(cache);
  const { hub, receiver, admission } = mountLive(app, dependencies, proxyFaults);
  closeIdleAtStop(app);
  const dump = createDumps(env, storage);
  const backups = await backUpRegularly(app, { env, storage, dump, now, every: dependencies.live.every });
  const expiry = deleteRegularly(app, dependencies);
  let signIn: AuthContext | null = null;
  const mailer = () => signIn?.mailer ?? null;
  const notifyOwner: NotifyOwner = (userId, change) => {
    if (signIn !== null)
      sendNoticeToUser(signIn, userId, change).catch((error) =>
        app.log.error({ err: error }, 'a notice was not mailed'),
      );
  };
  const watched = measureServer({ app, env, storage, elapsed: dependencies.live.elapsed, mailer });
  const measured = [...measureLive(hub, admission), ...watched, ...backups.measured, ...expiry];
  mountMetrics(app, env.metricsToken, measured);
  mountReadiness(app, storage, hub, backups.describe);
  const { every } = dependencies.live;
  const { publicUrl } = env;
  const subject = pushSubject(publicUrl, env.operator.email);
  const push = subject === null ? null : { subject, key: vapidKeyOf(dependencies.keys.secret) };
  sendDeliveries(app, {
    ...{ storage, now, every, discordOrigin: dependencies.discordOrigin, publicUrl, version, push },
    mail: async (userId, message) =>
      signIn === null
        ? { kind: 'notSent', code: 'This server sends no e-mails.' }
        : mailNotice(signIn, userId, message),
  });
  const noticeService = {
    pushKey: push?.key.publicKey ?? null,
    whyOff: push === null ? pushNeeds : null,
    canMail: () => mailer()?.isAvailable ?? false,
    testOrigin: env.pushOrigin,
  };
  const createLimiter = createLimiters(dependencies.redis, storage.countersPool, dependencies.keys.secret);
  const countRequest = createRequestCounter(createLimiter, limits);
  const identify = createIdentifier(dependencies);
  const builds = storeBuild(dist, env.dataDir, { minBuilds: env.minBuilds, now: now().getTime() });
  mountBackup(app, { env, dump, keys: dependencies.keys });
  const handlers: readonly Handler[] = [
    ...leagueHandlers(env.quotas),
    ...memberHandlers(env),
    ...webhookHandlers(),
    ...noticeHandlers(noticeService),
    ...seasonHandlers(env),
    ...sessionHandlers(hub, { rename: largeWork.rename, quotas: env.quotas }),
    ...accountHandlers(env, hub, notifyOwner),
    ...recorderHandlers(hub, notifyOwner),
    ...liveHandlers(hub, { publicUrl: env.publicUrl, tcpPort: () => receiver.port, quotas: env.quotas }),
    ...generalHandlers({ env, storage, version, hasWindowsRecorder: hasWindowsRecorder(builds) }),
  ];
  mountCalls(
    app,
    {
      storage,
      identify,
      countMember: (request, userId) => rates.countMember(request, userId),
      now,
      cache,
      slowCalls,
      requestBodies,
      largeWork,
      countRequest,
    },
    handlers,
  );
  if (env.supabase === null) signIn = await mountSignIn(app, { ...dependencies, createLimiter, countRequest });
  watchSchema(app, { storage, every });
  const openApi = prepareOpenApi(env.publicUrl, version);
  const document = makeOnce(async () => ({ body: new SharedBody(JSON.stringify(await openApi())), version: 1 }));
  app.get('/api/openapi.json', async (request, reply) => send(request, reply, await document()));
  await operate(app, {
    ...dependencies,
    ...{ elapsed: dependencies.live.elapsed, hub, admission, mailer },
    describeBackups: backups.describe,
    createLimiter,
    countLogin: (address) => countRequest('search', address),
  });
  mountSiteFiles(app, { publicUrl: env.publicUrl, contact: env.operator.email, now });
  mountApiPage(app, async () => (await openApi()) as unknown as ApiDocument);
  const sendNotFoundPage = await mountPages(app, {
    publicUrl: env.publicUrl,
    builds,
    killsWorker: env.killsWorker,
    findInTurn: (address, page) => slowCalls.findPage({ userId: null, address }, page),
    createAnonymousContext: () => new RequestContext(storage.database, null, now()),
    readPublic: createVisitorReader({ storage, now, cache }, handlers),
    isCached: (call) => isCacheable(call, null),
    policyWith: (sources) => pagePolicy(env, sources),
    now,
  });
  return app;
}

/** Trusts as many proxies, counted from this server. */
function isWithin(proxies: number) {
  return (_: string, hop: number) => hop < proxies;
}

/** Without CORS_ORIGINS no response has CORS headers. */
async function addCors(app: FastifyInstance, { corsOrigins }: Env): Promise<void> {
  if (corsOrigins.length === 0) return;
  await app.register(cors, {
    origin: [...corsOrigins],
    methods: ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE'],
    exposedHeaders: ['ETag', 'Retry-After', 'Date', 'Content-Range', 'Link', 'X-Supabase-Api-Version'],
    maxAge: 86_400,
  });
}
