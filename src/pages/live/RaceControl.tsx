import { useState } from 'react';
import { createEventFeed, type LiveEvent } from '#contract/race/live-feed';
import { type LiveStore, useRace } from '../../actors/live.ts';
import { flagBands } from '../../components/live/flag-bands.ts';
import { eventFilters, eventMoment, eventText, messageColours, messageName } from '../../format/live-event-words.ts';

const noEvents: readonly LiveEvent[] = [];
/** The number of messages in the list. */
const longestFeed = 80;
/** Beside the tower the messages scroll by themselves, and the panel below them keeps its place. */
const height = 'wide:h-105';
const choices: readonly (readonly [value: string, label: string])[] = [
  ['', 'Without passes'],
  ['all', 'Everything'],
  ...Object.entries(eventFilters),
];

function isShown(kind: LiveEvent['kind'], chosen: string): boolean {
  return chosen === 'all' || (chosen === '' ? kind !== 'overtake' : kind === chosen);
}

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
  const chosen = choices.find(([value]) => value === shown)?.[0] ?? '';
  const events = all.filter(({ kind }) => isShown(kind, chosen)).slice(0, longestFeed);
  const nameOf = (carIndex: number) => messageName(store.state().view?.rows, carIndex);
  return (
    <div className="grid gap-2 pt-2">
      <div className="flex items-center justify-between gap-3">
        <h2 className="text-17 font-750">Race control</h2>
        <select
          aria-label="Show"
          value={chosen}
          onChange={({ target }) => onShown(target.value)}
          className="h-11 rounded-8 border border-line bg-panel px-3 font-650"
        >
          {choices.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
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
                <li
                  key={event.key}
                  className={`flex min-h-9 gap-2.5 py-2 ${event.kind === 'flag' ? `border-l-[5px] pl-2 ${flagBands[event.flag]}` : 'border-b border-hair'}`}
                >
                  <span className="w-9 shrink-0 text-mute">{eventMoment(event)}</span>
                  <p className="min-w-0">
                    <span className={`font-750 ${messageColours[colour]}`}>{mark}</span> {text}
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
