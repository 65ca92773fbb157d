import { useEffect, useState } from 'react';
import { liveSummary } from '../format/live-summary.ts';
import type { RaceStore } from '../live/race-store.ts';

/** The events since the last summary, for screen readers, at most once in `pace` seconds; empty for a pace of 0. */
export function useLiveSummary(store: RaceStore, pace: number, favourites: readonly string[]): string {
  const [text, setText] = useState('');
  useEffect(() => {
    if (pace === 0) return;
    let before = store.state().view;
    // A timeout for each summary: after a late tick, an interval fires again too soon.
    let timer = setTimeout(summarize, pace * 1_000);
    function summarize(): void {
      timer = setTimeout(summarize, pace * 1_000);
      const { view, isPaused } = store.state();
      if (view === null || isPaused) return;
      const summary = before === null ? '' : liveSummary(before, view, favourites);
      before = view;
      if (summary !== '') setText(summary);
    }
    return () => clearTimeout(timer);
  }, [store, pace, favourites]);
  return pace === 0 ? '' : text;
}
