import * as v from 'valibot';
import { Uuid } from '../values/values.ts';

/** The public profile of a user. */
export const Profile = v.object({
  id: Uuid,
  username: v.nullable(v.string()),
  avatar_url: v.nullable(v.string()),
});

export type Profile = v.InferOutput<typeof Profile>;
