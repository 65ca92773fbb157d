import type { LiveEvent } from '#contract/race/live-feed';
import { eventMoment, eventText, messageColours } from '../../format/live-event-words.ts';
import { formatCountdown } from '../../format/live-head.ts';
import { flagBands } from './flag-bands.ts';

interface MessageLineProps {
  readonly event: LiveEvent;
  /** The name of a driver, by car index. */
  readonly nameOf: (carIndex: number) => string;
  /** With the time since the start of the session. */
  readonly hasTime?: boolean;
}

/** A message of race control. A flag is a line in its colour, on which grey would be too faint. */
export function MessageLine({ event, nameOf, hasTime = false }: MessageLineProps) {
  const { mark, colour, text } = eventText(event, nameOf);
  const isFlag = event.kind === 'flag';
  const quiet = isFlag ? '' : 'text-mute';
  return (
    <li
      className={`flex min-h-9 gap-2.5 py-2 ${isFlag ? `border-l-[5px] pl-2 ${flagBands[event.flag]}` : 'border-b border-hair pl-3.25'}`}
    >
      <span className={`w-9 shrink-0 ${quiet}`}>{eventMoment(event)}</span>
      {hasTime ? (
        <span className={`w-13 shrink-0 ${quiet}`}>
          {event.time === null || event.lap === null ? '' : formatCountdown(Math.floor(event.time / 1_000))}
        </span>
      ) : null}
      <p className="min-w-0">
        <span className={`font-750 ${messageColours[colour]}`}>{mark}</span> {text}
      </p>
    </li>
  );
}
