import type { LiveStore } from '../../actors/live.ts';
import { useLiveSummary } from '../../actors/live-summary.ts';

/** Tells screen readers now and then what has happened. */
export function Summary(props: { store: LiveStore; pace: number; favourites: readonly string[] }) {
  const text = useLiveSummary(props.store, props.pace, props.favourites);
  return (
    <p aria-live="polite" aria-atomic="true" data-summary="" className="sr-only">
      {text}
    </p>
  );
}
