import * as v from 'valibot';
import { whole } from '../values/values.ts';

const amount = whole(0, Number.MAX_SAFE_INTEGER);

/** How much of something an account has stored, and how much it can store. */
export const Amount = v.object({ used: amount, limit: amount });

/** Amounts that an account has stored. `bytes` are those of its sessions, with the versions that can be restored. */
export const Usage = v.object({ sessions: Amount, bytes: Amount, leagues: Amount, seasons: Amount });

export type Amount = v.InferOutput<typeof Amount>;
export type Usage = v.InferOutput<typeof Usage>;
