import type { Season } from '#contract/entities/season';
import { hasResults } from '#contract/race/championship';
import { isRaced } from '#contract/race/season-progress';

/** Whether readers see no standings yet though there was a race: none were published. */
export function awaitsPublication({
  events,
  standings,
  provisional,
}: Pick<Season, 'events' | 'standings' | 'provisional'>): boolean {
  return provisional === 'whenPublished' && !hasResults(standings) && events.some(isRaced);
}
