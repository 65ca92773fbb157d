import { useState } from 'react';
import { createEventFeed, type LiveEvent } from '#contract/race/live-feed';
import { type LiveStore, useRace } from '../../actors/live.ts';
import { MessageFilter } from '../../components/live/MessageFilter.tsx';
import { MessageLine } from '../../components/live/MessageLine.tsx';
import { isMessageShown, messageChoices, messageName } from '../../format/live-event-words.ts';

const noEvents: readonly LiveEvent[] = [];
/** The number of messages in the list. */
const longestFeed = 80;
/** Beside the tower the messages scroll by themselves, and the panel below them keeps its place. */
const height = 'wide:h-105 vast:h-[calc(100dvh-210px)]';

export interface RaceControlProps {
  readonly store: LiveStore;
  /** A kind of messages, `all`, or anything else for all but passes. */
  readonly shown: string;
  readonly onShown: (shown: string) => void;
}

/** The events of the race, the latest first, with a filter. */
export function RaceControl({ store, shown, onShown }: RaceControlProps) {
  const [feed] = useState(createEventFeed);
  const all = useRace(store, ({ view }) => (view === null ? noEvents : feed(view.document)));
  const chosen = messageChoices.find(([value]) => value === shown)?.[0] ?? '';
  const events = all.filter((event) => isMessageShown(event, chosen)).slice(0, longestFeed);
  const nameOf = (carIndex: number) => messageName(store.state().view?.rows, carIndex);
  return (
    <div className="grid gap-2 pt-2">
      <div className="flex items-center justify-between gap-3">
        <h2 className="text-17 font-750">Race control</h2>
        <MessageFilter chosen={chosen} onChosen={onShown} />
      </div>
      {events.length === 0 ? (
        <p className={`py-3 text-mute ${height}`}>Nothing yet.</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be focusable
        <section aria-label="Messages" tabIndex={0} className={`scroll-y ${height}`}>
          <ol>
            {events.map((event) => (
              <MessageLine key={event.key} event={event} nameOf={nameOf} />
            ))}
          </ol>
        </section>
      )}
    </div>
  );
}
