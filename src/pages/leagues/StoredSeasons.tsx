import type { Season } from '#contract/entities/season';
import { progressOf } from '#contract/race/championship';
import { useRead } from '../../actors/read.tsx';
import { SeasonCard } from '../../components/SeasonCard.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { formatPoints } from '../../format/time.ts';

/** The seasons of a league whose records cannot be read: each is read by itself, so that those on this device are shown. */
export function StoredSeasons({ ids }: { ids: readonly string[] }) {
  return (
    <ul className="grid gap-2.5 desk:grid-cols-2">
      {[...ids].reverse().map((id) => (
        <li key={id} className="min-w-0">
          <StoredSeason id={id} />
        </li>
      ))}
    </ul>
  );
}

function StoredSeason({ id }: { id: string }) {
  const read = useRead({ name: 'getSeason', params: { id } });
  if (read.value === null)
    return read.phase === 'notFound' || read.phase === 'failed' ? null : <Skeleton height={72} />;
  return <SeasonCard season={summaryOf(read.value)} leader={leaderOf(read.value)} />;
}

function summaryOf(season: Season) {
  const { run, all } = progressOf(season);
  return { ...season, eventCount: all, eventsRun: run };
}

function leaderOf({ standings }: Season): { name: string; points: string } | null {
  const [first] = standings.drivers;
  return first === undefined ? null : { name: first.name, points: formatPoints(first.points) };
}
