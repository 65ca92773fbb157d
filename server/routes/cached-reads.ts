import type { Call } from '#contract/calls/call';
import { SharedBody } from '../http/bodies.ts';
import type { CachedAnswer } from '../http/response-cache.ts';
import type { Caller } from '../tokens/caller.ts';
import type { Answer } from './answer.ts';

/** Whether the answer of a call to this caller is cached: only those of public reads are; the others are personal. */
export function isCacheable(call: Call, caller: Pick<Caller, 'seesPrivate'> | null): boolean {
  const { method, access, cache } = call;
  if (method !== 'GET' || access !== 'public' || cache === 'never') return false;
  return caller === null || cache === 'forAll' || (cache === 'forMost' && caller.seesPrivate !== true);
}

/** A cached answer of a read. */
export interface CachedRead extends CachedAnswer {
  readonly answer: Answer;
}

/** The address of an answer. The query is valid: its fields are in the order of the schema, and defaults are filled in. */
export function cacheKeyOf({ path }: Call, params: Readonly<Record<string, string>>, query: unknown): string {
  let key = path;
  for (const param in params) key += ` ${params[param]?.toLowerCase()}`;
  return query === undefined ? key : `${key} ${JSON.stringify(query)}`;
}

/** Puts an answer into the form in which it is cached. */
export async function toCachedRead(answer: Answer): Promise<CachedRead> {
  if (answer === undefined) throw new Error('a read has an answer');
  if ('file' in answer) return { body: { size: answer.file.length + 1_000, onResize: () => undefined }, answer };
  const body =
    'body' in answer
      ? new SharedBody(await answer.body.bytes('identity'), answer.body.hash)
      : new SharedBody(JSON.stringify(answer.value));
  return { body, answer: { body, version: answer.version ?? null } };
}
