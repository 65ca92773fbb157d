import * as v from 'valibot';
import { longestProgramName } from '../values/text-limits.ts';
import { line } from '../values/text-values.ts';
import { Instant, Uuid } from '../values/values.ts';

/** A code that connects a recorder to an account: for ten minutes, and once. */
export const PairingCode = v.object({ code: v.string(), expiresAt: Instant });

/** The answer to a code. The token can only publish live sessions and upload for its owner. */
export const PairedRecorder = v.object({ id: Uuid, token: v.string(), userName: v.nullable(v.string()) });

/** A recorder of the caller. */
export const Recorder = v.object({
  id: Uuid,
  name: line(longestProgramName),
  createdAt: Instant,
  /** When its token was last used, to the minute; null before. */
  lastSeenAt: v.nullable(Instant),
});

export type PairingCode = v.InferOutput<typeof PairingCode>;
export type Recorder = v.InferOutput<typeof Recorder>;
