import { pageOwnSeasons } from '#contract/calls/seasons';
import type { Season } from '#contract/entities/season';
import { eventPath } from '#contract/pages/event-path';
import { nextRoundIn } from '#contract/race/season-progress';
import { useLineUp } from '../../../actors/line-up.ts';
import { useRead } from '../../../actors/read.tsx';
import { LocalTime } from '../../../components/LocalTime.tsx';
import { PageLink } from '../../../components/PageLink.tsx';
import { ReadView } from '../../../components/ReadView.tsx';
import { SeasonTeamColours } from '../../../components/SeasonTeamColours.tsx';
import { Section } from '../../../components/Section.tsx';
import { Skeleton } from '../../../components/Skeleton.tsx';
import { formatDayAndTime } from '../../../format/date.ts';
import { trackName } from '../../../format/names.ts';
import { useServerTime } from '../../use-server-time.ts';
import { SeasonReads } from '../SeasonReads.tsx';
import { LineUpEditor } from './LineUpEditor.tsx';

/** The number of seasons to look for next events in, the newest first. */
const mostSeasons = 8;

/** The line-ups of the next events of the seasons that the user runs, to be changed; nothing without one. */
export function NightLineUps() {
  const now = useServerTime();
  const { value } = useRead({
    call: pageOwnSeasons,
    query: { page: 0, pageSize: mostSeasons, right: 'manageSeason' },
  });
  return (
    <SeasonReads ids={(value?.seasons ?? []).map(({ id }) => id)}>
      {(found) => {
        const next = found.flatMap(({ season }) => {
          const round = (season.roster ?? []).length === 0 ? null : nextRoundIn(season.events, now);
          return round === null ? [] : [{ season, event: round.event }];
        });
        if (next.length === 0) return null;
        return (
          <Section id="night-line-up" title="Line-up">
            <div className="stack gap-6">
              {next.map(({ season, event }) => (
                <NextLineUp key={event.id} season={season} event={event} />
              ))}
            </div>
          </Section>
        );
      }}
    </SeasonReads>
  );
}

function NextLineUp({ season, event }: { season: Season; event: Season['events'][number] }) {
  const read = useLineUp({ seasonId: season.id, eventId: event.id });
  const { version } = read;
  return (
    <div className="stack gap-2">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h3 className="font-750">
          <PageLink href={eventPath(season.id, event.id)} className="hover:underline">
            <bdi>{event.name ?? trackName(event.track)}</bdi>
          </PageLink>
        </h3>
        <p className="text-14 text-mute">
          <bdi>{season.name}</bdi>
          {event.startsAt === null ? null : (
            <>
              {' · '}
              <LocalTime instant={event.startsAt} format={formatDayAndTime} />
            </>
          )}
        </p>
      </div>
      <ReadView isPart read={read} skeleton={<Skeleton height={220} />}>
        {(lineUp) =>
          version === null ? null : (
            <SeasonTeamColours season={season}>
              <LineUpEditor season={season} eventId={event.id} lineUp={lineUp} version={version} />
            </SeasonTeamColours>
          )
        }
      </ReadView>
    </div>
  );
}
