import * as v from 'valibot';
import { SessionStatusNumber } from '../enumerations.ts';
import { Instant, Uuid, whole } from '../values/values.ts';
import { Session, SessionSummary } from './session.ts';

/** The stored session after an upload. */
export const UploadedSession = v.object({
  ...Session.entries,
  /**
   * created; replaced: the upload took the place of another version; same: it was stored before; kept: another version is
   * stored and was not changed.
   */
  uploadResult: v.picklist(['created', 'replaced', 'same', 'kept']),
});

/** A version of a session that is stored beside it for 14 days. */
export const SessionVersion = v.object({
  /** The id of the version. */
  id: Uuid,
  /** replaced: another version took its place; unused: a recorder sent it while an upload of a person was stored. */
  reason: v.picklist(['replaced', 'unused']),
  /** When it was put aside. */
  storedAt: Instant,
  /** When it is deleted. */
  keptUntil: Instant,
  /** Whether it is finished. */
  sessionStatus: SessionStatusNumber,
  /** The laps of the driver with the most. */
  laps: whole(0, 1_000),
  /** The number of drivers. */
  drivers: whole(0, 64),
  podium: SessionSummary.entries.podium,
});

export type UploadedSession = v.InferOutput<typeof UploadedSession>;
export type SessionVersion = v.InferOutput<typeof SessionVersion>;
