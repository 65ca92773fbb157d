import type { ReactNode } from 'react';
import type { LiveSummary } from '#contract/entities/live-session';
import { isRace } from '#contract/enumerations';
import { describeSession } from '#contract/race/describe-session';
import { type LiveStore, useRace } from '../../actors/live.ts';
import { Heading } from '../../components/Heading.tsx';
import { flagBands } from '../../components/live/flag-bands.ts';
import { flagText, type LiveHead } from '../../format/live-head.ts';
import { formatCountdown } from '../../format/time.ts';

interface LiveHeaderProps {
  readonly store: LiveStore;
  readonly session: LiveSummary;
  /** In place of the words of the flag, where it has `data-message`. */
  readonly children: ReactNode;
  readonly weather: ReactNode;
}

/** Lap or clock, flag and weather; until the race is there, what the list of sessions says of it. */
export function LiveHeader({ store, session, children, weather }: LiveHeaderProps) {
  const head = useRace(store, (state) => state.view?.head ?? null);
  const { track, type, title, place } = describeSession({
    ...session,
    ...(head === null ? {} : { trackId: head.track, sessionType: head.type }),
  });
  const isKnown = title !== '';
  const flag = head?.flag ?? 'green';
  // Grey is too faint on the colour of a flag.
  const quiet = flag === 'green' ? 'text-mute' : 'text-text';
  return (
    <header
      className={`flex min-h-11 items-center gap-4 border-l-[5px] px-3.5 py-0.5 group-data-[stale=true]:dim phone:gap-2.5 narrow:py-0 tiny:flex-wrap large:min-h-17 large:min-w-0 large:flex-1 short:shrink-0 short:py-0 ${head === null ? 'border-line inline-status:pr-30' : `inline-status:pr-18 ${flagBands[flag]}`}`}
    >
      <Progress
        {...(head ?? {
          lap: session.sessionType !== null && isRace(session.sessionType) ? session.currentLap : null,
          laps: session.totalLaps,
          timeLeft: null,
        })}
        quiet={quiet}
      />
      <div className="relative grid min-w-0 flex-1 [&:has([data-message])>:not([data-message])]:opacity-0 tiny:order-3 tiny:basis-full">
        <p className="name-line font-800 uppercase phone:line-clamp-1 phone:text-14 narrow:line-clamp-2! narrow:text-12 narrow:leading-3.5">
          {head === null ? 'Live' : flagText(head)}
        </p>
        <Heading
          title={[title || 'Live session', place].filter(Boolean).join(' · ')}
          className={`truncate text-14 font-500 phone:text-12 narrow:leading-3.5 short:sr-only ${quiet}`}
        >
          {isKnown ? (
            [track, type, place].filter(Boolean).join(' · ')
          ) : (
            <>
              Session by{' '}
              <bdi>{session.userName === null || session.userName === '' ? 'unknown user' : session.userName}</bdi>
            </>
          )}
        </Heading>
        {children}
      </div>
      {weather}
    </header>
  );
}

type ProgressProps = Pick<LiveHead, 'lap' | 'laps' | 'timeLeft'> & { readonly quiet: string };

function Progress({ lap, laps, timeLeft, quiet }: ProgressProps) {
  if (lap !== null)
    return (
      <p className="shrink-0 text-20 font-800 large:text-26">
        LAP {lap}
        {laps === null ? null : <span className={`text-17 font-650 ${quiet}`}>/{laps}</span>}
      </p>
    );
  return timeLeft === null ? null : (
    <p className="shrink-0 text-20 font-800 large:text-26" role="timer" aria-label="Time left">
      {formatCountdown(timeLeft)}
    </p>
  );
}
