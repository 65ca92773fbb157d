import * as v from 'valibot';
import { Uuid } from '../values/values.ts';

/** A page that stays open says so this often, in ms. */
export const editingInterval = 10_000;

/** Somebody else who has the same section of a league or season open to change it. */
export const SectionEditor = v.object({
  /** The user. */
  userId: Uuid,
  /** The name of the user; null without one. */
  userName: v.nullable(v.string()),
});

export type SectionEditor = v.InferOutput<typeof SectionEditor>;
