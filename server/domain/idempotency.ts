import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { retentionTime } from '#contract/retention';
import { unprocessable } from '../http/problem.ts';
import {
  deleteIdempotencyKeyBefore,
  findIdempotencyKey,
  insertIdempotencyKey,
  setIdempotentAnswer,
} from '../storage/idempotency-keys.ts';
import type { Transaction } from '../storage/open-storage.ts';

const compress = promisify(gzip);
const decompress = promisify(gunzip);
/** Longer texts are stored compressed: the embedded database would block the event loop while it stores them. */
const longText = 16_384;

/** A response that can be sent again: JSON text, and the version of the row it shows. */
export interface StoredAnswer {
  readonly version: number | null;
  readonly text: string;
  /** The compressed detail of a session, of which `text` is the summary. */
  readonly detail: Uint8Array | null;
}

interface IdempotentRequest {
  readonly userId: string;
  readonly key: string;
  /** Digest of the request, so that one key cannot be used for two different requests. */
  readonly digest: string;
  /** ISO 8601, UTC. */
  readonly now: string;
}

/**
 * Does the work once per user and key, in the transaction of the work itself. A second request, concurrent or within
 * 24 hours, waits for the first one and gets its answer.
 * @throws Problem 422 when the key was used for another request.
 */
export async function runOnce(
  transaction: Transaction,
  { userId, key, digest, now }: IdempotentRequest,
  work: () => Promise<StoredAnswer>,
): Promise<StoredAnswer> {
  const oldest = new Date(Date.parse(now) - retentionTime('idempotencyKeys')).toISOString();
  await deleteIdempotencyKeyBefore(transaction, { userId, key }, oldest);
  const isFirst = await insertIdempotencyKey(transaction, { userId, key, request: digest, createdAt: now });
  if (!isFirst) {
    const stored = await findIdempotencyKey(transaction, { userId, key });
    if (stored?.request !== digest || stored.answer === null) {
      throw unprocessable('This Idempotency-Key was used for another request.');
    }
    const { version, text } = stored.answer;
    const { detail } = stored;
    return { version, detail, text: text ?? (await decompress(Buffer.from(stored.answer.gzip, 'base64'))).toString() };
  }
  const answer = await work();
  const { version, text, detail } = answer;
  const isLong = text.length >= longText;
  const packed = isLong ? { version, gzip: (await compress(text)).toString('base64') } : { version, text };
  await setIdempotentAnswer(transaction, { userId, key }, { answer: packed, detail });
  return answer;
}
