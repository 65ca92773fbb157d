import { fieldsOf } from '#contract/json/fields-of';
import { parseJson } from '#contract/json/parse-json';

/** In the message of every `ForeignAnswer`: the Supabase client hands on the message of an error alone. */
export const foreignAnswer = 'Another server has answered';

/** An answer that is not the auth service's own, such as the page of a captive portal. */
export class ForeignAnswer extends TypeError {
  constructor(reason: string) {
    super(`${foreignAnswer}: ${reason}`);
  }
}

const isText = (value: unknown) => typeof value === 'string';

/** The fields of each endpoint's success. */
const successes: ReadonlyMap<string, (body: Record<string, unknown>) => boolean> = new Map([
  ['token', (body) => isText(body['access_token']) && isText(body['refresh_token']) && isObject(body['user'])],
  // The first half of a change of address gives no session.
  ['verify', (body) => isText(body['access_token']) || isText(body['msg'])],
  ['signup', (body) => isText(body['access_token']) || isText(body['id'])],
  ['user', (body) => isText(body['id'])],
]);

/** Which endpoint of the auth service an address is of; null for profiles. */
export function endpointOf(address: string): string | null {
  return /\/auth\/v1\/([\w-]+)/.exec(address)?.[1] ?? null;
}

/**
 * A fetch that rejects where another server than the auth service has answered. Faults (5xx) of all servers pass: the client
 * tries again.
 */
export function createOwnFetch(fetcher: typeof fetch): typeof fetch {
  return async (input, init) => {
    const address = input instanceof Request ? input.url : String(input);
    // A captive portal must not get the input.
    const response = await fetcher(input, { ...init, redirect: 'manual' });
    const { status, headers } = response;
    if (status >= 500 && status !== 511) return response;
    if (status < 200 || (status >= 300 && status < 400)) throw new ForeignAnswer('the request was redirected');
    if (status === 204) return response;
    const text = await response.text();
    const body = parse(text);
    const isOwn = body !== null && (response.ok ? isSuccess(endpointOf(address), body) : isRefusal(body));
    if (!isOwn) throw new ForeignAnswer(`${status} ${headers.get('content-type')} ${text.slice(0, 200)}`);
    return new Response(text, { status, headers });
  };
}

/** An object or a list; null for anything else. */
function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function parse(text: string): Record<string, unknown> | null {
  const body = parseJson(text);
  return isObject(body) ? body : null;
}

function isSuccess(endpoint: string | null, body: Record<string, unknown>): boolean {
  return endpoint === null || successes.get(endpoint)?.(body) !== false;
}

/** The code of a refusal, as text; null without one. Older services send it beside the status. */
export function codeOf(body: unknown): string | null {
  const { code, error_code: older } = fieldsOf(body);
  return isText(code) ? code : isText(older) ? older : null;
}

/** The service says why in a code, or in the words of OAuth. */
function isRefusal(body: Record<string, unknown>): boolean {
  return codeOf(body) !== null || isText(body['error_description']);
}
