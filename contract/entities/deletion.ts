import * as v from 'valibot';
import { Instant, Uuid } from '../values/values.ts';

/** Something that its owner has deleted, and can bring back until `undoUntil`. */
export const Deletion = v.object({
  id: Uuid,
  kind: v.picklist(['session', 'event', 'season']),
  /** The id of the deleted entity, also after an undo. */
  entityId: Uuid,
  /** The season of an event; null otherwise. */
  seasonId: v.nullable(Uuid),
  /** Its name, as its owner knows it. */
  name: v.string(),
  deletedAt: Instant,
  undoUntil: Instant,
});

export type Deletion = v.InferOutput<typeof Deletion>;
