import { useState } from 'react';
import { createEventFeed, type LiveEvent } from '#contract/race/live-feed';
import { type LiveStore, useRace } from '../../actors/live.ts';
import { Messages } from '../../components/live/Messages.tsx';
import { messageName } from '../../format/live-event-words.ts';
import type { MomentOf } from '../../format/session-moments.ts';

const noEvents: readonly LiveEvent[] = [];
/** Beside the tower the messages scroll by themselves, and the panel below them keeps its place. */
const height = 'wide:h-111 vast:h-[calc(100dvh-200px)]';

export interface RaceControlProps {
  readonly store: LiveStore;
  /** A kind of messages, `all`, or anything else for those that decide. */
  readonly shown: string;
  readonly onShown: (shown: string) => void;
  /** The addresses at which its events are watched, of a replay. */
  readonly momentOf?: MomentOf;
  readonly onWatch?: (event: LiveEvent) => void;
}

/** The events of the race, the latest first, with a filter. */
export function RaceControl({ store, shown, onShown, momentOf, onWatch }: RaceControlProps) {
  const [feed] = useState(createEventFeed);
  const events = useRace(store, ({ view }) => (view === null ? noEvents : feed(view.document)));
  return (
    <div className="grid gap-2 pt-2">
      <h2 className="text-17 font-750">Race control</h2>
      <Messages
        events={events}
        nameOf={(carIndex) => messageName(store.state().view?.rows, carIndex)}
        chosen={shown}
        onChosen={onShown}
        momentOf={momentOf}
        onWatch={onWatch}
        isRunning
        empty={<p className="py-3 text-mute">Nothing yet.</p>}
        className={height}
      />
    </div>
  );
}
