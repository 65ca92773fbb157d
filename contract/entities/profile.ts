import * as v from 'valibot';
import { Uuid } from '../values/values.ts';

/** The public profile of a user. */
export const Profile = v.object({
  /** The id of the user. */
  id: Uuid,
  /** The name of the user; null without one. */
  username: v.nullable(v.string()),
  /** The address of their picture: a path of this server, or the address that a Supabase project has. Null without one. */
  avatar_url: v.nullable(v.string()),
});

export type Profile = v.InferOutput<typeof Profile>;
