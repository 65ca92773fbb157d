import type { Season, SeasonEvent } from '#contract/entities/season';
import { useLineUp } from '../../actors/line-up.ts';
import { ReadView } from '../../components/ReadView.tsx';
import { Sheet } from '../../components/Sheet.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { LineUpList } from '../../components/season/LineUpList.tsx';
import { formatInstant } from '../../format/date.ts';
import { trackName } from '../../format/names.ts';
import { useDialogHistory } from '../../navigation/use-dialog-history.ts';
import { useNavigate } from '../../navigation/use-navigate.ts';
import { useOpenDialog } from '../../navigation/use-open-dialog.ts';
import { useServerTime } from '../use-server-time.ts';
import { EventAnswer } from './EventAnswer.tsx';
import { hasBegun } from './NextAnswer.tsx';
import { readSeasonView, seasonViewHref } from './season-view.ts';

interface EventSheetProps {
  readonly season: Season;
  readonly event: SeasonEvent;
}

/** The line-up of an event, and the answer of the user, open for as long as the address has the event. */
export function EventSheet({ season, event }: EventSheetProps) {
  const navigate = useNavigate();
  const now = useServerTime();
  const dialog = useDialogHistory(() => {
    // A link in the sheet has closed it: the address is another one already.
    const { tab, event: shown } = readSeasonView(location.search);
    if (location.pathname === `/seasons/${season.id}` && shown === event.id) navigate(seasonViewHref(tab, null));
  });
  useOpenDialog(dialog, true);
  const read = useLineUp({ seasonId: season.id, eventId: event.id });
  const nameOf = (driverId: string) => season.roster?.find(({ id }) => id === driverId)?.name ?? '';
  return (
    <Sheet
      id="event-title"
      title={<bdi>{event.name ?? trackName(event.track)}</bdi>}
      note={event.startsAt === null ? 'No date yet' : formatInstant(event.startsAt)}
      dialog={dialog}
    >
      {hasBegun(event, now) ? null : <EventAnswer season={season} event={event} />}
      <section aria-labelledby="line-up" className="stack gap-2">
        <h3 id="line-up" className="text-17 font-750">
          Line-up
        </h3>
        <ReadView isPart read={read} skeleton={<Skeleton height={220} />}>
          {(lineUp) => <LineUpList lineUp={lineUp} nameOf={nameOf} />}
        </ReadView>
      </section>
    </Sheet>
  );
}
