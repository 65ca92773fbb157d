import * as v from 'valibot';
import { Instant, Uuid } from '../values/values.ts';

/** Something that its owner has deleted, and can restore. */
export const Deletion = v.object({
  /** Its id. */
  id: Uuid,
  /** The kind of entity. */
  kind: v.picklist(['session', 'event', 'season', 'league']),
  /** The same id. */
  entityId: Uuid,
  /** The season of an event; null otherwise. */
  seasonId: v.nullable(Uuid),
  /** Its name. */
  name: v.string(),
  /** When it was deleted. */
  deletedAt: Instant,
  /** Until when it can be restored. */
  undoUntil: Instant,
});

export type Deletion = v.InferOutput<typeof Deletion>;
