import { lazy, useMemo, useState } from 'react';
import { getOutline } from '#contract/calls/site';
import type { LiveSummary } from '#contract/entities/live-session';
import type { Session, SessionEvent } from '#contract/entities/session';
import type { TrackOutline } from '#contract/entities/track';
import { isRace, Track } from '#contract/enumerations';
import { type Moment, readMoment } from '#contract/race/replay/moment';
import type { ReplayGap } from '#contract/race/replay/replay';
import { useUser } from '../../actors/auth.tsx';
import { useRace } from '../../actors/live.ts';
import { useLiveSettings } from '../../actors/live-settings.ts';
import { useRead } from '../../actors/read.tsx';
import { useReplay } from '../../actors/replay.ts';
import { Button } from '../../components/Button.tsx';
import { SkeletonTable } from '../../components/Skeleton.tsx';
import { momentsByKey } from '../../format/session-moments.ts';
import { Part } from '../LoadBoundary.tsx';
import { LiveHeader } from '../live/LiveHeader.tsx';
import {
  Championship,
  DriverSheet,
  HeaderWeather,
  MapPanel,
  NewestMessage,
  RaceControl,
  Summary,
  TimedTower,
} from '../live/lazy-parts.tsx';
import { RaceBar } from '../live/RaceBar.tsx';
import { RacePanel } from '../live/RacePanel.tsx';
import { RaceRoot } from '../live/RaceRoot.tsx';
import { Tower } from '../live/Tower.tsx';
import { ReplayBar } from './ReplayBar.tsx';

/** For those who rule in a season. */
const RuleOnResult = lazy(() => import('./RuleOnResult.tsx').then((loaded) => ({ default: loaded.RuleOnResult })));

export interface ReplayPanelProps {
  readonly session: Session;
  /** The event whose result is shown; null outside of seasons. */
  readonly event: SessionEvent | null;
  readonly moment: Moment;
}

const noOutline = { points: [], length: null };

const gapTexts: Readonly<Record<ReplayGap, string>> = {
  laps: 'Some laps have no time: they are shown as long as others.',
  sectors: 'Some laps have no sector times: cars between the lines are estimated.',
  breaks: 'It was not recorded when some laps were driven: they follow those before.',
  flags: 'Its flags were not recorded.',
};

/** A stored session that is watched again, with the parts of a live one. */
export function ReplayPanel(props: ReplayPanelProps) {
  const { trackId } = props.session;
  if (trackId === Track.Unknown) return <Replay {...props} outline={noOutline} />;
  return <ReplayOnTrack {...props} />;
}

function ReplayOnTrack(props: ReplayPanelProps) {
  const { value, phase } = useRead({ call: getOutline, params: { trackId: String(props.session.trackId) } });
  if (value === null && phase !== 'failed' && phase !== 'notFound') return <SkeletonTable rows={22} />;
  return <Replay {...props} outline={value ?? noOutline} />;
}

const tabs = { tower: 'Tower', map: 'Map', control: 'Race control', championship: 'Points' } as const;
type TabName = keyof typeof tabs;

const tabClass =
  'grid h-11 place-items-center border-b-2 border-transparent px-2.5 font-650 whitespace-nowrap text-mute aria-[current=page]:border-red aria-[current=page]:text-text';

interface ReplayProps extends ReplayPanelProps {
  readonly outline: Pick<TrackOutline, 'points' | 'length'>;
}

function Replay({ session, event, moment, outline }: ReplayProps) {
  const user = useUser();
  const replay = useReplay(session, outline, moment);
  const { store } = replay;
  const [settings, change] = useLiveSettings();
  const [selected, setSelected] = useState<number | null>(null);
  // The cars of a link that was followed take the place of those that were chosen before.
  const linked = moment.cars.join();
  const [chosen, setChosen] = useState({ linked, cars: moment.cars });
  const cars = chosen.linked === linked ? chosen.cars : moment.cars;
  const byKey = useMemo(() => momentsByKey(session), [session]);
  const [tab, setTab] = useState<TabName>('tower');
  const isOfRace = useRace(store, (state) => state.view?.head.isOfRace ?? true);
  const TowerOfType = isOfRace ? Tower : TimedTower;
  const named = session.drivers.filter(({ carIndex }) => cars.includes(carIndex)).map(({ name }) => name);
  const shown = (Object.keys(tabs) as TabName[]).filter((name) => name !== 'championship' || event !== null);
  return (
    <RaceRoot store={store} event={event ?? undefined} className="group stack race-band">
      <RaceBar>
        <div className="min-w-0 flex-1">
          <LiveHeader store={store} session={summaryOf(session)} weather={<HeaderWeather store={store} />}>
            <NewestMessage store={store} />
          </LiveHeader>
          <ReplayBar replay={replay} session={session} stream={event?.stream} cars={cars}>
            {user === null || !isRace(session.sessionType) ? null : (
              <Part fallback={null}>
                <RuleOnResult session={session} timeNow={replay.timeNow} />
              </Part>
            )}
          </ReplayBar>
          <nav aria-label="Replay" className="border-b border-line px-2 wide:hidden">
            <ul className="strip-x">
              {shown.map((name) => (
                <li key={name}>
                  <Button
                    kind="plain"
                    aria-current={name === tab ? 'page' : undefined}
                    onClick={() => setTab(name)}
                    className={tabClass}
                  >
                    {tabs[name]}
                  </Button>
                </li>
              ))}
              <li className="desk:hidden">
                <a href="?tab=results" className={tabClass}>
                  Result
                </a>
              </li>
            </ul>
          </nav>
        </div>
      </RaceBar>
      {replay.gaps.length === 0 ? null : (
        <p className="pt-1 text-14 text-mute">{replay.gaps.map((gap) => gapTexts[gap]).join(' ')}</p>
      )}
      <div className="stack items-start gap-x-6 wide:grid-cols-[minmax(0,1fr)_380px] vast:grid-cols-[minmax(0,1fr)_744px]">
        <RacePanel name="Timing" isCurrent={tab === 'tower'}>
          <TowerOfType
            store={store}
            favourites={[...settings.favourites, ...named]}
            isStale={false}
            isDense={settings.isDense}
            onSelect={(carIndex) => {
              setSelected(carIndex);
              setChosen({ linked, cars: [carIndex] });
            }}
          />
        </RacePanel>
        <div className="stack gap-4 max-wide:contents">
          <RacePanel name="Map" isCurrent={tab === 'map'}>
            <MapPanel store={store} selected={cars[0] ?? null} />
          </RacePanel>
          <RacePanel name="Race control" isCurrent={tab === 'control'}>
            <RaceControl
              store={store}
              shown={settings.messages}
              onShown={(messages) => change({ messages })}
              momentOf={({ key }) => byKey(key)}
              onWatch={({ key }) => {
                // The address can be that of the same moment still: it has played on, or another car was chosen.
                const to = readMoment(byKey(key) ?? '');
                if (to === null) return;
                replay.seek(to.at);
                setChosen({ linked: to.cars.join(), cars: to.cars });
              }}
            />
          </RacePanel>
          {event === null ? null : (
            <RacePanel name="Championship" isCurrent={tab === 'championship'}>
              <Championship store={store} liveId={session.id} event={event} />
            </RacePanel>
          )}
        </div>
      </div>
      <Summary store={store} pace={replay.isPlaying ? settings.summaryPace : 0} favourites={settings.favourites} />
      {selected === null ? null : (
        <DriverSheet
          store={store}
          carIndex={selected}
          favourites={settings.favourites}
          onFavourites={(favourites) => change({ favourites })}
          onClose={() => setSelected(null)}
        />
      )}
    </RaceRoot>
  );
}

/** The session as the header of a live race has it. */
function summaryOf(session: Session): LiveSummary {
  const { id, userId, userName, trackId, sessionType, sessionStartTime, numberOfLaps } = session;
  return {
    ...{ id, userId, userName, trackId, sessionType, startedAt: sessionStartTime, totalLaps: numberOfLaps },
    ...{ leaderName: null, currentLap: null, lastDataAt: null, isPrivate: false, delaySeconds: 0, state: 'ended' },
  };
}
