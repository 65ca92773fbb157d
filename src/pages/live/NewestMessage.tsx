import { useEffect, useState } from 'react';
import { createEventFeed } from '#contract/race/live-feed';
import { type LiveStore, useRace } from '../../actors/live.ts';
import { eventText, messageColours } from '../../format/live-event-words.ts';

/** How long a message is shown, in ms. */
const duration = 4_000;

/** The newest message of race control over the words of the header. Flags are in the header itself, passes in the tower. */
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
  const nameOf = (carIndex: number) => store.state().view?.rows.get(carIndex)?.name ?? `Car ${carIndex}`;
  const { mark, colour, text } = eventText(newest, nameOf);
  return (
    // Screen readers have the summary.
    <p aria-hidden="true" className="absolute inset-0 flex items-center overflow-hidden bg-bg">
      <span className="line-clamp-2">
        <span className={`font-800 uppercase ${messageColours[colour]}`}>{mark}</span> <bdi>{text}</bdi>
      </span>
    </p>
  );
}
