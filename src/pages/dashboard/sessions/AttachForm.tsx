import { useState } from 'react';
import { addEventSessions } from '#contract/calls/events';
import type { Season, SeasonEvent } from '#contract/entities/season';
import type { SessionSummary } from '#contract/entities/session';
import { suggestEvent } from '#contract/race/suggested-event';
import { attachedSessionIds } from '#contract/race/suggested-sessions';
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
import { attachedPrivacyText } from '../../../format/privacy-words.ts';
import { attachedLabel, attachedText } from './attached-texts.ts';

interface AttachFormProps {
  readonly season: Season;
  readonly version: string;
  readonly sessions: readonly SessionSummary[];
  readonly onAttached: () => void;
}

interface Addition {
  readonly event: SeasonEvent;
  readonly sessionIds: string[];
}

interface Stored {
  readonly event: SeasonEvent;
  readonly count: number;
}

/** Chooses an event of a season, the likely one first chosen, and attaches the sessions to it that are in none. */
export function AttachForm({ season, version, sessions, onAttached }: AttachFormProps) {
  const [suggested] = useState(() => suggestEvent(season.events, sessions));
  const [chosen, setChosen] = useState(suggested);
  const [stored, setStored] = useState<Stored | null>(null);
  const addSessions = useWrite(addEventSessions);
  const { submit, isBusy, failure, secondsLeft, wait } = useMutation({
    run: ({ event, sessionIds }: Addition, key, signal) => {
      const params = { seasonId: season.id, eventId: event.id };
      return addSessions({ entity: season, version, params, body: { sessionIds }, key, signal });
    },
    onDone: (_, { event, sessionIds }) => {
      setStored({ event, count: sessionIds.length });
      onAttached();
    },
  });
  if (stored !== null) return <Attached season={season} {...stored} />;
  const ids = attachedSessionIds(season.events);
  const added = sessions.filter(({ id }) => !ids.has(id));
  const event = season.events.find(({ id }) => id === chosen);
  const warning = event === undefined ? null : otherTracksText(added, event.track);
  const selected = sessions.length;
  const note = attachedText({ attached: selected - added.length, selected });
  return (
    <form
      className="grid gap-4"
      onSubmit={onSubmit(() =>
        event === undefined ? undefined : submit({ event, sessionIds: added.map(({ id }) => id) }),
      )}
    >
      {note === null ? null : <p>{note}</p>}
      <fieldset disabled={added.length === 0}>
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
            <EventLabel event={each} sessions={sessions} isSuggested={each.id === suggested} />
          </label>
        ))}
      </fieldset>
      <p aria-live="polite" className="font-650 text-amber empty:hidden">
        {warning}
      </p>
      <p aria-live="polite" className="text-14 text-mute empty:hidden">
        {attachedPrivacyText(added, season)}
      </p>
      <FormError failure={failure} secondsLeft={secondsLeft} />
      {added.length === 0 ? (
        <ButtonLink href={`/dashboard/seasons/${season.id}/edit`}>Edit the season</ButtonLink>
      ) : (
        <SubmitButton
          label={`Attach ${formatCount(added.length, 'session')}`}
          isBusy={isBusy}
          wait={wait}
          isDisabled={event === undefined || secondsLeft > 0}
        />
      )}
    </form>
  );
}

interface EventLabelProps {
  readonly event: SeasonEvent;
  readonly sessions: readonly SessionSummary[];
  readonly isSuggested: boolean;
}

function EventLabel({ event, sessions, isSuggested }: EventLabelProps) {
  const ids = attachedSessionIds([event]);
  const attached = sessions.filter(({ id }) => ids.has(id)).length;
  const label = attachedLabel({ attached, selected: sessions.length });
  return (
    <span className="grid shrink-0 justify-items-end text-12 font-650">
      {label === null ? null : <span className="text-mute">{label}</span>}
      {isSuggested ? <span className="text-green">Suggested</span> : null}
    </span>
  );
}

function Attached({ season, event, count }: Stored & { season: Season }) {
  return (
    <div className="grid gap-4">
      <p role="status">
        {formatCount(count, 'session')} attached to <bdi className="font-750">{eventName(event)}</bdi>.
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
