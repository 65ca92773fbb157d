import type { Call } from '../calls/call.ts';
import { texts } from './problem.ts';

const placeholder = /\{(\w+)\}/g;

type Value = string | number | boolean;
export type AddressParams = Readonly<Record<string, string | null | undefined>>;
export type AddressQuery = Readonly<Record<string, Value | readonly Value[] | null | undefined>>;

/** Path parameters of a call, in order. */
export function paramNamesOf(call: Pick<Call, 'path'>): string[] {
  return [...call.path.matchAll(placeholder)].map((match) => match[1] ?? '');
}

/** The path as routers write it: `/api/League/:leagueId`. */
export function routeOf(call: Pick<Call, 'path'>): string {
  return call.path.replace(placeholder, ':$1');
}

/**
 * Path and query of one request.
 * @throws TypeError `The parameter '<name>' must be defined.` for a missing path parameter, `The parameter 'page'
 * cannot be null.` for a null query parameter. An undefined query parameter is left out.
 */
export function addressOf(call: Pick<Call, 'path'>, params: AddressParams = {}, query: AddressQuery = {}): string {
  const path = call.path.replace(placeholder, (_, name: string) => {
    const value = Object.hasOwn(params, name) ? params[name] : undefined;
    // With an empty id the path would be that of another call.
    if (value === undefined || value === null || value === '') throw new TypeError(texts.parameterDefined(name));
    return encodeURIComponent(value);
  });
  const pairs: string[] = [];
  for (const [name, value] of Object.entries(query)) {
    if (value === null) throw new TypeError(texts.parameterNull(name));
    if (value === undefined) continue;
    for (const item of Array.isArray(value) ? value : [value]) {
      pairs.push(`${encodeURIComponent(name)}=${encodeURIComponent(String(item))}`);
    }
  }
  return pairs.length === 0 ? path : `${path}?${pairs.join('&')}`;
}
