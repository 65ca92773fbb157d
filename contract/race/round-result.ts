import type { RosterDriver } from '../entities/roster.ts';
import type { Season, SeasonEvent } from '../entities/season.ts';
import type { SessionSummary } from '../entities/session.ts';
import { resultIn, resultsColumns } from './championship.ts';
import { poleSessionOf } from './event-scoring.ts';
import { namingOf, shownNames } from './names.ts';
import { rosterDriverOf } from './roster.ts';
import { isFinish } from './standings.ts';

type RoundDriver = Readonly<Pick<RosterDriver, 'name' | 'team'>>;

/** The winner of an event and the fastest of its qualifying; null if unknown. */
export interface RoundResult {
  readonly winner: RoundDriver | null;
  readonly pole: RoundDriver | null;
}

/** The winner of a session in the standings, after rulings; null without a result there. */
export function sessionWinner({ standings }: Pick<Season, 'standings'>, sessionId: string): RoundDriver | null {
  const winner = standings.drivers.find((driver) => {
    const result = resultIn(driver, sessionId);
    return result?.position === 1 && isFinish(result);
  });
  return winner === undefined ? null : { name: winner.name, team: winner.team };
}

/** The winner by the standings, after rulings, and the first of the last qualifying session, of each event. */
export function roundResults(season: Pick<Season, 'events' | 'standings' | 'aliases' | 'roster'>): RoundResult[] {
  const columns = resultsColumns(season).filter(({ scoring }) => scoring === 'race');
  const naming = namingOf(season.aliases ?? [], season.roster ?? []);
  const winnerIn = (event: SeasonEvent): RoundDriver | null => {
    const race = columns.findLast((column) => column.event === event);
    if (race === undefined) return null;
    return sessionWinner(season, race.session.id);
  };
  const poleIn = ({ podium }: SessionSummary): RoundDriver | null => {
    const [name] = shownNames(podium, naming);
    if (name === undefined) return null;
    const driver = rosterDriverOf(season.standings.drivers, name);
    return { name: driver?.name ?? name, team: driver?.team ?? podium[0]?.team ?? null };
  };
  return season.events.map((event) => {
    const last = poleSessionOf(
      event.sessions.map(({ session }) => session),
      'race',
    );
    return { winner: winnerIn(event), pole: last === null ? null : poleIn(last) };
  });
}
