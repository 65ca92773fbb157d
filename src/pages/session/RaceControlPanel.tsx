import { useMemo, useState } from 'react';
import type { Session } from '#contract/entities/session';
import { toDocument } from '#contract/live/to-document';
import { createEventFeed } from '#contract/race/live-feed';
import { Empty } from '../../components/Empty.tsx';
import { MessageFilter } from '../../components/live/MessageFilter.tsx';
import { MessageLine } from '../../components/live/MessageLine.tsx';
import { isMessageShown, messageName } from '../../format/live-event-words.ts';

/** The race control of a session that is over, in the order of time. */
export function RaceControlPanel({ session }: { session: Session }) {
  const [chosen, setChosen] = useState('');
  const events = useMemo(() => [...createEventFeed()(toDocument(session))].reverse(), [session]);
  const names = useMemo(() => new Map(session.drivers.map((driver) => [driver.carIndex, driver])), [session]);
  const shown = events.filter((event) => isMessageShown(event, chosen));
  return (
    <div className="stack gap-2">
      <p className="no-print flex justify-end">
        <MessageFilter chosen={chosen} onChosen={setChosen} />
      </p>
      {shown.length === 0 ? <Empty title="No messages">Race control noted nothing of this kind.</Empty> : null}
      <ol aria-label="Messages">
        {shown.map((event) => (
          <MessageLine key={event.key} event={event} nameOf={(car) => messageName(names, car)} hasTime />
        ))}
      </ol>
    </div>
  );
}
