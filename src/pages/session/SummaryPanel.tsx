import { type ReactNode, useMemo } from 'react';
import type { Session } from '#contract/entities/session';
import { podiumOf } from '#contract/race/classification';
import { isIncomplete, stoppedSentence } from '#contract/race/describe-session';
import { codesByCar } from '#contract/race/driver-codes';
import type { RaceCourse } from '#contract/race/race-trace';
import { Empty } from '../../components/Empty.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { Facts } from '../../components/session/Facts.tsx';
import { Podium } from '../../components/session/Podium.tsx';
import { SectorBars } from '../../components/session/SectorBars.tsx';
import { raceSentence, timedSentence } from '../../format/race-story.ts';
import { resultRows } from '../../format/results.ts';
import { lazyPart } from '../../navigation/pending.ts';
import { Part } from '../LoadBoundary.tsx';

/** Charts are a quarter of the page's code, and are drawn after what they tell. */
const RaceStory = lazyPart(() =>
  import('../../components/session/story/RaceStory.tsx').then((loaded) => loaded.RaceStory),
);

interface SummaryPanelProps {
  readonly session: Session;
  /** The season whose result is shown; null or `game` for none in particular. */
  readonly result: string | null;
  /** Null outside of races. */
  readonly course: RaceCourse | null;
  /** The stewards' rulings. */
  readonly rulings: ReactNode;
  readonly isFollowed: (name: string) => boolean;
  readonly hrefOf: (carIndex: number) => string;
}

/** A session's summary: podium, decisive moment, facts, and the course of a race or the ladder to pole. */
export function SummaryPanel({ session, result, course, rulings, isFollowed, hrefOf }: SummaryPanelProps) {
  const podium = useMemo(() => {
    const cars = podiumOf(session).map(({ carIndex }) => carIndex);
    return resultRows(session).filter(({ driver }) => cars.includes(driver.carIndex));
  }, [session]);
  const codes = codesByCar(session.drivers);
  const sentence = isIncomplete(session)
    ? stoppedSentence(session)
    : course === null
      ? timedSentence(session)
      : raceSentence(course);
  if (session.drivers.length === 0) return <Empty title="No drivers recorded">The recording has no results.</Empty>;
  return (
    <div className="stack gap-5">
      <Podium isFinal={!isIncomplete(session)} rows={podium} isFollowed={isFollowed} hrefOf={hrefOf} />
      {rulings}
      {sentence === '' ? null : <p className="text-17">{sentence}</p>}
      <Facts session={session} course={course} codes={codes} />
      {course === null ? (
        <SectorBars session={session} />
      ) : (
        <Part fallback={<Skeleton height={1_400} />}>
          <RaceStory session={session} result={result} course={course} codes={codes} isFollowed={isFollowed} />
        </Part>
      )}
    </div>
  );
}
