import type { ReactNode } from 'react';
import { getSeason } from '#contract/calls/seasons';
import type { VersionedSeason } from '../../actors/race-night.ts';
import { useRead } from '../../actors/read.tsx';

interface SeasonReadsProps {
  readonly ids: readonly string[];
  readonly found?: readonly VersionedSeason[];
  readonly isComplete?: boolean;
  /** `isComplete`: all of them were read. */
  readonly children: (seasons: readonly VersionedSeason[], isComplete: boolean) => ReactNode;
}

/** Several seasons, read side by side; those that cannot be read are left out. */
export function SeasonReads({ ids, found = [], isComplete = true, children }: SeasonReadsProps) {
  const [id, ...rest] = ids;
  if (id === undefined) return children(found, isComplete);
  return (
    <OneSeason key={id} id={id} ids={rest} found={found} isComplete={isComplete}>
      {children}
    </OneSeason>
  );
}

function OneSeason({ id, ids, found, isComplete, children }: Required<SeasonReadsProps> & { id: string }) {
  const { value, version, phase } = useRead({ call: getSeason, params: { id } });
  const isRead = value !== null && version !== null;
  return (
    <SeasonReads
      ids={ids}
      found={isRead ? [...found, { season: value, version }] : found}
      isComplete={isComplete && (isRead || phase === 'failed' || phase === 'notFound')}
    >
      {children}
    </SeasonReads>
  );
}
