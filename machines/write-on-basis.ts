import type { Outcome } from '#contract/api/problem';
import { isEqual } from './equal.ts';

/** An entity as it is shown, with its version. */
interface Shown<Entity> {
  readonly value: Entity;
  readonly version: string | null;
}

interface BasedWrite<Entity, Answer> {
  /** What of the entity the write depends on. */
  readonly basisOf: (entity: Entity) => unknown;
  /** Sends it with a version; each time with the same key, because a refused write is not carried out. */
  readonly send: (version: string) => Promise<Outcome<Answer>>;
  /** The entity as it has become. */
  readonly reload: () => Promise<Shown<Entity> | { readonly failure: unknown }>;
}

/** A write is sent again at most so often while the entity keeps changing. */
const maxRestarts = 8;

/**
 * Sends a write that is based on a version. Where the entity was changed since, but not what the write depends on, it is sent
 * again with the newer version: the user is asked only about what they have not seen.
 */
export async function writeOnBasis<Entity, Answer>(
  shown: { readonly value: Entity; readonly version: string },
  { basisOf, send, reload }: BasedWrite<Entity, Answer>,
): Promise<Outcome<Answer>> {
  let { version } = shown;
  for (let restarts = 0; ; restarts += 1) {
    const outcome = await send(version);
    const isOutdated = 'failure' in outcome && outcome.failure.status === 412;
    if (!isOutdated || restarts === maxRestarts) return outcome;
    const newest = await reload();
    if ('failure' in newest || newest.version === null) return outcome;
    if (!isEqual(basisOf(shown.value), basisOf(newest.value))) return outcome;
    version = newest.version;
  }
}
