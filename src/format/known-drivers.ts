import type { Season } from '#contract/entities/season';
import { seatAt } from '#contract/race/roster';
import type { KnownDriver } from './typed-result.ts';

/** The drivers that a result of an event may name: those of the roster with their teams, and those who have raced. */
export function knownDrivers(
  season: Pick<Season, 'roster' | 'standings' | 'events'>,
  eventId: string,
): readonly KnownDriver[] {
  const eventIds = season.events.map(({ id }) => id);
  const roster = (season.roster ?? []).map((driver) => {
    const seat = seatAt(driver, eventIds, eventId);
    // A reserve drives the car of another team.
    return { name: driver.name, team: seat.isReserve ? null : seat.team };
  });
  const raced = season.standings.drivers.flatMap(({ name, aliases }) => [name, ...aliases]);
  return [...roster, ...raced.map((name) => ({ name, team: null }))];
}
