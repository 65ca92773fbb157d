import { useState } from 'react';
import type { LiveSummary } from '#contract/entities/live-session';
import { describeSession } from '#contract/race/describe-session';
import { createEventFeed, flagNow, isDecisive } from '#contract/race/live-feed';
import { type LiveStore, useRace } from '../../actors/live.ts';
import { Heading } from '../../components/Heading.tsx';
import { Icon } from '../../components/Icon.tsx';
import { flagBands } from '../../components/live/flag-bands.ts';
import { weatherIcon } from '../../components/session/weather-icon.ts';
import { eventClock, eventText, messageColours, messageName } from '../../format/live-event-words.ts';
import { flagText, type LiveHead } from '../../format/live-head.ts';
import { weatherName } from '../../format/names.ts';
import { formatClock, formatCountdown } from '../../format/time.ts';
import { useMediaQuery } from '../../navigation/use-media-query.ts';
import { MapPanel } from './MapPanel.tsx';
import { RunningStandings, type ShowRead } from './RunningStandings.tsx';
import { StandingsNow } from './StandingsNow.tsx';
import { useScreenScale } from './use-screen-scale.ts';
import { WallTower } from './WallTower.tsx';

export interface WallProps {
  readonly store: LiveStore;
  readonly session: LiveSummary;
  /** Why the picture is not live; null while it is. */
  readonly problem: string | null;
  /** The picture is old. */
  readonly isStale: boolean;
}

const showRead: ShowRead = (read, show) => (read.value === null ? null : show(read.value));

/** A race for the far end of a room: all of it on one screen, drawn for 1920 × 1080, or upright, and as large as it fits. */
export function Wall({ store, session, problem, isStale }: WallProps) {
  const isUpright = useMediaQuery('(orientation: portrait)');
  const zoom = useScreenScale(isUpright ? 1080 : 1920, isUpright ? 1920 : 1080);
  const head = useRace(store, (state) => state.view?.head ?? null);
  if (head === null) return null;
  const tower = <WallTower store={store} isStale={isStale} isUpright={isUpright} />;
  const map = <MapPanel store={store} selected={null} isAlone />;
  const championship =
    session.event === undefined ? null : (
      <RunningStandings
        store={store}
        liveId={session.id}
        event={session.event}
        showRead={showRead}
        skeleton={null}
        withoutPoints={null}
      >
        {(rows) => (
          <section
            aria-label="Championship"
            className="shrink-0 [&_:is(td,bdi)]:text-20 [&_th]:text-14 [&_tbody_th]:text-20"
          >
            <h2 className="text-20 font-750 text-mute">Championship as it stands</h2>
            <StandingsNow rows={rows.slice(0, isUpright ? 5 : 10)} />
          </section>
        )}
      </RunningStandings>
    );
  return (
    <div
      data-stale={isStale}
      className="group fixed inset-0 flex flex-col gap-1 overflow-hidden bg-bg px-6 pb-1"
      style={{ zoom }}
    >
      <WallHead store={store} session={session} head={head} problem={problem} isUpright={isUpright} />
      {isUpright ? (
        <>
          {tower}
          <div className="flex min-h-0 flex-1 gap-4 pt-2">
            <div className="flex min-h-0 flex-1 flex-col gap-4 empty:hidden">
              {map}
              {championship}
            </div>
            <WallMessages store={store} />
          </div>
        </>
      ) : (
        <div className="grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)_640px] gap-x-8">
          {tower}
          <div className="flex min-h-0 flex-col gap-4 pt-2">
            {map}
            <WallMessages store={store} />
            {championship}
          </div>
        </div>
      )}
    </div>
  );
}

interface WallHeadProps {
  readonly store: LiveStore;
  readonly session: LiveSummary;
  readonly head: LiveHead;
  readonly problem: string | null;
  readonly isUpright: boolean;
}

function WallHead({ store, session, head, problem, isUpright }: WallHeadProps) {
  const { lap, laps, timeLeft, flag, weather, air, ground, forecast } = head;
  const clock = useRace(store, ({ asOf }) => (asOf === null ? null : formatClock(asOf)));
  const { track, type, title, place } = describeSession({ ...session, trackId: head.track, sessionType: head.type });
  // Grey is too faint on the colour of a flag.
  const quiet = flag === 'green' ? 'text-mute' : 'text-text';
  return (
    <header
      className={`-mx-6 flex shrink-0 items-center gap-x-8 border-l-[10px] px-5 whitespace-nowrap group-data-[stale=true]:dim ${isUpright ? 'flex-wrap gap-y-2 py-3' : 'h-16'} ${flagBands[flag]}`}
    >
      {lap !== null ? (
        <p className="text-[44px] leading-none font-800">
          LAP {lap}
          {laps === null ? null : <span className={`text-[32px] ${quiet}`}>/{laps}</span>}
        </p>
      ) : timeLeft === null ? null : (
        <p className="text-[44px] leading-none font-800" role="timer" aria-label="Time left">
          {formatCountdown(timeLeft)}
        </p>
      )}
      <p className="text-[32px] leading-none font-800 uppercase">{flagText(head)}</p>
      <Heading title={[title, place].filter(Boolean).join(' · ')} className={`min-w-0 truncate text-20 ${quiet}`}>
        {[track, type, place].filter(Boolean).join(' · ')}
      </Heading>
      {isUpright ? <span className="w-full" /> : null}
      <p className={`${isUpright ? 'mr-auto' : 'ml-auto'} flex items-center gap-3 text-26 font-650`}>
        {weather === null ? null : (
          <>
            <Icon path={weatherIcon(weather)} size={28} />
            <span className="sr-only">{weatherName(weather)}, air </span>
          </>
        )}
        {air === null ? null : `${air}°`}
        {ground === null ? null : <span className="text-20 text-mute">track {ground}°</span>}
        {forecast === '' ? null : <span className="text-20 text-wet">{forecast}</span>}
      </p>
      <p role="status" className={`text-20 font-650 ${problem === null ? 'text-mute' : 'text-amber'}`}>
        {problem ?? 'Live'}
        {clock === null ? null : <span className="text-mute"> · {clock}</span>}
      </p>
    </header>
  );
}

/** The messages that decide the race: the current flag, then the latest first, as many as fit. */
function WallMessages({ store }: { store: LiveStore }) {
  const [feed] = useState(createEventFeed);
  const events = useRace(store, ({ view }) => (view === null ? null : feed(view.document))) ?? [];
  const nameOf = (carIndex: number) => messageName(store.state().view?.rows, carIndex);
  const pinned = flagNow(events);
  const decisive = events.filter((event) => event !== pinned && isDecisive(event));
  const shown = [...(pinned === undefined ? [] : [pinned]), ...decisive].slice(0, 20);
  return (
    <section aria-label="Race control" className="flex min-h-0 flex-1 flex-col overflow-hidden">
      <h2 className="text-20 font-750 text-mute">Race control</h2>
      {shown.length === 0 ? <p className="py-2 text-20 text-mute">Nothing yet.</p> : null}
      {/* A message that does not fit wholly is in a second column, out of sight. */}
      <ol className="flex min-h-0 flex-1 flex-col flex-wrap content-start overflow-hidden text-20">
        {shown.map((event) => {
          const { mark, colour, text } = eventText(event, nameOf);
          return (
            <li
              key={event.key}
              className={`flex h-10 w-full items-center gap-3 ${event.kind === 'flag' ? `border-l-[6px] pl-2 ${flagBands[event.flag]}` : 'border-b border-hair pl-3.5'}`}
            >
              <span className={`flex shrink-0 gap-3 ${event.kind === 'flag' ? '' : 'text-mute'}`}>
                {event.lap === null ? null : <span className="w-17">Lap {event.lap}</span>}
                {event.time === null ? null : <span className="w-15 text-right">{eventClock(event.time)}</span>}
              </span>
              <p className="min-w-0 truncate">
                <span className={`font-750 ${messageColours[colour]}`}>{mark}</span> {text}
              </p>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
