import type { RosterDriver } from '../entities/roster.ts';
import type { Alias } from '../entities/scoring.ts';
import type { Standings } from '../entities/season.ts';
import type { ResultStatus, Scoring, SessionType, Track } from '../enumerations.ts';
import { scoringsOf } from './event-scoring.ts';
import { grouped } from './grouped.ts';
import { namingOf, shownNames } from './names.ts';
import type { ScoredDriver, ScoredEvent } from './results.ts';
import { countedPoints } from './standings.ts';

/** A session of a season, for what its drivers have reached in it. */
interface DrivenSession {
  readonly id: string;
  readonly seasonId: string;
  readonly type: SessionType;
  readonly track: Track;
  readonly startedAt: string;
  readonly scoring: Scoring;
}

/** One driver's result in one session, by the name shown in the season. */
export interface Drive {
  readonly name: string;
  readonly team: string | null;
  readonly session: DrivenSession;
  /** After rulings; null outside of races and sprints, and for drivers who are not classified. */
  readonly position: number | null;
  readonly resultStatus: ResultStatus;
  readonly isClassified?: boolean | undefined;
  /** Points that count for the championship. */
  readonly points: number;
  readonly gridPosition: number | null;
  readonly hasFastestLap: boolean;
  /** In ms. */
  readonly bestLap: number | null;
}

export interface SeasonOfDrives {
  readonly id: string;
  readonly events: readonly ScoredEvent[];
  /** Track and start of each session, by its id. */
  readonly sessions: ReadonlyMap<string, { readonly track: Track; readonly startedAt: string }>;
  readonly standings: Standings;
  readonly aliases: readonly Alias[];
  readonly roster: readonly RosterDriver[];
}

/** All drivers' results in all sessions of a season. Excluded sessions count for nothing. */
export function drivesOfSeason({ id, events, sessions, standings, aliases, roster }: SeasonOfDrives): Drive[] {
  const naming = namingOf(aliases, roster);
  const scored = scoredRows(standings);
  return events.flatMap((event) =>
    scoringsOf(event.sessions).flatMap(({ session, scoring }): Drive[] => {
      const facts = sessions.get(session.sessionId);
      if (facts === undefined) return [];
      const driven = { id: session.sessionId, seasonId: id, type: session.sessionType, scoring, ...facts };
      const rows = scored.get(session.sessionId);
      if (scoring !== 'none')
        return (rows ?? []).flatMap(({ name, team, result }) => {
          const car = session.drivers.find(({ carIndex }) => carIndex === result.driverIdx);
          const { position, resultStatus, isClassified, fastestLap } = result;
          const ruled = {
            position,
            resultStatus,
            isClassified,
            points: countedPoints(result),
            hasFastestLap: fastestLap,
          };
          return car === undefined ? [] : [{ name, team, session: driven, ...ruled, ...recordedOf(car) }];
        });
      const names = shownNames(session.drivers, naming);
      return session.drivers.map((car, index) => {
        const { team, resultStatus } = car;
        const unscored = { position: null, resultStatus, points: 0, hasFastestLap: false };
        return { name: names[index] ?? car.name, team, session: driven, ...unscored, ...recordedOf(car) };
      });
    }),
  );
}

function recordedOf({ startingPosition, bestLapTimeMs }: ScoredDriver) {
  return {
    gridPosition: startingPosition,
    bestLap: bestLapTimeMs === null || bestLapTimeMs < 1 ? null : bestLapTimeMs,
  };
}

/** The results of the standings, by session. */
function scoredRows({ drivers }: Standings) {
  const rows = drivers.flatMap(({ name, team, results }) => results.map((result) => ({ name, team, result })));
  return grouped(rows, ({ result }) => result.sessionId);
}
