import type { NearbyRound, SessionEvent } from '#contract/entities/session';
import { ruledEventOf } from '#contract/race/ruled-event';
import { trackName } from './names.ts';

/** `Round 5, Home Grand Prix`, or the number alone for an event that is named after its track. */
export function roundText({ round, name }: Pick<SessionEvent, 'round' | 'name'>): string {
  return name === null ? `Round ${round}` : `Round ${round}, ${name}`;
}

/** `Round 4, Spa`: a round with the name of its event or track. */
export function nearbyText({ round, name, track }: NearbyRound): string {
  return `Round ${round}, ${name ?? trackName(track)}`;
}

/**
 * Where a session belongs, in one line of a list: `Round 5 · Sprint · Spring Cup`; empty where no event holds it. It begins
 * with `Stewards’ result` where the first three are those of the season, and with `Does not count` where stewards excluded the
 * session, whose first three are those of the game.
 */
export function placeText(events: readonly SessionEvent[] | null | undefined): string {
  const place = ruledEventOf({ events }) ?? events?.[0];
  if (place === undefined) return '';
  const { seasonName, round, scoring, podium, isExcluded = false } = place;
  const others = (events?.length ?? 0) - 1;
  return [
    ...(podium === undefined ? [] : ['Stewards’ result']),
    ...(isExcluded ? ['Does not count'] : []),
    `Round ${round}`,
    ...(scoring === 'sprint' ? ['Sprint'] : []),
    seasonName,
    ...(others === 0 ? [] : [`+${others}`]),
  ].join(' · ');
}

/** The name of a season beside that of its league, which it may begin with: `Late Night · Season 4` is `Season 4` there. */
export function seasonBesideLeague({ seasonName, league }: Pick<SessionEvent, 'seasonName' | 'league'>): string {
  if (league == null || !seasonName.startsWith(league.name)) return seasonName;
  const rest = /^[\s·:–—-]+(\S.*)$/u.exec(seasonName.slice(league.name.length));
  return rest?.[1] ?? seasonName;
}
