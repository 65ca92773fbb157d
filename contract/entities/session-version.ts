import * as v from 'valibot';
import { SessionStatusNumber } from '../enumerations.ts';
import { Instant, Uuid, whole } from '../values/values.ts';
import { Session, SessionSummary } from './session.ts';

/**
 * A stored session as the answer to an upload of it. `uploadResult`: the upload was `created` or has `replaced` another
 * version; the `same` upload was stored before; or another one is stored and was `kept`.
 */
export const UploadedSession = v.object({
  ...Session.entries,
  uploadResult: v.picklist(['created', 'replaced', 'same', 'kept']),
});

/**
 * A version of a session that is stored beside it until `keptUntil`: it was `replaced`, or a recorder sent it while an
 * upload of a person was stored, and it is `unused`.
 */
export const SessionVersion = v.object({
  id: Uuid,
  reason: v.picklist(['replaced', 'unused']),
  storedAt: Instant,
  keptUntil: Instant,
  sessionStatus: SessionStatusNumber,
  /** The laps of the driver with the most. */
  laps: whole(0, 1_000),
  drivers: whole(0, 64),
  podium: SessionSummary.entries.podium,
});

export type UploadedSession = v.InferOutput<typeof UploadedSession>;
export type SessionVersion = v.InferOutput<typeof SessionVersion>;
