import type { ReactNode } from 'react';
import type { SeasonEvent } from '#contract/entities/season';
import { Button } from '../../../components/Button.tsx';
import { formatCount } from '../../../format/count.ts';
import { formatShortStart } from '../../../format/date.ts';
import { trackName } from '../../../format/names.ts';
import { type EventStatus, eventStatus } from './event-status.ts';

interface EventRowProps {
  readonly event: SeasonEvent;
  readonly round: number;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  /** The handle to drag it by. */
  readonly children: ReactNode;
}

const colours: Readonly<Record<EventStatus['kind'], string>> = {
  raced: 'text-green',
  live: 'text-red',
  overdue: 'text-mute',
  planned: 'text-mute',
  undated: 'text-mute',
};

/** An event in one line: round, name, date, sessions, status. */
export function EventRow({ event, round, isOpen, onToggle, children }: EventRowProps) {
  const { startsAt, sessions } = event;
  const now = Date.now();
  const status = eventStatus(event, now);
  const count = sessions.length === 0 ? null : formatCount(sessions.length, 'session');
  const date = startsAt === null ? null : formatShortStart(startsAt, now);
  return (
    <header className="relative flex h-14 items-center gap-x-3 px-2 hover:bg-raised">
      <b className="w-7 shrink-0 text-20 font-800 text-mute">{round}</b>
      <div className="stack min-w-0 flex-1">
        <h3 className="truncate text-17 font-750">
          {/* The whole row is pressed. */}
          <Button kind="plain" className="cover" aria-expanded={isOpen} onClick={onToggle}>
            <bdi>{event.name ?? trackName(event.track)}</bdi>
          </Button>
        </h3>
        <p className="truncate text-14 text-mute desk:hidden">
          {[date, count].filter((part) => part !== null).join(' · ')}
        </p>
      </div>
      <span className="hidden w-32 shrink-0 text-14 whitespace-nowrap text-mute desk:block">{date}</span>
      <span className="hidden w-24 shrink-0 text-14 whitespace-nowrap text-mute desk:block">{count}</span>
      <span className={`shrink-0 text-right text-14 font-650 desk:w-24 ${colours[status.kind]}`}>{status.label}</span>
      {children}
    </header>
  );
}
