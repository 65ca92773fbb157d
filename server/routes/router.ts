import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { routeOf } from '#contract/address';
import {
  type Call,
  type CallName,
  calls,
  type LiveCallName,
  type ParamsOf,
  type QueryOf,
  type ReadBodyOf,
} from '#contract/calls';
import { bodyLimit } from '#contract/constants';
import { type Body, bodyOf, isKnown, versionIn } from '../bodies.ts';
import type { Caller, VerifyCaller } from '../caller.ts';
import { type Context, type Expected, memberOf } from '../domain/context.ts';
import { unauthorized } from '../problem.ts';
import type { Storage } from '../storage/open-storage.ts';
import { digestOf, keyIn, once } from './idempotency.ts';
import { parseRequest } from './parse.ts';
import { type Headers, wireOf } from './wire.ts';

/** Calls that this server answers over HTTP; live timing has its own house. */
type ServedName = Exclude<CallName, LiveCallName>;

/** One request as its handler sees it. */
interface Input<Name extends CallName> {
  readonly params: ParamsOf<Name>;
  readonly query: QueryOf<Name>;
  readonly body: ReadBodyOf<Name>;
  readonly expected: Expected;
}

/** What a handler answers: an entity, bytes made before, a file, or nothing. */
type Answer =
  | { readonly value: unknown; readonly version?: number }
  | { readonly body: Body; readonly version: number }
  | { readonly file: Uint8Array; readonly etag: string; readonly headers: Record<string, string> }
  | undefined;

/** A handler, and what it makes ready before its transaction starts (decoding a picture must not hold it open). */
export interface Handler<Name extends CallName, Ready = unknown> {
  readonly prepare?: (input: Input<Name>) => Promise<Ready>;
  readonly run: (context: Context, input: Input<Name>, ready: Ready) => Promise<Answer>;
}

export type Handlers = { readonly [Name in ServedName]: Handler<Name, never> | Run<Name> };
type Run<Name extends CallName> = (context: Context, input: Input<Name>) => Promise<Answer>;

/** A handler with a first step; keeps the type of what is made ready. */
export function prepared<Name extends CallName, Ready>(handler: Handler<Name, Ready>): Handler<Name, never> {
  return handler as Handler<Name, never>;
}

export interface RouterDependencies {
  readonly storage: Storage;
  readonly verifyCaller: VerifyCaller;
  readonly now: () => Date;
  /** Requests per minute and address for changes, and for searches. */
  readonly limits: { readonly changes: number; readonly searches: number };
  /** Mirrors who calls, so that they can be shown and found. */
  readonly mirror: (caller: Caller, authorization: string) => Promise<void>;
  /** What every answer of a call says. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Mounts every call of the contract that has a handler. */
export function mountCalls(app: FastifyInstance, dependencies: RouterDependencies, handlers: Handlers): void {
  const callers = new WeakMap<FastifyRequest, Caller>();
  for (const name of Object.keys(handlers) as ServedName[]) {
    const call: Call = calls[name];
    const handler = handlers[name];
    const { run, prepare } = runnable(handler);
    app.route({
      method: call.method,
      url: routeOf(call),
      bodyLimit: call.bodyLimit ?? bodyLimit,
      config: { rateLimit: rateLimitOf(name, call, dependencies.limits) },
      // Before the body is read: nobody sends megabytes to be told to sign in.
      preParsing: async (request) => {
        const caller = await dependencies.verifyCaller(request.headers.authorization);
        if (caller !== null) callers.set(request, caller);
        else if (call.access !== 'public') throw unauthorized();
      },
      handler: (request, reply) =>
        serve(dependencies, { call, run, prepare, caller: callers.get(request) ?? null }, request, reply),
    });
  }
}

type AnyRun = (context: Context, input: Input<CallName>, ready: unknown) => Promise<Answer>;
type AnyPrepare = (input: Input<CallName>) => Promise<unknown>;

/** Handlers are kept by call name, which is what makes their inputs right; here the name is no longer known. */
function runnable(handler: unknown): { run: AnyRun; prepare: AnyPrepare | undefined } {
  if (typeof handler === 'function') return { run: handler as AnyRun, prepare: undefined };
  return handler as { run: AnyRun; prepare: AnyPrepare | undefined };
}

function rateLimitOf(name: ServedName, call: Call, limits: RouterDependencies['limits']): object | false {
  const isSearch = name === 'search' || name === 'filterSessions';
  if (call.method === 'GET' && !isSearch) return false;
  return {
    max: isSearch ? limits.searches : limits.changes,
    timeWindow: 60_000,
    groupId: isSearch ? 'search' : 'change',
  };
}

interface Order {
  readonly call: Call;
  readonly run: AnyRun;
  readonly prepare: AnyPrepare | undefined;
  readonly caller: Caller | null;
}

async function serve(
  { storage, now, mirror, headers }: RouterDependencies,
  { call, run, prepare, caller }: Order,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { params, query, body } = parseRequest(call, request);
  // parseRequest has read all three by the schemas of this very call.
  const input = { params, query, body, expected: versionIn(request.headers['if-match']) } as Input<CallName>;
  const effects: (() => void)[] = [];
  const contextOf = (transaction: Context['transaction']): Context => ({
    transaction,
    caller,
    now: now().toISOString(),
    after: (effect) => effects.push(effect),
  });
  if (caller !== null) await mirror(caller, request.headers.authorization ?? '');
  if (call.method === 'GET') {
    return send(headers, request, reply, await run(contextOf(storage.database), input, undefined));
  }
  const ready = await prepare?.(input);
  const key = call.method === 'POST' ? keyIn(request.headers['idempotency-key']) : null;
  const answer = await storage.transaction(async (transaction) => {
    const context = contextOf(transaction);
    if (key === null) return run(context, input, ready);
    const asked = { userId: memberOf(context), key, digest: digestOf(request.url, request.body), now: context.now };
    const { text, version } = await once(transaction, asked, async () => textOf(await run(context, input, ready)));
    return version === null ? { value: JSON.parse(text) } : { body: bodyOf(text), version };
  });
  for (const effect of effects) effect();
  return send(headers, request, reply, answer);
}

async function textOf(answer: Answer): Promise<{ text: string; version: number | null }> {
  if (answer === undefined || 'file' in answer) throw new Error('a POST answers with an entity');
  if ('body' in answer) {
    return { text: (await answer.body.bytes('identity')).toString(), version: answer.version };
  }
  return { text: JSON.stringify(answer.value), version: answer.version ?? null };
}

/**
 * Sends an answer: 200 with a body, 304 when it is known, 204 for none (design §4). It is written in one go: what a
 * finished session costs is mostly this.
 */
export async function send(
  fixed: Headers,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Answer,
): Promise<FastifyReply> {
  if (answer === undefined) return write(reply, 204, fixed, null);
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if ('file' in answer) {
    const headers = { ...fixed, ...answer.headers, etag: answer.etag };
    const isHad = isRead && isKnown(request.headers['if-none-match'], answer.etag);
    return isHad ? write(reply, 304, headers, null) : write(reply, 200, headers, answer.file);
  }
  const body = 'body' in answer ? answer.body : bodyOf(JSON.stringify(answer.value));
  const { status, headers, bytes } = await wireOf(fixed, request.headers, isRead, body, answer.version ?? null);
  return write(reply, status, headers, bytes);
}

/** Headers that plugins have set (CORS, rate limits) go out as well. */
function write(reply: FastifyReply, status: number, headers: Headers, bytes: Uint8Array | null): FastifyReply {
  reply.hijack();
  const length = bytes === null ? {} : { 'content-length': bytes.byteLength };
  // Fastify says of a header that it is a number or a text; Node wants each by its name, and takes both.
  const set = reply.getHeaders() as OutgoingHttpHeaders;
  reply.raw.writeHead(status, { ...set, ...headers, ...length });
  reply.raw.end(bytes ?? undefined);
  return reply;
}
