import type { SeasonEvent } from '#contract/entities/season';
import { type EventState, eventStateOf } from '#contract/race/season-progress';

/** The state of an event, and the same in one or two words. */
export interface EventStatus {
  readonly kind: EventState;
  readonly label: string;
}

const labels: Readonly<Record<EventState, string>> = {
  raced: 'Raced',
  live: 'Live',
  overdue: 'No race yet',
  planned: 'Planned',
  undated: 'No date yet',
};

/** How far an event is; `now` in ms since 1970. */
export function eventStatus(event: SeasonEvent, now: number): EventStatus {
  const kind = eventStateOf(event, now);
  return { kind, label: labels[kind] };
}
