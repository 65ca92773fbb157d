import type { DrivenSeason, Season } from '../entities/season.ts';
import type { TeamColourName } from '../entities/team-colour.ts';
import { scoringIn } from './preview.ts';
import { rosterDriverOf, seatAt } from './roster.ts';
import { teamColourName } from './team-colour-name.ts';
import { teamColour } from './team-colours.ts';
import { coloursOfSeason } from './teams-of-season.ts';

/** The most drives that are listed of one season. */
const maxDrives = 60;

/** A season from the view of one driver of its roster; null when the roster does not have them. */
export function drivenSeasonOf(season: Season, driverId: string): Omit<DrivenSeason, 'season'> | null {
  const driver = (season.roster ?? []).find(({ id }) => id === driverId);
  if (driver === undefined) return null;
  const { id, name, number } = driver;
  const row = rosterDriverOf(season.standings.drivers, name);
  const eventIds = season.events.map((event) => event.id);
  const latest = season.events.findLast(({ sessions }) => sessions.length > 0);
  const seat = seatAt(driver, eventIds, latest?.id ?? null);
  return {
    driver: { id, name, number, ...seat, ...colourIn(season, seat.team) },
    position: row === null ? null : season.standings.drivers.indexOf(row) + 1,
    points: row?.points ?? 0,
    drives: row === null ? [] : drivesOf(season, row.results).slice(0, maxDrives),
  };
}

function colourIn(season: Season, team: string | null): { colour?: TeamColourName } {
  const colour = coloursOfSeason(season)(team);
  const name = colour === teamColour(team) ? null : teamColourName(colour);
  return name === null ? {} : { colour: name };
}

function drivesOf({ events }: Season, results: Season['standings']['drivers'][number]['results']) {
  const attached = new Map(
    events.flatMap((event) => event.sessions.map(({ session }) => [session.id, { event, session }] as const)),
  );
  return results
    .flatMap(({ sessionId, position, resultStatus, points }): DrivenSeason['drives'] => {
      const place = attached.get(sessionId);
      const scoring = place === undefined ? 'none' : scoringIn(place.event, sessionId);
      if (place === undefined || scoring === 'none') return [];
      const { event, session } = place;
      const startedAt = session.sessionStartTime;
      const of = { sessionId, track: event.track, eventName: event.name, startedAt, scoring };
      return [{ ...of, position, resultStatus, points }];
    })
    .sort((one, other) => (one.startedAt < other.startedAt ? 1 : -1));
}
