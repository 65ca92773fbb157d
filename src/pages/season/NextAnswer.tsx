import type { Season } from '#contract/entities/season';
import { eventPath } from '#contract/pages/event-path';
import { roundText } from '#contract/race/describe-session';
import { nextRoundIn } from '#contract/race/season-progress';
import { LocalTime } from '../../components/LocalTime.tsx';
import { PageLink } from '../../components/PageLink.tsx';
import { formatDayAndTime } from '../../format/date.ts';
import { trackName } from '../../format/names.ts';
import { useServerTime } from '../use-server-time.ts';
import { EventAnswer, useOwnDriver } from './EventAnswer.tsx';

/** The next event of a season that its driver drives in, to be answered with one tap. `place` names the season, on other pages. */
export function NextAnswer({ season, place }: { season: Season; place?: string }) {
  const now = useServerTime();
  const driver = useOwnDriver(season);
  const next = nextRoundIn(season.events, now);
  if (driver === null || next === null || hasBegun(next.event, now)) return null;
  const { event, round } = next;
  return (
    <section aria-label="Your next event" className="card no-print stack max-w-2xl gap-3 p-4">
      <header className="flex min-w-0 items-start gap-3">
        <div className="grid min-w-0 flex-1">
          <h2 className="truncate text-17 font-750">
            <bdi>{event.name ?? trackName(event.track)}</bdi>
          </h2>
          <p className="text-14 text-mute">
            {[place, roundText({ round, name: null })].filter(Boolean).join(' · ')}
            {event.startsAt === null ? null : (
              <>
                {' · '}
                <LocalTime instant={event.startsAt} format={formatDayAndTime} />
              </>
            )}
          </p>
        </div>
        <PageLink href={eventPath(season.id, event.id)} className="flex min-h-11 items-center link text-14">
          Line-up
        </PageLink>
      </header>
      <EventAnswer season={season} event={event} />
    </section>
  );
}

/** Whether an event takes no answers any more. */
export function hasBegun({ startsAt, sessions }: Season['events'][number], now: number): boolean {
  return sessions.length > 0 || (startsAt !== null && Date.parse(startsAt) <= now);
}
