import type { ReactNode } from 'react';
import { getSeason, listRevisions } from '#contract/calls/seasons';
import { getSession } from '#contract/calls/sessions';
import type { LiveSummary } from '#contract/entities/live-session';
import type { Season, Standings } from '#contract/entities/season';
import {
  canScore,
  compareStandings,
  keyOfRace,
  raceIn,
  type StandingNow,
  sessionsToRescore,
  standingsBefore,
  standingsNow,
} from '#contract/race/as-it-stands';
import type { SessionToScore } from '#contract/race/preview';
import { type LiveStore, useRace } from '../../actors/live.ts';
import { type Read, useRead } from '../../actors/read.tsx';
import { SeasonTeamColours } from '../../components/SeasonTeamColours.tsx';

/** Draws a read: what is there by `show`, and how it looks until then. */
export type ShowRead = <Value>(read: Read<Value>, show: (value: Value) => ReactNode) => ReactNode;

interface RunningStandingsProps {
  readonly store: LiveStore;
  readonly liveId: string;
  readonly event: NonNullable<LiveSummary['event']>;
  readonly showRead: ShowRead;
  /** Before the race is there; null for none. */
  readonly skeleton: ReactNode;
  /** For a session without points. */
  readonly withoutPoints: ReactNode;
  /** `since` names the standings that the rows are compared with. */
  readonly children: (rows: readonly StandingNow[], season: Season, since: string) => ReactNode;
}

/** The championship of a live race's season as it would be if the race ended now, and its reads. */
export function RunningStandings(props: RunningStandingsProps) {
  const { event, showRead } = props;
  const read = useRead({ call: getSeason, params: { id: event.seasonId } });
  return showRead(read, (season) => <Running {...props} season={season} />);
}

function Running(props: RunningStandingsProps & { readonly season: Season }) {
  const { store, liveId, event, season, showRead, skeleton, withoutPoints, children } = props;
  // Changes with every change of the order, and not with every frame.
  const key = useRace(store, ({ view }) => (view === null ? null : keyOfRace(view.document)));
  const document = store.state().view?.document;
  if (key === null || document === undefined) return skeleton;
  const race = raceIn(season, { liveId, eventId: event.eventId, document });
  if (!canScore(document)) return withoutPoints;
  return (
    <WithSessions ids={sessionsToRescore(season, race)} showRead={showRead}>
      {(rescored) => (
        <WithOfficial season={season} current={standingsBefore(season, race)} showRead={showRead}>
          {(before, since) => {
            const rows = compareStandings(standingsNow(season, race, rescored), before, race.liveId);
            return (
              <SeasonTeamColours season={season} others={rows}>
                {children(rows, season, since)}
              </SeasonTeamColours>
            );
          }}
        </WithOfficial>
      )}
    </WithSessions>
  );
}

interface WithSessionsProps {
  readonly ids: readonly string[];
  readonly loaded?: readonly SessionToScore[];
  readonly showRead: ShowRead;
  readonly children: (sessions: readonly SessionToScore[]) => ReactNode;
}

/** Reads sessions one after another; there is hardly ever more than one. */
function WithSessions({ ids, loaded = [], showRead, children }: WithSessionsProps) {
  const [id, ...rest] = ids;
  if (id === undefined) return children(loaded);
  return (
    <WithSession key={id} id={id} showRead={showRead}>
      {(session) => (
        <WithSessions ids={rest} loaded={[...loaded, session]} showRead={showRead}>
          {children}
        </WithSessions>
      )}
    </WithSession>
  );
}

interface WithSessionProps {
  readonly id: string;
  readonly showRead: ShowRead;
  readonly children: (session: SessionToScore) => ReactNode;
}

function WithSession({ id, showRead, children }: WithSessionProps) {
  return showRead(useRead({ call: getSession, params: { id } }), children);
}

interface WithOfficialProps {
  readonly season: Season;
  /** The standings without the race. */
  readonly current: Standings;
  readonly showRead: ShowRead;
  readonly children: (standings: Pick<Standings, 'drivers'>, since: string) => ReactNode;
}

/** The official standings of a season; the current ones where none are official. */
function WithOfficial({ season, current, showRead, children }: WithOfficialProps) {
  const { revision } = season;
  if (revision == null) return children(current, 'the last race');
  const since = `the official standings no. ${revision.number}`;
  if (!revision.hasChanged) return children(current, since);
  return (
    <WithRevision seasonId={season.id} number={revision.number} showRead={showRead}>
      {(standings) => children(standings ?? current, since)}
    </WithRevision>
  );
}

interface WithRevisionProps {
  readonly seasonId: string;
  readonly number: number;
  readonly showRead: ShowRead;
  readonly children: (standings: Standings | undefined) => ReactNode;
}

function WithRevision({ seasonId, number, showRead, children }: WithRevisionProps) {
  const read = useRead({ call: listRevisions, params: { id: seasonId } });
  return showRead(read, (revisions) => children(revisions.find((revision) => revision.number === number)?.standings));
}
