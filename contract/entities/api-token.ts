import * as v from 'valibot';
import { longestProgramName } from '../values/text-limits.ts';
import { line } from '../values/text-values.ts';
import { Instant, Uuid } from '../values/values.ts';

/** The rights of a token: read only, or also change leagues, seasons and sessions. */
export const TokenScope = v.picklist(['read', 'write']);

/** A token that the caller has made for a program. */
export const ApiToken = v.object({
  /** The id of the token, to delete it. */
  id: Uuid,
  /** The name of the program, for its owner. */
  name: line(longestProgramName),
  /** read: what its owner may see; write: also changes of leagues, seasons and sessions. */
  scope: TokenScope,
  /** When it was made. */
  createdAt: Instant,
  /** When it was last used, to the minute; null before. */
  lastSeenAt: v.nullable(Instant),
});

/** A token that was just made: its text is not stored, so it is shown this once. */
export const NewApiToken = v.object({
  ...ApiToken.entries,
  /** The token, for the Authorization header: shown this once. */
  token: v.string(),
});

export type TokenScope = v.InferOutput<typeof TokenScope>;
export type ApiToken = v.InferOutput<typeof ApiToken>;
export type NewApiToken = v.InferOutput<typeof NewApiToken>;
