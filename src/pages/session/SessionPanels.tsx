import { useMemo } from 'react';
import type { Session } from '#contract/entities/session';
import { toDocument } from '#contract/live/to-document';
import { createEventFeed } from '#contract/race/live-feed';
import type { RaceCourse } from '#contract/race/race-trace';
import { useLiveSettings } from '../../actors/live-settings.ts';
import { Empty } from '../../components/Empty.tsx';
import { Messages } from '../../components/live/Messages.tsx';
import { OvertakeList } from '../../components/session/OvertakeList.tsx';
import { PenaltyList } from '../../components/session/PenaltyList.tsx';
import { StintChart } from '../../components/session/StintChart.tsx';
import { WeatherPanel } from '../../components/session/WeatherPanel.tsx';
import { messageName } from '../../format/live-event-words.ts';
import { momentsOf } from '../../format/session-moments.ts';
import { useHydrated } from '../../navigation/use-hydrated.ts';
import { LapsPanel } from './LapsPanel.tsx';
import { ResultsPanel } from './ResultsPanel.tsx';
import type { SessionView } from './session-view.ts';

interface SessionPanelsProps {
  readonly session: Session;
  /** Null outside of races. */
  readonly course: RaceCourse | null;
  readonly view: SessionView;
  readonly tab: Exclude<SessionView['tab'], 'race' | 'pace'>;
  readonly isFollowed: (name: string) => boolean;
  /** The address of a driver's sheet, by car index. */
  readonly hrefOf: (carIndex: number) => string;
}

/** The tabs of a session beside its first one. */
export function SessionPanels({ session, course, view, tab, isFollowed, hrefOf }: SessionPanelsProps) {
  switch (tab) {
    case 'results':
      return (
        <ResultsPanel session={session} result={view.result} course={course} isFollowed={isFollowed} hrefOf={hrefOf} />
      );
    case 'laps':
      return <LapsPanel session={session} course={course} view={view} />;
    case 'tyres':
      return <StintChart session={session} />;
    case 'penalties':
      return <PenaltyList session={session} course={course} hrefOf={hrefOf} />;
    case 'control':
      return <RaceControlPanel session={session} />;
    case 'overtakes':
      return <OvertakeList session={session} />;
    case 'weather':
      return <WeatherPanel session={session} />;
  }
}

/** The race control of a session that is over, in the order of time. */
function RaceControlPanel({ session }: { session: Session }) {
  const [settings, change] = useLiveSettings();
  const isHydrated = useHydrated();
  const events = useMemo(() => createEventFeed()(toDocument(session)), [session]);
  const names = useMemo(() => new Map(session.drivers.map((driver) => [driver.carIndex, driver])), [session]);
  return (
    <Messages
      events={events}
      nameOf={(car) => messageName(names, car)}
      // The server does not know the choice of the device.
      chosen={isHydrated ? settings.messages : ''}
      momentOf={momentsOf(session)}
      onChosen={(messages) => change({ messages })}
      isRunning={false}
      empty={<Empty title="No messages">Nothing that decided the session was recorded.</Empty>}
    />
  );
}
