import { createHash } from 'node:crypto';
import { invalid } from '../http/problem.ts';

/** Reads the Idempotency-Key header; null when it is absent. @throws Problem 400 when it is malformed. */
export function parseIdempotencyKey(header: string | string[] | undefined): string | null {
  if (header === undefined) return null;
  if (typeof header !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(header)) {
    throw invalid([{ path: 'Idempotency-Key', message: 'must have 1 to 200 visible ASCII characters' }]);
  }
  return header;
}

/** Digest of a request's address and body. */
export function digestRequest(address: string, body: unknown): string {
  return createHash('sha256')
    .update(address)
    .update('\n')
    .update(JSON.stringify(body ?? null))
    .digest('base64url');
}
