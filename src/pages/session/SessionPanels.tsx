import { lazy } from 'react';
import type { Session } from '#contract/entities/session';
import type { RaceCourse } from '#contract/race/race-trace';
import { Skeleton } from '../../components/Skeleton.tsx';
import { OvertakeList } from '../../components/session/OvertakeList.tsx';
import { PenaltyList } from '../../components/session/PenaltyList.tsx';
import { StintChart } from '../../components/session/StintChart.tsx';
import { WeatherPanel } from '../../components/session/WeatherPanel.tsx';
import { Part } from '../LoadBoundary.tsx';
import { LapsPanel } from './LapsPanel.tsx';
import { RaceControlPanel } from './RaceControlPanel.tsx';
import { ResultsPanel } from './ResultsPanel.tsx';
import type { SessionView } from './session-view.ts';

const PaceStrips = lazy(() =>
  import('../../components/session/story/PaceStrips.tsx').then((loaded) => ({ default: loaded.PaceStrips })),
);

interface SessionPanelsProps {
  readonly session: Session;
  /** Null outside of races. */
  readonly course: RaceCourse | null;
  readonly view: SessionView;
  readonly isFollowed: (name: string) => boolean;
  /** The address of a driver's sheet, by car index. */
  readonly hrefOf: (carIndex: number) => string;
}

/** The tabs of a session beside its first one. */
export function SessionPanels({ session, course, view, isFollowed, hrefOf }: SessionPanelsProps) {
  switch (view.tab) {
    case 'results':
      return (
        <ResultsPanel session={session} result={view.result} course={course} isFollowed={isFollowed} hrefOf={hrefOf} />
      );
    case 'laps':
      return <LapsPanel session={session} course={course} view={view} />;
    case 'pace':
      return (
        <Part fallback={<Skeleton height={900} />}>
          <PaceStrips session={session} isFollowed={isFollowed} hrefOf={hrefOf} />
        </Part>
      );
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
    default:
      view.tab satisfies 'race';
      return null;
  }
}
