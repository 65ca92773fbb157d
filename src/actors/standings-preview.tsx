import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import type { Standings } from '#contract/entities/season';

type Shown = Standings | null;

const ShownContext = createContext<Shown>(null);
const ShowContext = createContext<(standings: Shown) => void>(() => undefined);

/** Provides the standings that the form on the screen would lead to. */
export function StandingsPreviewProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<Shown>(null);
  return (
    <ShowContext value={setShown}>
      <ShownContext value={shown}>{children}</ShownContext>
    </ShowContext>
  );
}

/** The standings of the preview; null without one. */
export function useStandingsPreview(): Shown {
  return useContext(ShownContext);
}

/** Shows standings as a preview beside the form, for as long as the component lives; null: none yet. */
export function useShowStandings(standings: Shown): void {
  const show = useContext(ShowContext);
  useEffect(() => {
    show(standings);
    return () => show(null);
  }, [show, standings]);
}
