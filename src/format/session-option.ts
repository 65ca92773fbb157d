import type { SeasonSession } from '#contract/race/season-sessions';
import { scoredName, trackName } from './names.ts';

/** A session of a season as the option of a select: its id, and `R5 Spa · Sprint`. */
export function sessionOption({ event, round, session, scoring }: SeasonSession): readonly [id: string, label: string] {
  const name = `R${round} ${event.name ?? trackName(event.track)}`;
  return [session.id, `${name} · ${scoredName(session.sessionType, scoring)}`];
}
