import { randomUUID } from 'node:crypto';
import { addressOf } from '#contract/api/address';
import type { SessionUpload } from '#contract/api/bodies';
import { createSession } from '#contract/calls/edit-session';
import { sessionBodyLimit } from '#contract/constants';
import { UploadedSession } from '#contract/entities/session-version';
import { callServer, type Destination, ServerRefused, tooLarge } from './call-server.ts';

interface UploadOptions {
  /** It replaces the stored session. */
  readonly isReplacing?: boolean;
  /** The Idempotency-Key: the same one when an upload is tried again. */
  readonly key?: string;
  readonly signal?: AbortSignal;
}

/**
 * Uploads a session.
 * @returns the stored session, which is an earlier upload of the same session unless that is replaced.
 * @throws ServerRefused.
 */
export async function uploadSession(
  upload: SessionUpload,
  destination: Destination,
  { isReplacing = false, key = randomUUID(), signal }: UploadOptions = {},
): Promise<UploadedSession> {
  const body = JSON.stringify(upload);
  // A server that refuses the size can close the connection before its answer is read.
  if (Buffer.byteLength(body) > sessionBodyLimit) throw new ServerRefused(tooLarge, false);
  // A retry after a lost answer does not create a second session.
  const { sessionKey = null } = destination;
  const headers = {
    'Content-Type': 'application/json',
    'Idempotency-Key': key,
    ...(sessionKey === null ? {} : { 'X-Session-Key': sessionKey }),
  };
  const address = addressOf(createSession, {}, isReplacing ? { replace: 'true' } : {});
  const cancelling = signal === undefined ? {} : { signal };
  return callServer(address, destination, { method: 'POST', body, headers, answer: UploadedSession, ...cancelling });
}
