import * as v from 'valibot';
import { Instant, Uuid, whole } from '../values/values.ts';
import type { LiveDocument } from './document.ts';
import type { Columns } from './first-part.ts';
import type { Motion } from './frame.ts';
import type { Patch, Tree } from './merge-patch.ts';

/**
 * The messages between the server and viewers: JSON objects with a `type`, one in each text frame of a WebSocket. Fields
 * that a viewer does not know are ignored. This module does not import the schemas of recorder messages.
 */

/** A viewer gets a message at least this often, in ms: data or a ping. */
export const pingInterval = 1_000;
/** Why the server closes a live connection. Its reason for `restarting` is `restartReason`. */
export const liveCloseCodes = {
  ended: 1_000,
  /** The server stops, and is back soon. */
  restarting: 1_012,
  /** Too many connections; come back later. */
  busy: 1_013,
  /** More than 1 MiB is waiting to be read; come back for a snapshot. */
  slow: 3_012,
  /** A message of the recorder or viewer was refused. */
  refused: 4_400,
  /** No valid key or ticket for a private session. */
  forbidden: 4_403,
  /** There is no such session. */
  notFound: 4_404,
} as const;

/** The reason sent with `restarting`: clients come back after a random time between both, in ms. */
export function restartReason(minimum: number, maximum: number): string {
  return `retry ${minimum}-${maximum}`;
}

/** The number of a message, or of an epoch. */
export const sequence = whole(0, 4_294_967_295);

/**
 * A message to a viewer. `seq` counts the changes of the requested view in one epoch: a viewer drops a number up to its own,
 * applies the next one, and answers any other with a resync. A new hello begins a new epoch. With format=binary a change is
 * a binary frame instead of a delta; `motion` is the state of its decoder beside the document. A viewer that asks for parts
 * gets its first snapshot in two: a part, from which a tower is drawn, and at once the rest, of the same number.
 */
export const ViewerMessage = v.variant('type', [
  v.object({
    type: v.literal('hello'),
    id: Uuid,
    epoch: sequence,
    seq: sequence,
    hz: whole(1, 60),
    serverTime: Instant,
    delaySeconds: whole(0, 180),
    /** Of a viewer with a delay: there is no picture before. */
    beginsAt: v.optional(Instant),
  }),
  v.object({
    type: v.literal('snapshot'),
    seq: sequence,
    document: v.custom<LiveView>(isTree),
    motion: v.optional(v.custom<Motion>(isTree)),
  }),
  v.object({
    type: v.literal('part'),
    seq: sequence,
    document: v.custom<Tree>(isTree),
    columns: v.custom<Columns>(isTree),
  }),
  v.object({
    type: v.literal('rest'),
    seq: sequence,
    patch: v.custom<Patch>(isTree),
    motion: v.optional(v.custom<Motion>(isTree)),
  }),
  v.object({ type: v.literal('delta'), seq: sequence, patch: v.custom<Patch>(isTree) }),
  v.object({ type: v.literal('recorderLost'), since: Instant }),
  v.object({ type: v.literal('recorderBack') }),
  v.object({ type: v.literal('ended'), sessionId: v.nullable(Uuid) }),
  v.object({ type: v.literal('ping') }),
]);

/** A live document, or the part of it that a view shows; empty before the recorder's first snapshot. */
type LiveView = Partial<LiveDocument>;

/** The server has validated the document, so viewers check only that it is an object. */
function isTree(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export type ViewerMessage = v.InferOutput<typeof ViewerMessage>;
