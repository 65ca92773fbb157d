import type { ReactNode } from 'react';
import { flagNow, type LiveEvent } from '#contract/race/live-feed';
import { isMessageShown, messageChoices } from '../../format/live-event-words.ts';
import type { MomentOf } from '../../format/session-moments.ts';
import { Button } from '../Button.tsx';
import { Options } from '../form/Options.tsx';
import { WatchLink } from '../session/WatchLink.tsx';
import { flagBands } from './flag-bands.ts';
import { MessageLine, MessageWords } from './MessageLine.tsx';

/** A longer list that changes is slow on a phone. */
const longest = 300;

const noMoment: MomentOf = () => undefined;

interface MessagesProps {
  /** The latest first. */
  readonly events: readonly LiveEvent[];
  /** The name of a driver, by car index. */
  readonly nameOf: (carIndex: number) => string;
  /** A kind of messages, `all`, or anything else for those that decide. */
  readonly chosen: string;
  /** The address of the moment of a message. */
  readonly momentOf?: MomentOf | undefined;
  /** The link to that moment was followed. */
  readonly onWatch?: ((event: LiveEvent) => void) | undefined;
  readonly onChosen: (chosen: string) => void;
  /** The latest stay first, under the flag that is out. */
  readonly isRunning: boolean;
  readonly empty: ReactNode;
  /** The height of all of it; the list scrolls in it. */
  readonly className?: string;
}

/** Race control: what decides, or all of it, or one kind. */
export function Messages({
  events,
  nameOf,
  chosen,
  momentOf = noMoment,
  onWatch,
  onChosen,
  isRunning,
  empty,
  className = '',
}: MessagesProps) {
  const choices = messageChoices(events);
  const current = choices.find(({ value }) => value === chosen)?.value ?? '';
  const kinds = choices.filter(({ value }) => value !== '' && value !== 'all');
  const kind = kinds.some(({ value }) => value === current) ? current : '';
  const pinned = isRunning ? flagNow(events) : undefined;
  const all = events.filter((event) => event !== pinned && isMessageShown(event, current));
  const latest = isRunning ? all.slice(0, longest) : [...all].reverse();
  const hasLap = events.some(({ lap }) => lap !== null);
  const hasTime = events.some(({ time }) => time !== null);
  return (
    <div className={`flex flex-col gap-2 ${className}`}>
      <fieldset className="no-print flex flex-wrap gap-2">
        <legend className="sr-only">Show</legend>
        {choices
          .filter((choice) => !kinds.includes(choice))
          .map(({ value, label, count }) => (
            <Button
              key={value}
              kind="chip"
              aria-pressed={value === current}
              onClick={() => onChosen(value)}
              className="text-mute aria-pressed:border-text aria-pressed:text-text"
            >
              {label} <span className="font-500 text-mute">{count}</span>
            </Button>
          ))}
        {kinds.length === 0 ? null : (
          <select
            aria-label="One kind"
            value={kind}
            onChange={({ target }) => onChosen(target.value)}
            className={`h-11 w-30 rounded-full border bg-bg px-3.5 text-14 font-650 ${kind === '' ? 'border-line text-mute' : 'border-text'}`}
          >
            <Options
              of={[['', 'One kind…'], ...kinds.map(({ value, label, count }) => [value, `${label} ${count}`] as const)]}
            />
          </select>
        )}
      </fieldset>
      {pinned === undefined ? null : (
        <p className={`flex min-h-11 items-center gap-2.5 border-l-[5px] pl-2 ${flagBands[pinned.flag]}`}>
          <MessageWords event={pinned} nameOf={nameOf} isNow />
          <WatchLink href={momentOf(pinned)} onClick={onWatch && (() => onWatch(pinned))} />
        </p>
      )}
      {all.length === 0 ? (
        empty
      ) : (
        <section
          aria-label="Messages"
          tabIndex={isRunning ? 0 : undefined}
          className={isRunning ? 'scroll-y min-h-0 flex-1' : ''}
        >
          <ol>
            {latest.map((event) => (
              <MessageLine
                key={event.key}
                event={event}
                nameOf={nameOf}
                href={momentOf(event)}
                onWatch={onWatch}
                hasLap={hasLap}
                hasTime={hasTime}
              />
            ))}
          </ol>
          {latest.length < all.length ? (
            <p className="py-2 text-14 text-mute">
              The latest {longest} of {all.length} are shown.
            </p>
          ) : null}
        </section>
      )}
    </div>
  );
}
