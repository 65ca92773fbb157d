import { useMemo } from 'react';
import type { Season } from '#contract/entities/season';
import { movedRows } from '#contract/race/standings-changes';
import { useStandingsPreview } from '../../../actors/standings-preview.tsx';
import { SeasonTeamColours } from '../../../components/SeasonTeamColours.tsx';
import { MovingStandings } from '../../../components/season/MovingStandings.tsx';

/** The standings of the season beside its editor; they move with every preview. */
export function StandingsBeside({ season }: { season: Season }) {
  const preview = useStandingsPreview();
  const { standings } = season;
  const rows = useMemo(() => movedRows(standings, preview ?? standings), [standings, preview]);
  return (
    <aside
      aria-labelledby="standings-beside"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be focusable
      tabIndex={0}
      className="sticky top-20 max-h-[calc(100dvh-180px)] self-start scroll-y"
    >
      <div className="sticky top-0 z-10 flex items-baseline justify-between gap-3 border-b border-line bg-bg pb-2">
        <h2 id="standings-beside" className="text-17 font-750">
          Standings
        </h2>
        <p role="status" className="text-14 font-650 text-amber empty:hidden">
          {preview === null ? '' : 'Preview, not saved'}
        </p>
      </div>
      {rows.length === 0 ? (
        <p className="py-3 text-mute">They start with the first race of the season.</p>
      ) : (
        <>
          <SeasonTeamColours season={season}>
            <MovingStandings rows={rows} />
          </SeasonTeamColours>
          {/* Over the last row while there are more, below it at the end. */}
          <div aria-hidden="true" className="pointer-events-none sticky bottom-0 h-12 fade-below" />
        </>
      )}
    </aside>
  );
}
