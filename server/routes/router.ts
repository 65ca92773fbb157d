import type { FastifyInstance, FastifyRequest } from 'fastify';
import { routeOf } from '#contract/api/address';
import { isAllowed, scopeOf } from '#contract/api/token-scopes';
import { servedCalls } from '#contract/calls/by-name';
import type { Call, ReadCall, WriteCall, WriteRequest } from '#contract/calls/call';
import { deleteAccount } from '#contract/calls/edit-account';
import { bodyLimit } from '#contract/constants';
import { fieldsOf } from '#contract/json/fields-of';
import type { FirstRead } from '#contract/pages/routes';
import { announceWrite } from '../domain/announce-write.ts';
import { lockCaller } from '../domain/callers.ts';
import { runOnce, type StoredAnswer } from '../domain/idempotency.ts';
import { logChange } from '../domain/league-log.ts';
import { Queues } from '../domain/queues.ts';
import { transactTwice } from '../domain/transact-twice.ts';
import { closeSignal } from '../http/close-signal.ts';
import { etagOf, parseIfMatch } from '../http/conditional.ts';
import type { RequestBodies } from '../http/limits/request-bodies.ts';
import { makeOnce } from '../http/make-once.ts';
import { forbidden, Problem, unauthorized } from '../http/problem.ts';
import type { ResponseCache } from '../http/response-cache.ts';
import { Hub } from '../live/hub.ts';
import type { Storage, Transaction } from '../storage/open-storage.ts';
import type { Caller } from '../tokens/caller.ts';
import { type Answer, complete, fromStored, type HandlerAnswer, send, toStored } from './answer.ts';
import { BodyReader } from './body-reader.ts';
import { type CachedRead, cacheKeyOf, isCacheable, toCachedRead } from './cached-reads.ts';
import type { Handler, Input } from './handlers.ts';
import { digestRequest, parseIdempotencyKey } from './idempotency.ts';
import type { LargeWork } from './large-work.ts';
import { shareIfPublic } from './origins.ts';
import { createAddressParser, type ParsedAddress, pickHeaders } from './parse.ts';
import { RequestContext } from './request-context.ts';
import { kindOf, type RequestKind } from './request-kind.ts';
import { clientOf, type SlowCalls } from './slow-calls.ts';

export interface RouterDependencies {
  readonly storage: Storage;
  /** The caller of an Authorization header, null without one. @throws Problem 401 for an invalid token. */
  readonly identify: (authorization: string | undefined) => Promise<Caller | null>;
  readonly now: () => Date;
  readonly cache: ResponseCache;
  readonly slowCalls: SlowCalls;
  readonly requestBodies: RequestBodies;
  readonly largeWork: LargeWork;
  /** Counts a request whose token was checked. @throws Problem 503 when the user makes too many. */
  readonly countMember: (request: FastifyRequest, userId: string) => Promise<void>;
  /** Counts a request of a network address. @throws Problem 429 when there were too many. */
  readonly countRequest: (kind: RequestKind, address: string) => Promise<void>;
}

/** Adds a route for every call of the contract. @throws Error when one has no handler. */
export function mountCalls(app: FastifyInstance, dependencies: RouterDependencies, handlers: readonly Handler[]): void {
  const unhandled = servedCalls().filter(([, call]) => !handlers.some((handler) => handler.call === call));
  if (unhandled.length > 0) throw new Error(`calls without a handler: ${unhandled.map(([name]) => name).join(', ')}`);
  const callers = new WeakMap<FastifyRequest, Caller>();
  const { requestBodies, largeWork, identify, countMember, countRequest } = dependencies;
  const served = {
    ...dependencies,
    queues: new Queues(),
    bodies: new BodyReader(requestBodies, largeWork),
  };
  for (const handler of handlers) {
    const { call } = handler;
    const parse = createAddressParser(call);
    const kind = kindOf(call);
    app.route({
      method: call.method,
      url: routeOf(call),
      bodyLimit: call.bodyLimit ?? bodyLimit,
      config: { readsBody: call.body !== undefined },
      // Runs before the body is read, so that an unauthorized upload is refused at once.
      onRequest: (request, reply, done) => {
        const { authorization } = request.headers;
        shareIfPublic(call, request, reply);
        // Most reads come from visitors and need no check of a token.
        if (kind === null && authorization === undefined && call.access === 'public') return done();
        const check = async () => {
          if (kind !== null) await countRequest(kind, request.ip);
          const caller = await identify(authorization);
          if (caller === null && call.access !== 'public') throw unauthorized();
          if (caller === null) return;
          if (caller.recorderId !== undefined && call.isForRecorders !== true)
            throw forbidden('The token of a recorder can only publish and upload.');
          if (caller.scope !== undefined && !isAllowed(caller.scope, call)) throw forbidden(refusalOf(call));
          callers.set(request, caller);
          await countMember(request, caller.userId);
          requestBodies.identify(request, caller.userId);
        };
        check().then(() => done(), done);
      },
      handler: (request, reply) => {
        const caller = callers.get(request) ?? null;
        const gone = makeOnce(() => closeSignal(reply.raw));
        const respond = (answer: Answer) =>
          send(request, call.isSecret ? reply.header('cache-control', 'no-store') : reply, answer);
        const answer = serve(served, { ...handler, parse, caller, gone }, request);
        return answer instanceof Promise ? answer.then(respond) : respond(answer);
      },
    });
  }
}

/** Why the token of a program cannot make a call. */
const refusalOf = (call: Call) =>
  scopeOf(call) === null
    ? 'The token of a program cannot do this: log in.'
    : 'This token can only read: make one that can write.';

interface RoutedCall extends Handler {
  readonly parse: (request: FastifyRequest) => ParsedAddress;
  readonly caller: Caller | null;
  /** Aborted when the client has closed its connection. */
  readonly gone: () => AbortSignal;
}

type ServeDependencies = RouterDependencies & {
  readonly queues: Queues;
  readonly bodies: BodyReader;
};

/** Answers a request: a read that is in the cache at once, because waiting for it would cost more than the rest. */
function serve(dependencies: ServeDependencies, routed: RoutedCall, request: FastifyRequest): Answer | Promise<Answer> {
  const { call, parse, caller, orElse } = routed;
  const address = parse(request);
  if (call.method !== 'GET') return change(dependencies, { ...routed, call }, request, address);
  const insteadOf404 = async (error: unknown): Promise<Answer> => {
    if (orElse === undefined || !isNotFound(error)) throw error;
    return orElse(inputOf(call, request, address, undefined));
  };
  const readUncached = () => {
    const work = () => read(dependencies, routed, request, address);
    return dependencies.slowCalls.run(call, askerOf(routed, request), work).catch(insteadOf404);
  };
  if (!isCacheable(call, caller)) return readUncached();
  const key = cacheKeyOf(call, address.params, address.query);
  const cached = dependencies.cache.findNow<CachedRead>(key);
  if (cached !== undefined) return cached.answer;
  return findCached(dependencies, key, { ...routed, call }, request, address).then(
    ({ answer }) => answer,
    (error) =>
      // A key is of no use for what everybody sees.
      isNotFound(error) && keyHashOf(call, request) !== null ? readUncached() : insteadOf404(error),
  );
}

function isNotFound(error: unknown): boolean {
  return error instanceof Problem && error.status === 404;
}

function askerOf({ caller, gone }: RoutedCall, request: FastifyRequest) {
  return { userId: caller?.userId ?? null, address: request.ip, gone: gone() };
}

/** The hash of the key of a private race that came with a request, where the call takes one. */
function keyHashOf(call: Call, { headers }: FastifyRequest): string | null {
  return call.headers === undefined ? null : Hub.hashKey(pickHeaders(call, headers)['X-Session-Key']);
}

/** The parameters, the query and the body have been checked by the schemas of the call. */
function inputOf(call: Call, request: FastifyRequest, { params, query }: ParsedAddress, body: unknown): Input<Call> {
  const expected = parseIfMatch(request.headers['if-match']);
  return { params, query, body, headers: pickHeaders(call, request.headers), expected } as Input<Call>;
}

async function read(
  { storage, now }: ServeDependencies,
  { call, run, source, caller }: RoutedCall,
  request: FastifyRequest,
  address: ParsedAddress,
): Promise<Answer> {
  const input = inputOf(call, request, address, undefined);
  const keyHash = keyHashOf(call, request);
  const context = new RequestContext(storage.database, caller, now(), { call, keyHash });
  return complete(await run(context, input, await source?.load(context, input.params)));
}

async function change(
  { storage, now, queues, slowCalls, bodies }: ServeDependencies,
  routed: RoutedCall & { readonly call: WriteCall },
  request: FastifyRequest,
  address: ParsedAddress,
): Promise<Answer> {
  const { call, run, prepare, caller } = routed;
  const isRepeatable = call.isSecret === undefined;
  const key = isRepeatable ? parseIdempotencyKey(request.headers['idempotency-key']) : null;
  const asker = askerOf(routed, request);
  const body = await bodies.read(call, request, { hasKey: key !== null, client: clientOf(asker) });
  const input = inputOf(call, request, address, body.body);
  const prepared =
    'prepared' in body ? body.prepared : await slowCalls.prepare(call, asker, async () => prepare?.(input));
  const effects: (() => void)[] = [];
  const transact = async (transaction: Transaction): Promise<HandlerAnswer | StoredAnswer> => {
    effects.length = 0;
    const context = new RequestContext(transaction, caller, now(), { call, effects });
    if (caller !== null) await lockCaller(transaction, caller, call === deleteAccount);
    const work = async () => {
      const answer = await run(context, input, prepared);
      await logChange(context, call, input);
      announceWrite(transaction, call, writeOf(input, { answer, caller }));
      return answer;
    };
    if (key === null) return work();
    const digest = body.digest ?? digestRequest(request.url, request.body);
    return runOnce(context, { key, digest }, async () => toStored(await work()));
  };
  const target = String(Object.values(input.params)[0] ?? fieldsOf(input.body).id ?? caller?.userId ?? '');
  const inTurn = () => queues.run(target, () => transactTwice(storage, transact));
  const answer = await slowCalls.run(call, asker, inTurn);
  for (const effect of effects) effect();
  // After the transaction: the embedded database has one connection, for which others wait.
  return answer !== undefined && 'text' in answer ? fromStored(answer) : complete(answer);
}

/** The answer for a caller without identity, from the cache. */
function findCached(
  { storage, now, cache, slowCalls }: ServeDependencies,
  key: string,
  routed: RoutedCall & { readonly call: ReadCall },
  request: FastifyRequest,
  { params, query }: ParsedAddress,
): Promise<CachedRead> {
  const { call } = routed;
  const input = inputOf(call, request, { params, query }, undefined);
  const compute = () => answerVisitor({ storage, now, cache }, routed, input);
  return slowCalls.find(call, askerOf(routed, request), { key, reads: [{ call, params }], compute });
}

type VisitorDependencies = Pick<RouterDependencies, 'storage' | 'now' | 'cache'>;

/** Computes the answer of a read for a caller without identity. */
async function answerVisitor(
  { storage, now, cache }: VisitorDependencies,
  { run, source }: Pick<Handler, 'run' | 'source'>,
  input: Input<Call>,
): Promise<CachedRead> {
  const context = new RequestContext(storage.database, null, now());
  const loaded = source && (await findSource(cache, source, context, input.params));
  return toCachedRead(await complete(await run(context, input, loaded)));
}

/** Reads what a visitor would be answered, for the HTML of a page, which has a turn of its own. Null where there is nothing. */
export function createVisitorReader(dependencies: VisitorDependencies, handlers: readonly Handler[]) {
  const handlerOf = new Map(handlers.map((handler) => [handler.call, handler]));
  return async ({ call, params = {}, query = {} }: FirstRead) => {
    const handler = handlerOf.get(call);
    if (handler === undefined) throw new Error(`${call.path} has no handler`);
    const texts = Object.fromEntries(Object.entries(query).map(([field, value]) => [field, String(value)]));
    const address = createAddressParser(call)({ params, query: texts });
    const input = { ...address, body: undefined, headers: {}, expected: null } as Input<Call>;
    const compute = () => answerVisitor(dependencies, handler, input);
    try {
      const key = cacheKeyOf(call, address.params, address.query);
      const { answer } = isCacheable(call, null)
        ? await dependencies.cache.find(key, [{ call, params: address.params }], compute)
        : await compute();
      if (answer === undefined || !('body' in answer)) return null;
      const text = Buffer.from(await answer.body.bytes('identity')).toString();
      return { version: etagOf(answer.version, answer.body, 'identity'), value: JSON.parse(text) as unknown };
    } catch (error) {
      if (error instanceof Problem && error.status === 404) return null;
      throw error;
    }
  };
}

/** The data that several answers are derived from, from the cache. */
async function findSource(
  cache: ResponseCache,
  { read: call, load, sizeOf }: NonNullable<Handler['source']>,
  context: RequestContext,
  params: Input<Call>['params'],
): Promise<unknown> {
  const key = `source ${cacheKeyOf(call, params, undefined)}`;
  const { loaded } = await cache.find(key, [{ call, params }], async () => {
    const value = await load(context, params);
    return { body: { size: sizeOf(value), onResize: () => undefined }, loaded: value };
  });
  return loaded;
}

/** The target of a call, with the ids of its caller and of the entity that it has created. */
function writeOf(
  { params, body }: Input<Call>,
  { answer, caller }: { readonly answer: HandlerAnswer; readonly caller: Caller | null },
): WriteRequest {
  const { id } = fieldsOf(answer);
  const ids = { ...(caller === null ? {} : { userId: caller.userId }), ...(typeof id === 'string' ? { id } : {}) };
  return { params: { ...ids, ...params }, body };
}
