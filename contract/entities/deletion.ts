import * as v from 'valibot';
import { Instant, Uuid } from '../values/values.ts';

/** Something that its owner has deleted, and can restore until `undoUntil`. */
export const Deletion = v.object({
  id: Uuid,
  kind: v.picklist(['session', 'event', 'season', 'league']),
  /** The same. */
  entityId: Uuid,
  /** The season of an event; null otherwise. */
  seasonId: v.nullable(Uuid),
  /** Its name, as its owner knows it. */
  name: v.string(),
  deletedAt: Instant,
  undoUntil: Instant,
});

export type Deletion = v.InferOutput<typeof Deletion>;
