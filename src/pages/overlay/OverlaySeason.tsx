import { getSeason } from '#contract/calls/seasons';
import type { Season } from '#contract/entities/season';
import { championshipRows } from '#contract/race/championship';
import { progressOf, progressText } from '#contract/race/season-progress';
import { useRead } from '../../actors/read.tsx';
import { useRepeat } from '../../actors/stream-overlay.ts';
import { SeasonTeamColours } from '../../components/SeasonTeamColours.tsx';
import type { OverlayOptions } from '../../format/overlay-options.ts';
import { formatPoints } from '../../format/time.ts';
import { StandingRow } from './StandingRow.tsx';

interface OverlaySeasonProps {
  readonly id: string;
  readonly options: OverlayOptions;
}

/** Results and rulings come between races, and rarely; in ms. */
const seasonInterval = 30_000;
/** The default number of rows. */
const usualRows = 10;

/** The standings of a season, whether one of its races runs or not. After an interruption they stay as they were. */
export function OverlaySeason({ id, options }: OverlaySeasonProps) {
  const read = useRead({ call: getSeason, params: { id } });
  useRepeat(true, seasonInterval, read.retry);
  return read.value === null ? null : <Standings season={read.value} options={options} />;
}

function Standings({ season, options }: { season: Season; options: OverlayOptions }) {
  const { table, rows, heads, side, scale } = options;
  const all = championshipRows(season, table);
  if (all.length === 0) return null;
  return (
    <SeasonTeamColours season={season}>
      <main className="overlay" data-show="season" data-side={side} style={{ zoom: scale }}>
        <section className="standings of-season panel" aria-label="Standings">
          <header className="head">
            <p className="lap name">
              <bdi>{season.name}</bdi>
            </p>
            <p className="flag">{progressText(progressOf(season.events))}</p>
          </header>
          {heads ? (
            <p className="heads">
              <span>P</span>
              <span />
              <span className="driver">{table === 'teams' ? 'Team' : 'Driver'}</span>
              <span>Gap</span>
              <span>Points</span>
            </p>
          ) : null}
          <ol className="rows">
            {all.slice(0, rows ?? usualRows).map((row) => (
              <StandingRow key={row.name} row={row} team={table === 'teams' ? row.name : row.team}>
                <span className="gained">{row.behind === 0 ? null : `−${formatPoints(row.behind)}`}</span>
              </StandingRow>
            ))}
          </ol>
        </section>
      </main>
    </SeasonTeamColours>
  );
}
