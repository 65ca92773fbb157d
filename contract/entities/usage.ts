import * as v from 'valibot';
import { whole } from '../values/values.ts';

const amount = whole(0, Number.MAX_SAFE_INTEGER);

/** How much of something an account has, and can have. */
export const Amount = v.object({
  /** How much it has. */
  used: amount,
  /** How much it can have. */
  limit: amount,
});

/** What the caller has stored. */
export const Usage = v.object({
  /** Sessions. */
  sessions: Amount,
  /** The bytes of those sessions, with the versions that can be restored. */
  bytes: Amount,
  /** Leagues. */
  leagues: Amount,
  /** Seasons. */
  seasons: Amount,
});

export type Amount = v.InferOutput<typeof Amount>;
export type Usage = v.InferOutput<typeof Usage>;
