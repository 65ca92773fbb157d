import { useEffect, useState } from 'react';
import { editLeagueSection, editSeasonSection } from '#contract/calls/editing';
import { editingInterval, type SectionEditor } from '#contract/entities/section-editor';
import { useApi } from './api.ts';

/** A section of a league or season that is open to be changed. */
export interface EditedSection {
  readonly kind: 'league' | 'season';
  readonly id: string;
  readonly section: string;
}

/** Who else has a section open. While the page is visible, the server is told that this user has. */
export function useOtherEditors({ kind, id, section }: EditedSection): readonly SectionEditor[] {
  const api = useApi();
  const [editors, setEditors] = useState<readonly SectionEditor[]>([]);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const body = { section };
    const refresh = async () => {
      if (document.visibilityState !== 'visible') return;
      const outcome =
        kind === 'league'
          ? await api.send(editLeagueSection, { params: { leagueId: id }, body, signal })
          : await api.send(editSeasonSection, { params: { id }, body, signal });
      // Without an answer nobody is known to edit.
      if (!signal.aborted) setEditors('failure' in outcome ? [] : outcome.value);
    };
    void refresh();
    const timer = setInterval(refresh, editingInterval);
    document.addEventListener('visibilitychange', refresh);
    return () => {
      controller.abort();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', refresh);
    };
  }, [api, kind, id, section]);
  return editors;
}
