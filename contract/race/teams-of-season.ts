import type { Season } from '../entities/season.ts';

/** The teams that pages and pictures of a season show. */
export function teamsOfSeason({ standings, roster }: Pick<Season, 'standings' | 'roster'>): string[] {
  const seats = (roster ?? []).flatMap((driver) => [driver.team, ...driver.changes.map(({ team }) => team)]);
  const teams = [
    ...standings.drivers.map(({ team }) => team),
    ...(standings.teams ?? []).map(({ name }) => name),
    ...seats,
  ];
  return teams.filter((team) => team !== null);
}
