import { useEffect, useState } from 'react';
import { createEventFeed } from '#contract/race/live-feed';
import { type LiveStore, useRace } from '../../actors/live.ts';
import { eventText, messageColours, messageName } from '../../format/live-event-words.ts';

/** How long a message is shown, in ms. */
const duration = 4_000;

/** The newest message of race control in place of the words of the header. Flags are in the header itself, passes in the tower. */
export function NewestMessage({ store }: { store: LiveStore }) {
  const [feed] = useState(createEventFeed);
  const newest = useRace(store, ({ view }) =>
    view === null ? undefined : feed(view.document).find(({ kind }) => kind !== 'flag' && kind !== 'overtake'),
  );
  const key = newest?.key;
  const [seen, setSeen] = useState(key);
  useEffect(() => {
    const timer = setTimeout(() => setSeen(key), duration);
    return () => clearTimeout(timer);
  }, [key]);
  if (newest === undefined || key === seen) return <p hidden data-newest="" />;
  const nameOf = (carIndex: number) => messageName(store.state().view?.rows, carIndex);
  const { mark, colour, text } = eventText(newest, nameOf);
  return (
    // Screen readers have the summary.
    <p aria-hidden="true" data-message="" className="absolute inset-0 flex items-center overflow-hidden">
      <span className="line-clamp-2">
        <span className={`font-800 ${messageColours[colour]}`}>{mark}</span> {text}
      </span>
    </p>
  );
}
