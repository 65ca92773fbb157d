import { useState } from 'react';
import { Redirect } from 'wouter';
import { useSearch } from 'wouter/use-browser-location';
import type { LiveSummary } from '#contract/live';
import { useNetworkStatus } from '../../actors/connectivity.tsx';
import { useLiveRace, useRace } from '../../actors/live.ts';
import { useLiveSettings } from '../../actors/live-settings.ts';
import { SkeletonTable } from '../../components/Skeleton.tsx';
import { liveStatusText } from '../../format/live-status-words.ts';
import { useWakeLock } from '../../navigation/use-wake-lock.ts';
import { DriverSheet } from './DriverSheet.tsx';
import { LiveHeader } from './LiveHeader.tsx';
import { LiveTabs, panelOf } from './LiveTabs.tsx';
import { RaceControl } from './RaceControl.tsx';
import { SessionEnded } from './SessionEnded.tsx';
import { StatusLine } from './StatusLine.tsx';
import { Summary } from './Summary.tsx';
import { Tower } from './Tower.tsx';
import { ViewSheet } from './ViewSheet.tsx';
import { WeatherForecast } from './WeatherForecast.tsx';

interface LiveRacePageProps {
  readonly session: LiveSummary;
  readonly sessionKey: string | null;
  readonly onForbidden: () => void;
}

/** A running race: header, tower, race control and weather. On a phone tabs, side by side on a wide screen. */
export function LiveRacePage({ session, sessionKey, onForbidden }: LiveRacePageProps) {
  const search = new URLSearchParams(useSearch());
  const mode = search.has('overlay') ? 'overlay' : search.has('wall') ? 'wall' : 'page';
  const [settings, change] = useLiveSettings();
  const race = useLiveRace({
    sessionId: session.id,
    view: mode === 'overlay' ? 'table' : 'full',
    sessionKey,
    delaySeconds: settings.delaySeconds,
    onForbidden,
  });
  const { store, status } = race;
  const network = useNetworkStatus();
  const ended = useRace(store, (state) => state.ended);
  const hasView = useRace(store, (state) => state.view !== null);
  const isDrained = useRace(store, (state) => state.isDrained);
  const [selected, setSelected] = useState<number | null>(null);
  const [isViewOpen, setIsViewOpen] = useState(false);
  useWakeLock(settings.keepsAwake && mode === 'page');
  // What was held back for the viewer's delay is still shown.
  const isPlayed = status === 'ended' && ended === null;
  const problem = isPlayed ? null : liveStatusText(status, network, race.silentSince);
  const isStale = problem !== null && status !== 'catchingUp' && isDrained;
  const tab = panelOf(search.get('tab'));

  if (ended !== null)
    return ended.sessionId === null ? <SessionEnded /> : <Redirect replace to={`/sessions/${ended.sessionId}`} />;
  const tower = hasView ? (
    <Tower
      store={store}
      favourites={settings.favourites}
      isStale={isStale}
      isCompact={mode === 'overlay'}
      onSelect={mode === 'overlay' ? null : setSelected}
    />
  ) : (
    <SkeletonTable rows={12} />
  );
  if (mode === 'overlay')
    return (
      <div data-alone="overlay" className="-mx-4 -mt-5 w-72 rounded-8 bg-bg/80 p-1">
        <StatusLine store={store} problem={problem} delaySeconds={session.delaySeconds} />
        {tower}
      </div>
    );
  return (
    <div
      data-alone={mode === 'wall' ? 'wall' : undefined}
      className="grid grid-cols-[minmax(0,1fr)] data-alone:[zoom:1.35]"
    >
      <LiveHeader store={store} session={session} />
      <div className="border-line wide:sticky wide:top-15 wide:z-20 wide:flex wide:border-b wide:bg-bg max-wide:contents">
        <StatusLine store={store} problem={problem} delaySeconds={session.delaySeconds} />
        <LiveTabs current={tab} store={store} onView={() => setIsViewOpen(true)} />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-6 wide:grid-cols-[minmax(0,1fr)_380px]">
        <section aria-label="Timing" data-current={tab === 'tower'} className="max-wide:not-data-[current=true]:hidden">
          {tower}
        </section>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 max-wide:contents">
          <section
            aria-label="Race control"
            data-current={tab === 'control'}
            className="max-wide:not-data-[current=true]:hidden"
          >
            <RaceControl store={store} />
          </section>
          <section
            aria-label="Weather"
            data-current={tab === 'weather'}
            className="max-wide:not-data-[current=true]:hidden"
          >
            <WeatherForecast store={store} />
          </section>
        </div>
      </div>
      <Summary store={store} pace={settings.summaryPace} favourites={settings.favourites} />
      {selected === null ? null : (
        <DriverSheet
          store={store}
          carIndex={selected}
          favourites={settings.favourites}
          onFavourites={(favourites) => change({ favourites })}
          onClose={() => setSelected(null)}
        />
      )}
      {isViewOpen ? (
        <ViewSheet
          settings={settings}
          onChange={(changed) => {
            change(changed);
            if (changed.delaySeconds !== undefined) store.setDelay(changed.delaySeconds * 1_000);
          }}
          onClose={() => setIsViewOpen(false)}
        />
      ) : null}
    </div>
  );
}
