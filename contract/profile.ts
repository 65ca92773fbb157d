import * as v from 'valibot';
import { Uuid } from './values.ts';

/** The public profile of a user. */
export const Profile = v.object({
  id: Uuid,
  username: v.nullable(v.string()),
  avatar_url: v.nullable(v.string()),
});

/** A name to sign up with: 3 to 30 letters, digits, `_`, `-` and `.`; unique without regard to case. */
export const Username = v.pipe(
  v.string(),
  v.minLength(3, 'must have at least 3 characters'),
  v.check((name) => [...name].length <= 30, 'must have at most 30 characters'),
  v.regex(/^[\p{L}\p{N}_.-]+$/u, 'may hold letters, digits, _, - and . alone'),
);

export type Profile = v.InferOutput<typeof Profile>;
