import { useEffect, useState } from 'react';
import { liveSummary } from '../format/live-summary.ts';
import type { RaceStore } from '../live/race-store.ts';

/** What has happened since the last summary, for screen readers, at most once in `pace` seconds; empty for a pace of 0. */
export function useLiveSummary(store: RaceStore, pace: number, favourites: readonly string[]): string {
  const [text, setText] = useState('');
  useEffect(() => {
    if (pace === 0) return;
    let before = store.state().view;
    const timer = setInterval(() => {
      const { view, isPaused } = store.state();
      if (view === null || isPaused) return;
      if (before !== null) {
        const summary = liveSummary(before, view, favourites);
        if (summary !== '') setText(summary);
      }
      before = view;
    }, pace * 1_000);
    return () => clearInterval(timer);
  }, [store, pace, favourites]);
  return pace === 0 ? '' : text;
}
