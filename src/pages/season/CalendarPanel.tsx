import { useState } from 'react';
import type { Season, SeasonEvent } from '#contract/entities/season';
import { Track } from '#contract/enumerations';
import { ButtonLink } from '../../components/ButtonLink.tsx';
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

/** The calendar of a season; the menu of an event is a sheet. */
export function CalendarPanel({ season }: { season: Season }) {
  const [chosen, setChosen] = useState<SeasonEvent | null>(null);
  const dialog = useDialogHistory();
  const nameOf = (event: SeasonEvent) => event.name ?? trackName(event.track);
  return (
    <>
      <Calendar
        season={season}
        now={Date.now()}
        outline={(track) => <RoundOutline track={track} />}
        menu={(event) =>
          event.track === Track.Unknown && event.sessions.length === 0 ? (
            <span className="block size-11" />
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
            {chosen.sessions.length === 0 ? null : (
              <KeepOfflineButton key={chosen.id} item={eventItem(season, chosen)} />
            )}
            {chosen.track === Track.Unknown ? null : (
              <ButtonLink href={`/tracks/${chosen.track}`}>Track map and sessions</ButtonLink>
            )}
          </div>
        )}
      </Sheet>
    </>
  );
}
