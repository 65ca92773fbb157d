import * as v from 'valibot';
import { longestProgramName } from '../values/text-limits.ts';
import { line } from '../values/text-values.ts';
import { Instant, Uuid } from '../values/values.ts';

/** A code that connects one recorder to an account: for ten minutes, and once. */
export const PairingCode = v.object({
  /** The code, for people to type. */
  code: v.string(),
  /** Until when it is valid. */
  expiresAt: Instant,
});

/** A recorder that was connected. */
export const PairedRecorder = v.object({
  /** The id of the recorder. */
  id: Uuid,
  /** Its token, shown this once: it publishes live sessions and uploads for its owner, and nothing else. */
  token: v.string(),
  /** The name of its owner; null without one. */
  userName: v.nullable(v.string()),
});

/** A recorder of the caller. */
export const Recorder = v.object({
  /** The id of the recorder. */
  id: Uuid,
  /** The name of the recorder, for its owner. */
  name: line(longestProgramName),
  /** When it was connected. */
  createdAt: Instant,
  /** When its token was last used, to the minute; null before. */
  lastSeenAt: v.nullable(Instant),
});

export type PairingCode = v.InferOutput<typeof PairingCode>;
export type Recorder = v.InferOutput<typeof Recorder>;
