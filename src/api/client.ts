import ky, { HTTPError, type KyInstance } from 'ky';
import * as v from 'valibot';
import { type AddressParams, type AddressQuery, addressOf } from '#contract/address';
import { type AnswerOf, type BodyOf, type Call, type CallName, calls } from '#contract/calls';
import { AnswerMismatch } from './failure.ts';

/** What one request says besides its address. */
export interface RequestParts<Name extends CallName> {
  readonly params?: AddressParams;
  readonly query?: AddressQuery;
  readonly body?: BodyOf<Name>;
}

type ReadParts = Pick<RequestParts<CallName>, 'params' | 'query'>;

type Caller<Name extends CallName> = (signal: AbortSignal, parts?: RequestParts<Name>) => Promise<AnswerOf<Name>>;

/** One function for each call of the contract. */
export type Api = { readonly [Name in CallName]: Caller<Name> } & {
  /** Any read by its name; what comes is parsed by the schema of the call. */
  readonly read: (name: CallName, signal: AbortSignal, parts: ReadParts) => Promise<unknown>;
  /** Does a kept value still fit the call's answer? */
  readonly fits: (name: CallName, value: unknown) => boolean;
  /** The server's time in ms: this device's clock may be hours off. */
  readonly serverTime: () => number;
};

interface ApiSettings {
  readonly baseUrl: string;
  /** A usable token, or null: public things are read without one. */
  readonly accessToken: () => Promise<string | null>;
  /** A new token in place of one that was refused, or null. */
  readonly renewToken?: () => Promise<string | null>;
  readonly now: () => number;
  /** Where it is kept how far this device's clock is off, in ms: without a network there is nobody to ask. */
  readonly skew?: { readonly read: () => number; readonly keep: (milliseconds: number) => void };
}

/** The API over ky: no timeout (spec §9) and no second try, which is a machine's decision. */
export function createApi({ baseUrl, accessToken, renewToken, now, skew }: ApiSettings): Api {
  const clock = { offset: skew?.read() ?? 0 };
  const http = ky.create({
    prefixUrl: baseUrl,
    timeout: false,
    retry: 0,
    credentials: 'same-origin',
    hooks: {
      beforeRequest: [
        async (request) => {
          if (!request.headers.has('Authorization')) {
            const token = await accessToken();
            if (token === null) return request;
            request.headers.set('Authorization', `Bearer ${token}`);
          }
          // Else a browser gives them what the page asked ahead for everybody: it minds the mode, not the headers.
          return new Request(request, { credentials: 'include' });
        },
      ],
      afterResponse: [
        (_, __, response) => {
          const date = Date.parse(response.headers.get('date') ?? '');
          if (Number.isNaN(date)) return;
          const offset = date - now();
          // Dates of answers are whole seconds: what differs by less is no news.
          if (Math.abs(offset - clock.offset) > 5_000) skew?.keep(offset);
          clock.offset = offset;
        },
      ],
    },
  });
  const functions = Object.fromEntries(
    Object.entries<Call>(calls).map(([name, call]) => [
      name,
      (signal: AbortSignal, parts = {}) => renewed(http, renewToken, call, signal, parts),
    ]),
  );
  return {
    ...apiOf(functions),
    read: (name, signal, parts) => renewed(http, renewToken, calls[name], signal, parts),
    fits: (name, value) => {
      const { answer }: Call = calls[name];
      return answer !== undefined && v.is(answer, value);
    },
    serverTime: () => now() + clock.offset,
  };
}

/** The functions are made of `calls` itself, each parsing by its own schemas. */
function apiOf(functions: Record<string, unknown>): { readonly [Name in CallName]: Caller<Name> } {
  return functions as { readonly [Name in CallName]: Caller<Name> };
}

interface Parts {
  readonly params?: AddressParams;
  readonly query?: AddressQuery;
  readonly body?: unknown;
}

/** A refused token is renewed once, and the call made once more with the new one. */
async function renewed(
  http: KyInstance,
  renewToken: ApiSettings['renewToken'],
  call: Call,
  signal: AbortSignal,
  parts: Parts,
): Promise<unknown> {
  try {
    return await send(http, call, signal, parts);
  } catch (error) {
    if (!(error instanceof HTTPError) || error.response.status !== 401) throw error;
    const token = (await renewToken?.()) ?? null;
    if (token === null) throw error;
    return send(http, call, signal, parts, token);
  }
}

async function send(
  http: KyInstance,
  call: Call,
  signal: AbortSignal,
  { params, query, body }: Parts,
  token?: string,
): Promise<unknown> {
  // addressOf throws for what is missing, before anything is sent (spec §5).
  const address = addressOf(call, params, query);
  const response = await http(address.slice(1), {
    method: call.method,
    signal,
    ...(body === undefined ? {} : { json: body }),
    ...(token === undefined ? {} : { headers: { Authorization: `Bearer ${token}` } }),
  });
  if (call.file !== undefined) return response.blob();
  if (call.answer === undefined || response.status === 204) return undefined;
  return parsed(call.answer, await response.text());
}

function parsed(schema: v.GenericSchema<unknown, unknown>, text: string): unknown {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    // A captive portal answers everything with a page of its own.
    throw new AnswerMismatch(`The answer is not JSON: ${text.slice(0, 200)}`);
  }
  const result = v.safeParse(schema, json);
  if (result.success) return result.output;
  const [issue] = result.issues;
  throw new AnswerMismatch(`The answer does not fit at ${v.getDotPath(issue) ?? 'its root'}: ${issue.message}`);
}
