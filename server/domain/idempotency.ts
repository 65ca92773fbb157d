import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { fieldsOf } from '#contract/json/fields-of';
import { retentionTime } from '#contract/values/retention';
import { unprocessable } from '../http/problem.ts';
import {
  deleteIdempotencyKeyBefore,
  deleteOldestKeys,
  findIdempotencyKey,
  type IdempotencyRow,
  insertIdempotencyKey,
  setIdempotentAnswer,
} from '../storage/idempotency-keys.ts';
import { type Context, requireUser } from './context.ts';
import { findStoredSession } from './sessions.ts';

const compress = promisify(gzip);
const decompress = promisify(gunzip);
/** Longer texts are stored compressed: the embedded database would block the event loop while it stores them. */
const longText = 16_384;

/** A response that can be sent again: JSON text, and the version of the row it shows. */
export interface StoredAnswer {
  readonly version: number | null;
  readonly text: string;
  /** The session of which `text` is the summary, with its compressed detail: the key is stored with the id alone. */
  readonly session: { readonly id: string; readonly detail: Uint8Array } | null;
}

interface IdempotentRequest {
  readonly key: string;
  /** Digest of the request, so that one key cannot be used for two different requests. */
  readonly digest: string;
}

/** The newest keys of a user that are stored. A client sends one again within minutes. */
const maxKeys = 200;

/**
 * Does the work once per user and key, in the transaction of the work itself. A second request, concurrent or within
 * 24 hours, waits for the first one and gets its answer; of a session as it is now.
 * @throws Problem 422 when the key was used for another request, or its session was deleted meanwhile.
 */
export async function runOnce(
  context: Context,
  { key, digest }: IdempotentRequest,
  work: () => Promise<StoredAnswer>,
): Promise<StoredAnswer> {
  const { transaction, now } = context;
  const owner = { userId: requireUser(context), key };
  const oldest = new Date(Date.parse(now) - retentionTime('idempotencyKeys')).toISOString();
  await deleteIdempotencyKeyBefore(transaction, owner, oldest);
  const isFirst = await insertIdempotencyKey(transaction, { ...owner, request: digest, createdAt: now });
  if (!isFirst) {
    const stored = await findIdempotencyKey(transaction, owner);
    if (stored?.request !== digest || stored.answer === null) {
      throw unprocessable('This Idempotency-Key was used for another request.');
    }
    return readAnswer(context, stored.answer, stored.detail);
  }
  const answer = await work();
  const { version, text, session } = answer;
  const isLong = text.length >= longText;
  const packed = isLong ? { version, gzip: (await compress(text)).toString('base64') } : { version, text };
  await setIdempotentAnswer(transaction, owner, session === null ? packed : { ...packed, sessionId: session.id });
  await deleteOldestKeys(transaction, owner, maxKeys);
  return answer;
}

async function readAnswer(
  context: Context,
  { version, sessionId, ...packed }: NonNullable<IdempotencyRow['answer']>,
  detail: Uint8Array | null,
): Promise<StoredAnswer> {
  const text = packed.text ?? (await decompress(Buffer.from(packed.gzip, 'base64'))).toString();
  // The release before has stored the detail.
  const id = sessionId ?? (detail === null ? null : String(fieldsOf(JSON.parse(text)).id));
  if (id === null) return { version, text, session: null };
  const session = await findStoredSession(context, id);
  if (session === null) throw unprocessable('The session of this request was deleted meanwhile.');
  const { uploadResult } = fieldsOf(JSON.parse(text));
  const summary = { ...JSON.parse(session.summary), ...(uploadResult === undefined ? {} : { uploadResult }) };
  return { version: session.version, text: JSON.stringify(summary), session };
}
