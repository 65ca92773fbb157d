import { useEffect, useEffectEvent, useState } from 'react';
import type { SessionSummary } from '#contract/entities/session';
import {
  currentDestination,
  type DestinationReason,
  eventsOfNight,
  scoringsOfNight,
  sortSessions,
} from '#contract/race/race-night';
import { attachedSessionIds } from '#contract/race/suggested-sessions';
import { useMutation } from '../../../actors/mutation.ts';
import { type Night, useNightChoices, useStoreNight, type VersionedSeason } from '../../../actors/race-night.ts';
import { Button } from '../../../components/Button.tsx';
import { FormError } from '../../../components/form/FormError.tsx';
import { onSubmit } from '../../../components/form/on-submit.ts';
import { SubmitButton } from '../../../components/form/SubmitButton.tsx';
import { formatCount } from '../../../format/count.ts';
import { NightRow } from './NightRow.tsx';

interface NightTableProps {
  readonly sessions: readonly SessionSummary[];
  readonly seasons: readonly VersionedSeason[];
}

const reasons: Record<DestinationReason, string> = {
  weekend: 'Same track and weekend as another session of this event',
  planned: 'Planned at this track for these days',
  track: 'The event at this track that has no session yet',
  missing: 'No event is planned there: a new one is added',
  otherDrivers: 'None of its first three drivers is in your seasons',
  noSeason: 'You have no season yet',
};

/** All sessions without an event, each with the event it most likely belongs to; one button stores all. */
export function NightTable({ sessions, seasons }: NightTableProps) {
  const { choices, change, discard } = useNightChoices();
  const [stored, setStored] = useState('');
  const own = seasons.map(({ season }) => season);
  // The list of sessions may be older than the seasons.
  const attached = attachedSessionIds(own.flatMap((season) => season.events));
  const unsorted = sessions.filter((session) => !attached.has(session.id));
  // Choices for sessions that were stored on another device are over.
  const moved = chosenOf(choices.moved, unsorted);
  const scored = chosenOf(choices.scored, unsorted);
  const hasChoices = moved.size + scored.size > 0;
  const sorted = sortSessions(unsorted, own).map((each) => {
    const destination = moved.get(each.session.id);
    return destination === undefined
      ? each
      : { ...each, destination: currentDestination(destination, each.session, own) };
  });
  const defaults = scoringsOfNight(sorted, own);
  const events = eventsOfNight(sorted);
  const count = events.reduce((sum, { sessionIds }) => sum + sessionIds.length, 0);
  const missing = events.filter(({ eventId }) => eventId === null).length;
  const store = useStoreNight(seasons);
  const { submit, isBusy, failure, secondsLeft, wait } = useMutation({
    run: (night: Night, key, signal) => store(night, key, signal),
    onDone: (_, night) => {
      const total = night.events.reduce((sum, { sessionIds }) => sum + sessionIds.length, 0);
      discard();
      setStored(total === 1 ? 'The session is in its event.' : `${total} sessions are in their events.`);
    },
  });
  const isOver = !hasChoices && !isBusy && Object.keys({ ...choices.moved, ...choices.scored }).length > 0;
  const handleOver = useEffectEvent(discard);
  useEffect(() => {
    if (isOver) handleOver();
  }, [isOver]);

  return (
    <form
      className="stack gap-4"
      aria-label="Sessions and their events"
      onSubmit={onSubmit(() => submit({ events, scorings: [...scored] }))}
    >
      <ul className="stack border-t border-line empty:hidden">
        {sorted.map((each) => (
          <NightRow
            key={each.session.id}
            {...each}
            seasons={own}
            why={moved.has(each.session.id) ? null : reasons[each.reason]}
            scoring={scored.get(each.session.id) ?? defaults.get(each.session.id) ?? null}
            onMove={(destination) =>
              change({ moved: { ...Object.fromEntries(moved), [each.session.id]: destination } })
            }
            onScore={(scoring) => change({ scored: { ...Object.fromEntries(scored), [each.session.id]: scoring } })}
          />
        ))}
      </ul>
      {hasChoices ? (
        <p className="text-14 text-mute">
          Your choices are kept on this device.{' '}
          <Button kind="link" onClick={discard}>
            Discard
          </Button>
        </p>
      ) : null}
      <FormError failure={failure} secondsLeft={secondsLeft} />
      <p role="status" className="text-green empty:hidden">
        {stored}
      </p>
      {sorted.length === 0 && !isBusy ? null : (
        <div className="desk:justify-self-start">
          <SubmitButton
            label={labelOf(count, events.length, missing)}
            isBusy={isBusy}
            isDisabled={count === 0 || secondsLeft > 0}
            wait={wait}
          />
        </div>
      )}
    </form>
  );
}

/** The choice made for these sessions. */
function chosenOf<Choice>(
  choices: Readonly<Record<string, Choice>>,
  sessions: readonly SessionSummary[],
): Map<string, Choice> {
  const chosen = new Map(Object.entries(choices));
  return new Map([...chosen].filter(([id]) => sessions.some((session) => session.id === id)));
}

function labelOf(sessions: number, events: number, missing: number): string {
  if (sessions === 0) return 'Put sessions into events';
  const added = missing === 0 ? '' : `, ${missing} of them new`;
  return `Put ${formatCount(sessions, 'session')} into ${formatCount(events, 'event')}${added}`;
}
