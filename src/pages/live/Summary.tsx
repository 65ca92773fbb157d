import type { LiveStore } from '../../actors/live.ts';
import { useLiveSummary } from '../../actors/live-summary.ts';

export interface SummaryProps {
  readonly store: LiveStore;
  /** Seconds between two summaries; 0 for none. */
  readonly pace: number;
  readonly favourites: readonly string[];
}

/** Announces the events to screen readers from time to time. */
export function Summary(props: SummaryProps) {
  const text = useLiveSummary(props.store, props.pace, props.favourites);
  return (
    <p aria-live="polite" aria-atomic="true" data-summary="" className="sr-only">
      {text}
    </p>
  );
}
