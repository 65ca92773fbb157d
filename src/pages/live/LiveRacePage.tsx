import { useDeferredValue, useState } from 'react';
import type { LiveSummary } from '#contract/entities/live-session';
import { useNetworkStatus } from '../../actors/connectivity.ts';
import { useLiveRace, useRace } from '../../actors/live.ts';
import { useLiveSettings } from '../../actors/live-settings.ts';
import { SkeletonTable } from '../../components/Skeleton.tsx';
import { liveStatusText } from '../../format/live-status-words.ts';
import { useSearch } from '../../navigation/address.ts';
import { useMediaQuery } from '../../navigation/use-media-query.ts';
import { LiveHeader } from './LiveHeader.tsx';
import { type LivePanel, LiveTabs, panelsOf } from './LiveTabs.tsx';
import {
  Championship,
  DriverSheet,
  HeaderWeather,
  MapPanel,
  NewestMessage,
  RaceControl,
  SessionEnded,
  Summary,
  TimedTower,
  ViewSheet,
  Wall,
  WeatherForecast,
} from './lazy-parts.tsx';
import { NoPicture } from './NoPicture.tsx';
import { RaceBar } from './RaceBar.tsx';
import { RacePanel } from './RacePanel.tsx';
import { RaceRoot } from './RaceRoot.tsx';
import { StatusLine } from './StatusLine.tsx';
import { Tower } from './Tower.tsx';
import { useRootAttribute } from './use-root-attribute.ts';
import { useWakeLock } from './use-wake-lock.ts';

interface LiveRacePageProps {
  readonly session: LiveSummary;
  readonly sessionKey: string | null;
  readonly onForbidden: () => void;
}

/** A running race: header, tower, race control and weather. On a phone tabs, side by side on a wide screen. */
export function LiveRacePage({ session, sessionKey, onForbidden }: LiveRacePageProps) {
  const search = new URLSearchParams(useSearch());
  const mode = search.has('wall') ? 'wall' : 'page';
  useRootAttribute('data-live', mode);
  // A big screen is one screen: where it would be too small to read, the race is a page.
  const isBig = useMediaQuery('(min-width: 1050px), (min-width: 720px) and (min-height: 1100px)');
  const [settings, change] = useLiveSettings();
  const panels = panelsOf(session.event !== undefined);
  const tab = panels.find((name) => name === search.get('tab')) ?? 'tower';
  const race = useLiveRace({
    sessionId: session.id,
    view: 'full',
    beginsWithTower: mode === 'page' && tab === 'tower',
    sessionKey,
    delaySeconds: settings.delaySeconds,
    onForbidden,
  });
  const { store, status } = race;
  const network = useNetworkStatus();
  const ended = useRace(store, (state) => state.ended);
  const hasView = useRace(store, (state) => state.view !== null);
  const isOfRace = useRace(store, (state) => state.view?.head.isOfRace ?? true);
  // The race comes first: the panels beside the tower are loaded once the tower is drawn, and all that they show is there.
  const isWaiting = !useDeferredValue(useRace(store, ({ isWhole }) => isWhole));
  const [selected, setSelected] = useState<number | null>(null);
  const [isViewOpen, setIsViewOpen] = useState(false);
  useWakeLock(settings.keepsAwake || mode === 'wall');
  const isFilling = useRace(store, ({ waiting }) => waiting !== null);
  // The end is drawn with the next frame, and the picture of a delay comes by itself.
  const isExpected = status === 'ended' || (status === 'catchingUp' && isFilling);
  const problem = isExpected ? null : liveStatusText(status, network, race.silentSince);
  const isStale = isFilling || problem !== null;
  const isPaused = useRace(store, (state) => state.isPaused);
  const isLive = problem === null && !isPaused;
  const isFirstWait = !hasView && network === 'online' && (status === 'connecting' || status === 'catchingUp');
  // The status fits into the header and needs no line below it.
  const isStatusInline = (isLive || isFirstWait) && settings.delaySeconds === 0 && session.delaySeconds === 0;
  // The list of sessions is ahead of a picture with a delay.
  const listed = settings.delaySeconds === 0 ? session : { ...session, currentLap: null };
  const beside = (name: LivePanel) => ({ store, isWaiting: isWaiting && tab !== name });

  if (ended !== null) return <SessionEnded sessionId={ended.sessionId} sessionKey={sessionKey} />;
  if (mode === 'wall' && hasView && isBig)
    return (
      <RaceRoot store={store} event={session.event}>
        <Wall store={store} session={session} problem={problem} isStale={isStale} />
      </RaceRoot>
    );
  const TowerOfType = isOfRace ? Tower : TimedTower;
  const tower = hasView ? (
    <TowerOfType
      store={store}
      favourites={settings.favourites}
      isStale={isStale}
      isDense={settings.isDense}
      onSelect={setSelected}
    />
  ) : (
    <SkeletonTable rows={22} />
  );
  const line = (
    <StatusLine
      store={store}
      problem={problem}
      viewerDelay={settings.delaySeconds}
      delaySeconds={session.delaySeconds}
    />
  );
  return (
    <RaceRoot
      store={store}
      event={session.event}
      data-stale={isStale}
      data-inline-status={isStatusInline}
      className="group stack race-band"
    >
      <RaceBar>
        <LiveHeader store={store} session={listed} weather={<HeaderWeather store={store} isWaiting={isWaiting} />}>
          <NewestMessage store={store} isWaiting={isWaiting} />
        </LiveHeader>
        {line}
        <LiveTabs panels={panels} current={tab} store={store} onView={() => setIsViewOpen(true)} />
      </RaceBar>
      {!hasView && !isFirstWait && problem !== null ? (
        <NoPicture />
      ) : (
        <div className="stack items-start gap-x-6 wide:grid-cols-[minmax(0,1fr)_380px] vast:grid-cols-[minmax(0,1fr)_744px]">
          <RacePanel name="Timing" isCurrent={tab === 'tower'}>
            {tower}
          </RacePanel>
          <div className="stack gap-4 max-wide:contents vast:grid-cols-2 vast:items-start vast:gap-x-6">
            <RacePanel name="Map" isCurrent={tab === 'map'}>
              <MapPanel {...beside('map')} selected={selected} />
            </RacePanel>
            <RacePanel
              name="Race control"
              isCurrent={tab === 'control'}
              className="vast:col-start-2 vast:row-span-3 vast:row-start-1"
            >
              <RaceControl
                {...beside('control')}
                shown={settings.messages}
                onShown={(messages) => change({ messages })}
              />
            </RacePanel>
            <RacePanel name="Weather" isCurrent={tab === 'weather'}>
              <WeatherForecast {...beside('weather')} />
            </RacePanel>
            {session.event === undefined ? null : (
              <RacePanel name="Championship" isCurrent={tab === 'championship'}>
                <Championship {...beside('championship')} liveId={session.id} event={session.event} />
              </RacePanel>
            )}
          </div>
        </div>
      )}
      <Summary store={store} pace={settings.summaryPace} favourites={settings.favourites} isWaiting={isWaiting} />
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
          sessionId={session.id}
          store={store}
          settings={settings}
          onChange={(changed) => {
            change(changed);
            if (changed.delaySeconds !== undefined) race.setDelay(changed.delaySeconds);
          }}
          onClose={() => setIsViewOpen(false)}
        />
      ) : null}
    </RaceRoot>
  );
}
