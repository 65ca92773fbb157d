import type { LiveEvent } from '#contract/race/live-feed';
import { followRowLink } from '../../browser/row-link.ts';
import { eventClock, eventText, messageColours } from '../../format/live-event-words.ts';
import { WatchLink } from '../session/WatchLink.tsx';
import { flagBands } from './flag-bands.ts';

interface MessageWordsProps {
  readonly event: LiveEvent;
  /** The name of a driver, by car index. */
  readonly nameOf: (carIndex: number) => string;
  /** Since when it is, as of a flag that is still out. */
  readonly isNow?: boolean;
}

/** A message of race control in words. */
export function MessageWords({ event, nameOf, isNow = false }: MessageWordsProps) {
  const { mark, colour, text } = eventText(event, nameOf);
  const since = [eventClock(event.time), event.lap === null ? '' : `lap ${event.lap}`].filter(Boolean).join(', ');
  return (
    <span className="min-w-0">
      <span className={`font-750 ${messageColours[colour]}`}>{mark}</span> {text}
      {isNow && since !== '' ? ` since ${since}` : null}
    </span>
  );
}

interface MessageLineProps extends MessageWordsProps {
  /** The address of its moment; undefined for none. */
  readonly href: string | undefined;
  readonly onWatch: ((event: LiveEvent) => void) | undefined;
  readonly hasLap: boolean;
  readonly hasTime: boolean;
}

/** A message with its lap and the time since the start. A flag is a line in its colour, on which grey would be too faint. */
export function MessageLine({ event, nameOf, href, onWatch, hasLap, hasTime }: MessageLineProps) {
  const isFlag = event.kind === 'flag';
  const quiet = isFlag ? '' : 'text-mute';
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: its link does the same by keyboard
    <li
      onClick={href === undefined ? undefined : followRowLink}
      className={`${href === undefined ? '' : 'cursor-pointer'} flex min-h-9 gap-2.5 py-2 ${isFlag ? `border-l-[5px] pl-2 ${flagBands[event.flag]}` : 'border-b border-hair pl-3.25'}`}
    >
      {hasLap ? (
        <span className={`w-11 shrink-0 whitespace-nowrap ${quiet}`}>
          {event.lap === null ? '' : `Lap ${event.lap}`}
        </span>
      ) : null}
      {hasTime ? (
        <span className={`w-12 shrink-0 text-right whitespace-nowrap ${quiet}`}>{eventClock(event.time)}</span>
      ) : null}
      <MessageWords event={event} nameOf={nameOf} />
      <WatchLink href={href} onClick={onWatch && (() => onWatch(event))} />
    </li>
  );
}
