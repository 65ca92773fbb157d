import secureJson from 'secure-json-parse';
import type { FieldError } from '#contract/api/problem';
import { type CallName, callOf } from '#contract/calls/by-name';
import { prepareUpload } from '../domain/prepare-upload.ts';
import { type DriverNames, renameInDetail } from '../domain/session-detail.ts';
import { hasTooManyValues } from '../http/json-size.ts';
import { invalid, Problem } from '../http/problem.ts';
import { digestRequest } from './idempotency.ts';
import { parseBody } from './parse.ts';

// Runs in a thread beside the event loop.

/** A large body as it was received. */
interface LargeBody {
  readonly name: CallName;
  readonly bytes: Uint8Array;
  /** The address of a request with an Idempotency-Key, for its digest; null without a key. */
  readonly address: string | null;
}

/** The fields of a large body, or the reason of its refusal. */
type LargeResult =
  | {
      /** Undefined when the call needs only `prepared`: the thread copies its result. */
      readonly body?: unknown;
      /** The result of the handler's `prepare` step. */
      readonly prepared?: unknown;
      readonly digest: string | null;
    }
  | { readonly refusal: { readonly detail: string; readonly errors: readonly FieldError[] } };

/** The `prepare` step of calls whose bodies have many values. */
const prepares: { readonly [Name in CallName]?: (body: never) => Promise<unknown> } = { createSession: prepareUpload };

/** Parses and checks a large body. */
export async function readLargeBody({ name, bytes, address }: LargeBody): Promise<LargeResult> {
  try {
    if (hasTooManyValues(bytes)) throw invalid([{ path: '', message: 'has more values than any session' }]);
    const value = parseJson(bytes);
    const body = parseBody(callOf(name), value);
    const digest = address === null ? null : digestRequest(address, value);
    const prepare = prepares[name];
    // The parser has checked it by the schema of this call.
    return prepare === undefined ? { body, digest } : { prepared: await prepare(body as never), digest };
  } catch (error) {
    if (!(error instanceof Problem && error.errors !== undefined)) throw error;
    return { refusal: { detail: error.message, errors: error.errors } };
  }
}

/** A large detail with the names that drivers in it get. */
interface Renaming {
  readonly bytes: Uint8Array;
  readonly names: DriverNames;
}

/** Renames drivers in a large detail. */
export function renameInLargeDetail({ bytes, names }: Renaming): Promise<Uint8Array> {
  return renameInDetail(bytes, names);
}

/** Parses as Fastify does for small bodies. */
function parseJson(bytes: Uint8Array): unknown {
  try {
    return secureJson.parse(Buffer.from(bytes.buffer).toString());
  } catch {
    const errors = [{ path: '', message: 'must be valid JSON' }];
    throw new Problem(400, 'Bad Request', 'The request cannot be read.', { errors });
  }
}
