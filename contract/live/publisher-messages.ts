import * as v from 'valibot';
import { Problem } from '../api/problem.ts';
import { Uuid, whole } from '../values/values.ts';
import { LiveDocument, LivePatch } from './document.ts';
import { sequence } from './viewer-messages.ts';

/**
 * The messages between recorders and the server: JSON objects with a `type`, one in each text frame of a WebSocket or line
 * of a TCP connection. The server drops unusable values and warns the recorder. Only a wrong token, another recorder or a
 * document that is too large ends the session.
 */

/** The largest message that a recorder may send, in bytes. */
export const liveMessageLimit = 64 * 1024;
/** A recorder that sent nothing for this long is silent, in ms; an empty patch is enough. */
export const recorderSilence = 3_000;
/** A ticket for a private session is valid for this long, in ms, and once. */
export const ticketLifetime = 60_000;

/** Milliseconds since the start of the session. */
export const sessionTime = whole(0, 604_800_000);

/**
 * A message of a recorder: auth first, then a snapshot, then patches numbered one by one. Repeated numbers are ignored. An
 * empty patch shows that the recorder is alive.
 */
export const PublisherMessage = v.variant('type', [
  v.strictObject({ type: v.literal('auth'), token: v.pipe(v.string(), v.maxLength(200)) }),
  v.strictObject({ type: v.literal('snapshot'), seq: sequence, t: sessionTime, document: LiveDocument }),
  v.strictObject({ type: v.literal('patch'), seq: sequence, t: sessionTime, patch: LivePatch }),
  v.strictObject({ type: v.literal('end'), sessionId: v.optional(Uuid) }),
]);

/**
 * A message to a recorder: `ready` with the last number it has, `ack` at least once a second, `resend` after a gap (from
 * that number, or a snapshot), `warning` at most once a minute with the dropped values, `refused` before it closes.
 */
export const PublisherReply = v.variant('type', [
  v.object({ type: v.literal('ready'), epoch: sequence, seq: sequence }),
  v.object({ type: v.literal('ack'), seq: sequence }),
  v.object({ type: v.literal('resend'), from: sequence }),
  v.object({ type: v.literal('warning'), problem: Problem }),
  v.object({ type: v.literal('refused'), problem: Problem }),
]);

/** A message of a viewer: a request for a snapshot. */
export const ViewerRequest = v.strictObject({ type: v.literal('resync') });

export type PublisherMessage = v.InferOutput<typeof PublisherMessage>;
export type PublisherReply = v.InferOutput<typeof PublisherReply>;
