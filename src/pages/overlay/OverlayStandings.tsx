import { type CSSProperties, useContext } from 'react';
import type { LiveSummary } from '#contract/entities/live-session';
import type { StandingNow } from '#contract/race/as-it-stands';
import type { LiveStore } from '../../actors/live.ts';
import { SecondCarsContext } from '../../components/second-cars-context.ts';
import { TeamColoursContext } from '../../components/team-colours-context.ts';
import type { OverlayOptions } from '../../format/overlay-options.ts';
import { formatPoints } from '../../format/time.ts';
import { RunningStandings, type ShowRead } from '../live/RunningStandings.tsx';

export interface OverlayStandingsProps {
  readonly store: LiveStore;
  readonly options: OverlayOptions;
  readonly liveId: string;
  readonly event: NonNullable<LiveSummary['event']>;
}

/** So many rows without an option. */
const usualRows = 10;
const showRead: ShowRead = (read, show) => (read.value === null ? null : show(read.value));

/** The championship as it would be if the race ended now: places gained, points of this race, and all. */
export function OverlayStandings({ options, ...props }: OverlayStandingsProps) {
  return (
    <RunningStandings {...props} showRead={showRead} skeleton={null} withoutPoints={null}>
      {(rows) => (
        <section className="standings panel" aria-label="Championship as it stands">
          <header className="head">
            <p className="lap">As it stands</p>
          </header>
          {options.heads ? (
            <p className="heads">
              <span>P</span>
              <span />
              <span className="driver">Driver</span>
              <span />
              <span>Race</span>
              <span>Points</span>
            </p>
          ) : null}
          <ol className="rows">
            {rows.slice(0, options.rows ?? usualRows).map((row) => (
              <Row key={row.name} row={row} />
            ))}
          </ol>
        </section>
      )}
    </RunningStandings>
  );
}

function Row({ row: { name, team, position, points, gained, places } }: { row: StandingNow }) {
  const colourOf = useContext(TeamColoursContext);
  const second = useContext(SecondCarsContext);
  return (
    <li
      className="row"
      data-place={position}
      data-second={second.has(name) ? '' : undefined}
      style={{ '--team': colourOf(team) } as CSSProperties}
    >
      <span className="place">{position}</span>
      <span className="team" />
      <bdi className="driver name">{name}</bdi>
      <span>
        {places === null || places === 0 ? null : (
          <span className={places > 0 ? 'won' : 'lost'}>
            {places > 0 ? '▲' : '▼'}
            {Math.abs(places)}
          </span>
        )}
      </span>
      <span className="gained">{gained === 0 ? null : `${gained > 0 ? '+' : ''}${formatPoints(gained)}`}</span>
      <span className="points">{formatPoints(points)}</span>
    </li>
  );
}
