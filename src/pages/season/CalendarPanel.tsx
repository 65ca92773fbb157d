import { useState } from 'react';
import type { Season, SeasonEvent } from '#contract/entities/season';
import { Track, type Track as TrackId } from '#contract/enumerations';
import { ButtonLink } from '../../components/ButtonLink.tsx';
import { Icon } from '../../components/Icon.tsx';
import { IconButton } from '../../components/IconButton.tsx';
import { pageIcons } from '../../components/page-icons.ts';
import { Sheet } from '../../components/Sheet.tsx';
import { Calendar } from '../../components/season/Calendar.tsx';
import { formatInstant } from '../../format/date.ts';
import { trackName } from '../../format/names.ts';
import { useDialogHistory } from '../../navigation/use-dialog-history.ts';
import { KeepOfflineButton } from '../offline/KeepOfflineButton.tsx';
import { eventItem } from '../offline/offline-items.ts';
import { RoundOutline } from './RoundOutline.tsx';
import { WatchLive } from './WatchLive.tsx';

/** The calendar of a season; the menu of an event with sessions is a sheet, where there is more than one thing to do. */
export function CalendarPanel({ season }: { season: Season }) {
  const [chosen, setChosen] = useState<SeasonEvent | null>(null);
  const dialog = useDialogHistory();
  // Its map has the outline of the row.
  const trackHref = ({ track }: SeasonEvent) => `/tracks/${track}?user=${season.ownerId}`;
  const nameOf = (event: SeasonEvent) => event.name ?? trackName(event.track);
  return (
    <>
      <Calendar
        season={season}
        now={Date.now()}
        outline={(track) => <RoundOutline track={track} ownerId={season.ownerId} />}
        menu={(event) =>
          event.sessions.length === 0 ? (
            <TrackLink track={event.track} href={trackHref(event)} />
          ) : event.track === Track.Unknown ? (
            <KeepOfflineButton isIcon item={eventItem(season, event)} />
          ) : (
            <IconButton
              icon={pageIcons.more}
              label={`More about ${nameOf(event)}`}
              aria-haspopup="dialog"
              onClick={() => {
                setChosen(event);
                dialog.open();
              }}
            />
          )
        }
        live={(liveId, otherwise) => <WatchLive id={liveId}>{otherwise}</WatchLive>}
      />
      <Sheet
        id="round-title"
        title={<bdi>{chosen === null ? '' : nameOf(chosen)}</bdi>}
        note={chosen?.startsAt == null ? '' : formatInstant(chosen.startsAt)}
        dialog={dialog}
      >
        {chosen === null ? null : (
          <div className="flex flex-wrap gap-3">
            <KeepOfflineButton key={chosen.id} item={eventItem(season, chosen)} />
            <ButtonLink href={trackHref(chosen)}>Track map and sessions</ButtonLink>
          </div>
        )}
      </Sheet>
    </>
  );
}

/** What there is of an event without sessions. */
function TrackLink({ track, href }: { track: TrackId; href: string }) {
  if (track === Track.Unknown) return <span className="block size-11" />;
  return (
    <ButtonLink kind="icon" href={href} title="Track map and sessions">
      <Icon path={pageIcons.map} />
      <span className="sr-only">Track map and sessions of {trackName(track)}</span>
    </ButtonLink>
  );
}
