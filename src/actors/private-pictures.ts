import { useState } from 'react';
import { getThumbnail } from '#contract/calls/leagues';
import type { Api } from '../api/client.ts';
import { useApi } from './api.ts';

/** Pictures that only their owner may see, by the id of the picture. */
export interface PrivatePictures {
  readonly subscribe: (leagueId: string, thumbnailId: string, listener: () => void) => () => void;
  readonly url: (thumbnailId: string) => string | null;
}

interface Entry {
  readonly listeners: Set<() => void>;
  url: string | null;
}

/** Fetches pictures with the token of their owner; each lives as long as something shows it. */
export function createPrivatePictures(api: Pick<Api, 'send'>): PrivatePictures {
  const entries = new Map<string, Entry>();

  async function load(leagueId: string, thumbnailId: string, entry: Entry): Promise<void> {
    // Without the id in its address: addresses that have one may be cached.
    const outcome = await api.send(getThumbnail, { params: { leagueId } });
    const picture: unknown = 'failure' in outcome ? null : outcome.value;
    if (!(picture instanceof Blob) || entries.get(thumbnailId) !== entry) return;
    entry.url = URL.createObjectURL(picture);
    for (const listener of [...entry.listeners]) listener();
  }

  return {
    subscribe(leagueId, thumbnailId, listener) {
      const cached = entries.get(thumbnailId);
      const entry = cached ?? { listeners: new Set(), url: null };
      entry.listeners.add(listener);
      if (cached === undefined) {
        entries.set(thumbnailId, entry);
        void load(leagueId, thumbnailId, entry);
      }
      return () => {
        entry.listeners.delete(listener);
        if (entry.listeners.size > 0) return;
        if (entry.url !== null) URL.revokeObjectURL(entry.url);
        entries.delete(thumbnailId);
      };
    },
    url: (thumbnailId) => entries.get(thumbnailId)?.url ?? null,
  };
}

/** The private pictures of this tab. */
export function usePrivatePictures(): PrivatePictures {
  const api = useApi();
  const [pictures] = useState(() => createPrivatePictures(api));
  return pictures;
}
