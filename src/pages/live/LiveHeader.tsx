import type { ReactNode } from 'react';
import type { LiveSummary } from '#contract/entities/live-session';
import { type LiveStore, useRace } from '../../actors/live.ts';
import { Heading } from '../../components/Heading.tsx';
import { Icon } from '../../components/Icon.tsx';
import { flagBands } from '../../components/live/flag-bands.ts';
import { weatherIcon } from '../../components/session/weather-icon.ts';
import { flagText, formatCountdown, type LiveHead } from '../../format/live-head.ts';
import { trackName, typeName, weatherName } from '../../format/names.ts';

interface LiveHeaderProps {
  readonly store: LiveStore;
  readonly session: LiveSummary;
  /** In place of the words of the flag, where it has `data-message`. */
  readonly children: ReactNode;
}

/** Lap or clock, flag and weather. */
export function LiveHeader({ store, session, children }: LiveHeaderProps) {
  const head = useRace(store, (state) => state.view?.head ?? null);
  const title = head === null ? 'Live session' : `${trackName(head.track)} ${typeName(head.type)}`;
  const flag = head?.flag ?? 'green';
  return (
    <header
      className={`-mx-4 -mt-5 flex min-h-17 items-center gap-4 border-l-[5px] px-3.5 py-0.5 group-data-[stale=true]:dim phone:m-0 phone:min-h-11 phone:gap-2.5 phone:group-data-[calm=true]:pr-18 short:m-0 short:min-h-11 short:shrink-0 short:py-0 narrow:gap-2.5 tiny:flex-wrap desk:mx-0 ${head === null ? 'border-line' : flagBands[flag]}`}
    >
      {head === null ? null : <Progress head={head} />}
      <div className="relative grid min-w-0 flex-1 [&:has([data-message])>:not([data-message])]:opacity-0 tiny:order-3 tiny:basis-full">
        <p className="name-line font-800 uppercase phone:line-clamp-1 phone:text-14">
          {head === null ? 'Live' : flagText(head)}
        </p>
        <Heading title={title} className="truncate text-14 font-500 text-mute phone:text-12 short:sr-only">
          {head === null ? (
            <>
              Session by{' '}
              <bdi>{session.userName === null || session.userName === '' ? 'unknown user' : session.userName}</bdi>
            </>
          ) : (
            `${trackName(head.track)} · ${typeName(head.type)}`
          )}
        </Heading>
        {children}
      </div>
      {head === null ? null : <Weather head={head} />}
    </header>
  );
}

function Progress({ head: { lap, laps, timeLeft } }: { head: LiveHead }) {
  if (lap !== null)
    return (
      <p className="shrink-0 text-26 font-800 phone:text-20 short:text-20 narrow:text-20">
        LAP {lap}
        {laps === null ? null : <span className="text-17 font-650 text-mute">/{laps}</span>}
      </p>
    );
  return timeLeft === null ? null : (
    <p
      className="shrink-0 text-26 font-800 phone:text-20 short:text-20 narrow:text-20"
      role="timer"
      aria-label="Time left"
    >
      {formatCountdown(timeLeft)}
    </p>
  );
}

function Weather({ head: { weather, air, ground, forecast } }: { head: LiveHead }) {
  return (
    <p className="grid shrink-0 justify-items-end text-right phone:hidden short:hidden">
      <span className="flex items-center gap-1.5 font-750">
        {weather === null ? null : (
          <>
            <Icon path={weatherIcon(weather)} size={20} />
            <span className="sr-only">{weatherName(weather)}, air </span>
          </>
        )}
        {air === null ? null : `${air}°`}
      </span>
      <span className="text-12 text-mute">
        {ground === null ? null : `track ${ground}°`}
        {forecast === '' ? null : (
          <span className="text-wet max-desk:block desk:before:content-['_·_']">{forecast}</span>
        )}
      </span>
    </p>
  );
}
