import type { LiveSummary } from '#contract/entities/live-session';
import type { LiveStore } from '../../actors/live.ts';
import type { OverlayOptions } from '../../format/overlay-options.ts';
import { formatPoints } from '../../format/time.ts';
import { RunningStandings, type ShowRead } from '../live/RunningStandings.tsx';
import { PlacesMoved } from './PlacesMoved.tsx';
import { StandingRow } from './StandingRow.tsx';

export interface OverlayStandingsProps {
  readonly store: LiveStore;
  readonly options: OverlayOptions;
  readonly liveId: string;
  readonly event: NonNullable<LiveSummary['event']>;
}

/** The default number of rows. */
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
              <StandingRow key={row.name} row={row} team={row.team}>
                <span>
                  <PlacesMoved places={row.places} />
                </span>
                <span className="gained">
                  {row.gained === 0 ? null : `${row.gained > 0 ? '+' : ''}${formatPoints(row.gained)}`}
                </span>
              </StandingRow>
            ))}
          </ol>
        </section>
      )}
    </RunningStandings>
  );
}
