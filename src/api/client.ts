import ky, { HTTPError, type KyInstance } from 'ky';
import { type AddressParams, type AddressQuery, addressOf } from '#contract/api/address';
import type { Failure, Outcome } from '#contract/api/problem';
import type { AnswerOf, BodyOf, Call, ParamsOf } from '#contract/calls/call';
import { isProblem, toFailure } from './failure.ts';
import { type Answer, readAnswer } from './read-answer.ts';

/** The parameters of an address, where it has some. */
export type WithParams<Of extends Call> = string extends Of['path']
  ? { readonly params?: AddressParams }
  : Of['path'] extends `${string}{${string}`
    ? { readonly params: ParamsOf<Of> }
    : { readonly params?: ParamsOf<Of> };

interface RequestOptions<Of extends Call> {
  readonly query?: AddressQuery;
  readonly body?: BodyOf<Of>;
  /** Sent with a POST: the server carries out one write for each key. */
  readonly idempotencyKey?: string;
  /** The key of a private live session; reads find it by the id of the session. */
  readonly sessionKey?: string;
  readonly signal?: AbortSignal;
  /** Called when the server has started to answer. */
  readonly onResponse?: () => void;
}

interface Precondition {
  /** The ETag of the entity that the write is based on: refused with 412 when the stored one is newer. */
  readonly ifMatch: string;
}

/** One request. A write that the contract bases on a version cannot be sent without it. */
export type CallOptions<Of extends Call> = RequestOptions<Of> &
  WithParams<Of> &
  (Of extends { version: object } ? Precondition : Partial<Precondition>);

/** The server's API. A call never rejects for errors of the network or the server; it throws when a path parameter is missing. */
export interface Api {
  /** Makes a call; the answer is parsed by its schema. */
  readonly send: <Of extends Call>(call: Of, options: CallOptions<Of>) => Promise<Outcome<AnswerOf<Of>>>;
  /** The server's time in ms since 1970: this device's clock may be hours off. */
  readonly serverTime: () => number;
}

interface ApiSettings {
  readonly baseUrl: string;
  /** A token that the server accepts, or null: public data is read without one. */
  readonly accessToken: (use: 'read' | 'write') => Promise<string | null>;
  /** A new token after a 401, or null. */
  readonly renewToken?: () => Promise<string | null>;
  /** The device's time in ms since 1970. */
  readonly now: () => number;
  /** Where the offset between the device's and the server's clock is stored, in ms, for the time without a network. */
  readonly clockOffset?: { readonly read: () => number; readonly store: (milliseconds: number) => void };
  /** The key of the private race, or of the session that it was, with this id; null where none is known. */
  readonly sessionKeyOf?: (id: string) => string | null;
  /** False while the device has no network. */
  readonly isOnline?: () => boolean;
  /** Called after every call that was not cancelled; `failure` is null when the server answered as the contract says. */
  readonly onSettled?: (failure: Failure | null) => void;
}

/** Dates in responses are whole seconds; a smaller difference between the clocks is not stored, in ms. */
const clockTolerance = 5_000;

/** The API over ky, without a timeout and without retries: whether to try again is decided by machines. */
export function createApi(settings: ApiSettings): Api {
  const { baseUrl, accessToken, now, clockOffset } = settings;
  const clock = { offset: clockOffset?.read() ?? 0 };
  const http = ky.create({
    prefixUrl: baseUrl,
    timeout: false,
    retry: 0,
    credentials: 'same-origin',
    hooks: {
      beforeRequest: [
        async (request) => {
          if (!request.headers.has('Authorization')) {
            const token = await accessToken(request.method === 'GET' ? 'read' : 'write');
            if (token === null) return request;
            request.headers.set('Authorization', `Bearer ${token}`);
          }
          // Browsers match a response that the page's head has prefetched anonymously by credentials mode, not by headers.
          return new Request(request, { credentials: 'include' });
        },
      ],
    },
  });
  /** Measured with answers that fit the contract alone: the clock of a captive portal may be anything. */
  function setClock({ headers }: Response): void {
    const date = Date.parse(headers.get('date') ?? '');
    if (Number.isNaN(date)) return;
    const offset = date - now();
    if (Math.abs(offset - clock.offset) > clockTolerance) clockOffset?.store(offset);
    clock.offset = offset;
  }
  const run = async (call: Call, options: AnyOptions) => {
    // Throws for a missing parameter, before anything is sent.
    const address = addressOf(call, options.params, options.query);
    const id = options.params?.['id'] ?? options.params?.['sessionId'];
    const sessionKey = call.method === 'GET' && typeof id === 'string' ? settings.sessionKeyOf?.(id) : null;
    const keyed = sessionKey == null ? options : { ...options, sessionKey };
    const sendWith = async (token: string | null) => {
      const response = await send(http, call, address, keyed, token);
      const answer = await readAnswer(call, response);
      setClock(response);
      return answer;
    };
    return settle(settings, () => withRenewal(settings, sendWith));
  };
  return {
    // The answer was parsed by the schema of the call.
    send: <Of extends Call>(call: Of, options: CallOptions<Of>) => run(call, options) as Promise<Outcome<AnswerOf<Of>>>,
    serverTime: () => now() + clock.offset,
  };
}

type AnyOptions = Omit<RequestOptions<Call>, 'body'> &
  Partial<Precondition> & { readonly params?: AddressParams; readonly body?: unknown };

/** Failures that tell nothing about the server. */
const silentKinds: ReadonlySet<Failure['kind']> = new Set(['aborted', 'internal', 'outdated']);

/** Turns an error of a call into a failure, and reports its outcome. */
async function settle(
  { isOnline = () => true, onSettled }: ApiSettings,
  call: () => Promise<Answer>,
): Promise<Outcome<unknown>> {
  try {
    const answer = await call();
    onSettled?.(null);
    return answer;
  } catch (error) {
    const failure = await toFailure(error, isOnline());
    if (failure.kind === 'problem') onSettled?.(null);
    else if (!silentKinds.has(failure.kind)) onSettled?.(failure);
    return { failure };
  }
}

/** After a 401 the token is renewed once, and the call made once more with the new one. */
async function withRenewal(
  { renewToken }: ApiSettings,
  request: (token: string | null) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await request(null);
  } catch (error) {
    if (!(error instanceof HTTPError) || error.response.status !== 401 || !isProblem(error.response)) throw error;
    const token = (await renewToken?.()) ?? null;
    if (token === null) throw error;
    return request(token);
  }
}

async function send(
  http: KyInstance,
  call: Call,
  address: string,
  { body, ifMatch, idempotencyKey, sessionKey, signal, onResponse }: AnyOptions,
  token: string | null,
): Promise<Response> {
  const headers = {
    ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
    ...(ifMatch === undefined ? {} : { 'If-Match': ifMatch }),
    ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
    ...(sessionKey === undefined ? {} : { 'X-Session-Key': sessionKey }),
  };
  const response = await http(address.slice(1), {
    method: call.method,
    headers,
    // Our server redirects no call: a captive portal must get neither a token nor the input.
    redirect: 'manual',
    ...(signal === undefined ? {} : { signal }),
    ...(body === undefined ? {} : { json: body }),
  });
  onResponse?.();
  return response;
}
