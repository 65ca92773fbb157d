import { useState } from 'react';
import { createEventFeed, type LiveEvent } from '#contract/race/live-feed';
import { type LiveStore, useRace } from '../../actors/live.ts';
import { eventFilters, eventText } from '../../format/live-event-words.ts';

const noEvents: readonly LiveEvent[] = [];
/** The number of messages in the list. */
const longestFeed = 80;
const colours = {
  amber: 'text-amber',
  red: 'text-red',
  purple: 'text-purple',
  green: 'text-green',
  yellow: 'text-yellow',
  text: '',
} as const;
/**
 * Beside the tower the messages scroll by themselves, and the panel below them keeps its place. On a big screen without a
 * championship there is none.
 */
const height =
  'wide:h-105 wide:group-data-[alone=wall]:h-116 wide:group-data-[alone=wall]:group-data-championship:h-64';
const kinds = Object.keys(eventFilters) as LiveEvent['kind'][];

/** The events of the race, the latest first, with a filter. */
export function RaceControl({ store }: { store: LiveStore }) {
  const [feed] = useState(createEventFeed);
  const all = useRace(store, ({ view }) => (view === null ? noEvents : feed(view.document, view.flags)));
  const [kind, setKind] = useState<LiveEvent['kind'] | ''>('');
  const events = all.filter((event) => kind === '' || event.kind === kind).slice(0, longestFeed);
  const nameOf = (carIndex: number) => store.state().view?.rows.get(carIndex)?.name ?? `Car ${carIndex}`;
  return (
    <div className="grid gap-2 pt-2">
      <div className="flex items-center justify-between gap-3">
        <h2 className="text-17 font-750">Race control</h2>
        {/* A big screen has no user. */}
        <select
          aria-label="Show"
          value={kind}
          onChange={({ target }) => setKind(kinds.find((each) => each === target.value) ?? '')}
          className="h-11 rounded-8 border border-line bg-panel px-3 font-650 group-data-[alone=wall]:hidden"
        >
          <option value="">Everything</option>
          {kinds.map((each) => (
            <option key={each} value={each}>
              {eventFilters[each]}
            </option>
          ))}
        </select>
      </div>
      {events.length === 0 ? (
        <p className={`py-3 text-mute ${height}`}>Nothing yet.</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be focusable
        <section aria-label="Messages" tabIndex={0} className={`scroll-y ${height}`}>
          <ol>
            {events.map((event) => {
              const { mark, colour, text } = eventText(event, nameOf);
              return (
                <li key={event.key} className="flex min-h-9 gap-2.5 border-b border-hair py-2">
                  <span className="w-8 shrink-0 text-mute">{event.lap === null ? '' : `L${event.lap}`}</span>
                  <p className="min-w-0">
                    <span className={`font-750 uppercase ${colours[colour]}`}>{mark}</span> <bdi>{text}</bdi>
                  </p>
                </li>
              );
            })}
          </ol>
        </section>
      )}
    </div>
  );
}
