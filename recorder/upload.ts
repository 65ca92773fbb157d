import { randomUUID } from 'node:crypto';
import { addressOf } from '#contract/address';
import type { SessionUpload } from '#contract/bodies';
import { calls } from '#contract/calls';
import { maximumPageSize, sessionBodyLimit } from '#contract/constants';
import { Session } from '#contract/session';
import { callServer, type Destination, ServerRefused, tooLarge } from './call-server.ts';

/** Whether the user has this session already. @throws ServerRefused. */
export async function hasSession(upload: SessionUpload, destination: Destination): Promise<boolean> {
  const filter = { TrackIds: [upload.trackId], SessionTypes: [upload.sessionType], pageSize: maximumPageSize };
  for (let page = 0; ; page += 1) {
    const address = addressOf(calls.listOwnSessions, {}, { ...filter, page });
    const { sessions, totalElements } = await callServer(address, destination, {
      answer: calls.listOwnSessions.answer,
    });
    if (sessions.some(({ internalSessionId }) => internalSessionId === upload.internalSessionId)) return true;
    if (sessions.length === 0 || (page + 1) * maximumPageSize >= totalElements) return false;
  }
}

/**
 * Uploads a session.
 * @returns the stored session: an earlier upload of the same session when that one is as complete, unless it is replaced.
 * @throws ServerRefused.
 */
export async function uploadSession(
  upload: SessionUpload,
  destination: Destination,
  isReplacing = false,
): Promise<Session> {
  const body = JSON.stringify(upload);
  // A server that refuses the size can close the connection before its answer is read.
  if (Buffer.byteLength(body) > sessionBodyLimit) throw new ServerRefused(tooLarge, false);
  // A retry after a lost answer does not create a second session.
  const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() };
  const address = addressOf(calls.createSession, {}, isReplacing ? { replace: 'true' } : {});
  return callServer(address, destination, { method: 'POST', body, headers, answer: Session });
}
