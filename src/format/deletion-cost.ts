import type { Season } from '#contract/entities/season';
import { formatCount } from './count.ts';
import { formatPoints } from './time.ts';

/** The cost of deleting sessions: `20 drivers lose 101 points in Late Night League.` Empty without results. */
export function resultsCost({ standings, leagues }: Season, sessionIds: readonly string[]): string {
  const ids = new Set(sessionIds);
  const losses = standings.drivers
    .map(({ results }) => results.filter((result) => ids.has(result.sessionId)))
    .filter((results) => results.length > 0);
  if (losses.length === 0) return '';
  // Negative points and dropped results are no loss.
  const points = losses.flat().reduce((sum, { points: each, dropped }) => sum + (dropped === true ? 0 : each), 0);
  const verb = losses.length === 1 ? 'loses' : 'lose';
  return `${formatCount(losses.length, 'driver')} ${verb} ${formatPoints(points)} points${inLeagues(leagues)}.`;
}

/** The data that is deleted with a season, and its users. */
export function seasonCost({ events, standings, leagues, revision, rulings = [], members }: Season): string {
  const made = rulings.filter(({ state }) => state !== 'draft').length;
  const sessions = events.reduce((sum, event) => sum + event.sessions.length, 0);
  const parts = [
    ...(events.length === 0 ? [] : [formatCount(events.length, 'event')]),
    ...(sessions === 0 ? [] : [`the results of ${formatCount(sessions, 'session')}`]),
    ...(standings.drivers.length === 0 ? [] : [`the points of ${formatCount(standings.drivers.length, 'driver')}`]),
    ...(made === 0 ? [] : [formatCount(made, 'ruling')]),
    ...(revision == null ? [] : [`official standings up to ${revision.number}`]),
    ...(members == null || members.length === 0 ? [] : [`the season on ${formatCount(members.length, 'profile')}`]),
  ];
  const last = parts.pop();
  if (last === undefined) return 'It has no events yet.';
  const all = parts.length === 0 ? last : `${parts.join(', ')} and ${last}`;
  return `Everybody loses ${all}${inLeagues(leagues)}.`;
}

function inLeagues(leagues: Season['leagues'] = []): string {
  return leagues.length === 0 ? '' : ` in ${leagues.map(({ name }) => name).join(', ')}`;
}
