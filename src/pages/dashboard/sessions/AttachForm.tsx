import { useState } from 'react';
import type { Season, SeasonEvent } from '#contract/entities/season';
import type { SessionSummary } from '#contract/entities/session';
import { suggestEvent } from '#contract/race/suggested-event';
import { useMutation } from '../../../actors/mutation.ts';
import { useWrite } from '../../../actors/write.ts';
import { ButtonLink } from '../../../components/ButtonLink.tsx';
import { FormError } from '../../../components/form/FormError.tsx';
import { onSubmit } from '../../../components/form/on-submit.ts';
import { SubmitButton } from '../../../components/form/SubmitButton.tsx';
import { formatCount } from '../../../format/count.ts';
import { formatDay } from '../../../format/date.ts';
import { trackName } from '../../../format/names.ts';
import { otherTracksText } from '../../../format/other-track.ts';

interface AttachFormProps {
  readonly season: Season;
  readonly version: string;
  readonly sessions: readonly SessionSummary[];
  readonly onAttached: () => void;
}

/** Chooses an event of a season, the likely one first chosen, and attaches sessions to it. */
export function AttachForm({ season, version, sessions, onAttached }: AttachFormProps) {
  const [suggested] = useState(() => suggestEvent(season.events, sessions));
  const [chosen, setChosen] = useState(suggested);
  const addSessions = useWrite('addEventSessions');
  const { submit, isBusy, isDone, failure, secondsLeft, wait } = useMutation({
    run: (eventId: string, key, signal) => {
      const params = { seasonId: season.id, eventId };
      return addSessions({
        entity: season,
        version,
        params,
        body: { sessionIds: sessions.map(({ id }) => id) },
        key,
        signal,
      });
    },
    onDone: onAttached,
  });
  const event = season.events.find(({ id }) => id === chosen);
  const warning = event === undefined ? null : otherTracksText(sessions, event.track);
  const count = formatCount(sessions.length, 'session');
  if (isDone && event !== undefined) return <Attached season={season} event={event} count={count} />;
  return (
    <form className="grid gap-4" onSubmit={onSubmit(() => (chosen === null ? undefined : submit(chosen)))}>
      <fieldset>
        <legend className="mb-1 font-650">Event</legend>
        {season.events.map((each, index) => (
          <label
            key={each.id}
            className="flex min-h-13 cursor-pointer items-center gap-3 border-b border-hair px-1 py-1.5 last:border-0 hover:bg-raised"
          >
            <input
              type="radio"
              name="event"
              checked={each.id === chosen}
              onChange={() => setChosen(each.id)}
              className="size-5 shrink-0 accent-red"
            />
            <span className="grid min-w-0 flex-1">
              <span className="truncate font-650">
                <span className="text-mute">{index + 1}</span> <bdi>{eventName(each)}</bdi>
              </span>
              <span className="truncate text-14 text-mute">
                {each.startsAt === null ? '' : `${formatDay(each.startsAt)} · `}
                {each.sessions.length === 0 ? 'no sessions yet' : formatCount(each.sessions.length, 'session')}
              </span>
            </span>
            {each.id === suggested ? <span className="shrink-0 text-12 font-650 text-green">Suggested</span> : null}
          </label>
        ))}
      </fieldset>
      <p aria-live="polite" className="font-650 text-amber empty:hidden">
        {warning}
      </p>
      <FormError failure={failure} secondsLeft={secondsLeft} />
      <SubmitButton
        label={`Attach ${count}`}
        isBusy={isBusy}
        wait={wait}
        isDisabled={event === undefined || secondsLeft > 0}
      />
    </form>
  );
}

function Attached({ season, event, count }: { season: Season; event: SeasonEvent; count: string }) {
  return (
    <div className="grid gap-4">
      <p role="status">
        {count} attached to <bdi className="font-750">{eventName(event)}</bdi>.
      </p>
      <ButtonLink kind="primary" href={`/seasons/${season.id}`}>
        Open the season
      </ButtonLink>
    </div>
  );
}

function eventName({ name, track }: SeasonEvent): string {
  return name === null ? trackName(track) : `${name} (${trackName(track)})`;
}
