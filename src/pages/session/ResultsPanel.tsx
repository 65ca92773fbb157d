import { useContext, useMemo } from 'react';
import { getSeason } from '#contract/calls/seasons';
import type { Session, SessionEvent } from '#contract/entities/session';
import { codesByCar } from '#contract/race/driver-codes';
import type { RaceCourse } from '#contract/race/race-trace';
import { scoredEventOf } from '#contract/race/ruled-event';
import { useRead } from '../../actors/read.tsx';
import { ResultsTable } from '../../components/session/ResultsTable.tsx';
import { RuledResultContext } from '../../components/session/ruled-result-context.ts';
import { resultRows } from '../../format/results.ts';
import { lazyPart } from '../../navigation/pending.ts';
import { useMediaQuery } from '../../navigation/use-media-query.ts';
import { Part } from '../LoadBoundary.tsx';

const RaceStory = lazyPart(() =>
  import('../../components/session/story/RaceStory.tsx').then((loaded) => loaded.RaceStory),
);

interface ResultsPanelProps {
  readonly session: Session;
  /** The season whose result is shown; null or `game` for none in particular. */
  readonly result: string | null;
  /** Null outside of races. */
  readonly course: RaceCourse | null;
  readonly isFollowed: (name: string) => boolean;
  readonly hrefOf: (carIndex: number) => string;
}

/** The classification, with points on a desk, and beside it the places by lap where there is room. */
export function ResultsPanel({ session, result, course, isFollowed, hrefOf }: ResultsPanelProps) {
  const rows = useMemo(() => resultRows(session), [session]);
  const codes = codesByCar(session.drivers);
  const isDesk = useMediaQuery('(min-width: 720px)');
  const hasRoom = useMediaQuery('(min-width: 1600px)');
  const ruled = useContext(RuledResultContext);
  // The points of a season belong to its own result.
  const event = ruled !== null && result === 'game' ? null : scoredEventOf(session, result);
  const table = { session, rows, isFollowed, hrefOf };
  const results =
    event === null || event.scoring === 'none' || !isDesk ? (
      <ResultsTable {...table} points={null} />
    ) : (
      <ResultsWithPoints {...table} event={event} />
    );
  if (course === null || !hasRoom) return results;
  return (
    <div className="grid grid-cols-[minmax(0,1248px)_minmax(0,1fr)] items-start gap-8">
      {results}
      <Part fallback={null}>
        <RaceStory isBeside session={session} result={result} course={course} codes={codes} isFollowed={isFollowed} />
      </Part>
    </div>
  );
}

type WithPointsProps = Omit<Parameters<typeof ResultsTable>[0], 'points'> & { readonly event: SessionEvent };

/** The points are those of the season, with its bonuses and rulings. */
function ResultsWithPoints({ event, ...table }: WithPointsProps) {
  const { value } = useRead({ call: getSeason, params: { id: event.seasonId } });
  const results = (value?.standings.drivers ?? []).flatMap((driver) => driver.results);
  const own = results.filter(({ sessionId }) => sessionId === table.session.id);
  // The column is there from the start, so that the others do not move when the points come.
  return <ResultsTable {...table} points={new Map(own.map((result) => [result.driverIdx, result]))} />;
}
