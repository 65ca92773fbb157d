import type { SeasonEvent } from '#contract/season';
import type { SessionSummary } from '#contract/session';
import { useMutation } from '../../../actors/mutation.ts';
import { useSeasonWrites } from '../../../actors/season.ts';
import { FormError } from '../../../components/form/FormError.tsx';
import { PageLink } from '../../../components/PageLink.tsx';
import { formatShortDay } from '../../../format/date.ts';
import { trackName, typeName } from '../../../format/names.ts';
import type { SectionProps } from './section-props.ts';

interface AttachedSessionProps extends SectionProps {
  readonly event: SeasonEvent;
  readonly session: SessionSummary;
}

/** A session of an event. */
export function AttachedSession({ season, event, session }: AttachedSessionProps) {
  const writes = useSeasonWrites(season.id);
  const params = { seasonId: season.id, eventId: event.id, sessionId: session.id };
  const removal = useMutation({ run: (_: undefined, key) => writes.send('removeEventSession', { params }, { key }) });
  const title = typeName(session.sessionType);
  const isElsewhere = session.trackId !== event.track;
  return (
    <div className="grid gap-2 py-1">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <PageLink href={`/sessions/${session.id}`} className="grid min-h-11 min-w-0 flex-1 basis-44 content-center">
          <span className="font-650">{title}</span>
          <span className="truncate text-14 text-mute">
            {isElsewhere ? `${trackName(session.trackId)} · ` : ''}
            {formatShortDay(session.sessionStartTime)}
            {session.podium[0] === undefined ? null : (
              <>
                {' · '}
                <bdi>{session.podium[0].name}</bdi>
              </>
            )}
          </span>
        </PageLink>
        <button
          type="button"
          className="action border border-line"
          aria-label={`Remove ${title} from this event`}
          disabled={removal.isBusy}
          onClick={() => removal.submit(undefined)}
        >
          Remove
        </button>
      </div>
      <FormError failure={removal.failure} secondsLeft={removal.secondsLeft} />
    </div>
  );
}
