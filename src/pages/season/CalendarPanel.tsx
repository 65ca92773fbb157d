import { type ReactNode, useState } from 'react';
import { getLive } from '#contract/calls/live';
import type { Season, SeasonEvent } from '#contract/entities/season';
import { Track, type Track as TrackId } from '#contract/enumerations';
import { useRead } from '../../actors/read.tsx';
import { ButtonLink } from '../../components/ButtonLink.tsx';
import { Icon } from '../../components/Icon.tsx';
import { IconButton } from '../../components/IconButton.tsx';
import { PageLink } from '../../components/PageLink.tsx';
import { pageIcons } from '../../components/page-icons.ts';
import { Sheet } from '../../components/Sheet.tsx';
import { TrackIcon } from '../../components/track/TrackIcon.tsx';
import { formatInstant } from '../../format/date.ts';
import { trackName } from '../../format/names.ts';
import { useDialogHistory } from '../../navigation/use-dialog-history.ts';
import { KeepOfflineButton } from '../offline/KeepOfflineButton.tsx';
import { eventItem, outlineResource } from '../offline/offline-items.ts';
import { useServerTime } from '../use-server-time.ts';
import { Calendar } from './Calendar.tsx';

/** The calendar of a season; the menu of an event with sessions is a sheet, where there is more than one thing to do. */
export function CalendarPanel({ season }: { season: Season }) {
  const [chosen, setChosen] = useState<SeasonEvent | null>(null);
  const dialog = useDialogHistory();
  const now = useServerTime();
  // Its map has the outline of the row.
  const trackHref = ({ track }: SeasonEvent) => `/tracks/${track}`;
  const nameOf = (event: SeasonEvent) => event.name ?? trackName(event.track);
  return (
    <>
      <Calendar
        season={season}
        now={now}
        outline={(track) => <RoundOutline track={track} />}
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

/** The track of an event without sessions. */
function TrackLink({ track, href }: { track: TrackId; href: string }) {
  if (track === Track.Unknown) return <span className="block size-11" />;
  return (
    <ButtonLink kind="icon" href={href} title="Track map and sessions">
      <Icon path={pageIcons.map} />
      <span className="sr-only">Track map and sessions of {trackName(track)}</span>
    </ButtonLink>
  );
}

/** The outline of the track of a round; nothing where there is none. */
function RoundOutline({ track }: { track: TrackId }) {
  return track === Track.Unknown ? null : <Outline track={track} />;
}

function Outline({ track }: { track: TrackId }) {
  const { value } = useRead(outlineResource(track));
  if (value === null || value.length === null || value.points.length === 0) return null;
  return <TrackIcon points={value.points} length={value.length} />;
}

/** The link to the live race of an event while it runs, otherwise `children`. */
function WatchLive({ id, children }: { id: string; children: ReactNode }) {
  const { value, cached } = useRead({ call: getLive, params: { id } });
  // A copy of this device says nothing about now.
  if (value === null || cached !== null || value.state === 'ended') return children;
  return (
    <PageLink
      href={`/live/${id}`}
      className="flex h-11 items-center justify-self-start rounded-full border border-green px-4 text-14 font-650"
    >
      <span aria-hidden="true" className="mr-2 size-2 rounded-full bg-green" />
      Watch live
    </PageLink>
  );
}
