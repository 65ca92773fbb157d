import { useMemo } from 'react';
import type { Season } from '#contract/entities/season';
import type { ChampionshipRow } from '#contract/race/championship';
import { driverSeason } from '#contract/race/driver-season';
import { resultLook } from '../../components/season/result-look.ts';
import { TeamBar } from '../../components/TeamBar.tsx';
import { formatCount } from '../../format/count.ts';
import { trackName } from '../../format/names.ts';
import { resultText } from '../../format/results.ts';
import { formatPoints } from '../../format/time.ts';
import { PointsList } from './PointsList.tsx';
import { stepLabel } from './season-steps.ts';

interface DriverSeasonProps {
  readonly season: Season;
  readonly row: ChampionshipRow;
  /** The address at which the owner of the season rules on a session; null for everybody else. */
  readonly rulingsHref: string | null;
}

/** A driver's season: what they have reached, and each race with its points, why, and the place in the championship. */
export function DriverSeason({ season, row, rulingsHref }: DriverSeasonProps) {
  const rounds = useMemo(() => driverSeason(season, row.name).reverse(), [season, row.name]);
  const teams = [...new Set(rounds.flatMap(({ team }) => team ?? []))];
  return (
    <>
      <div className="grid gap-1">
        <p className="text-26 font-800">
          P{row.position} · {formatPoints(row.points)} points
        </p>
        <p className="text-mute">
          {[
            formatCount(row.wins, 'win'),
            formatCount(row.podiums, 'podium'),
            row.sprintWins === 0 ? null : formatCount(row.sprintWins, 'sprint win'),
            row.behind === 0 ? null : `${formatPoints(row.behind)} behind the leader`,
          ]
            .filter((part) => part !== null)
            .join(' · ')}
        </p>
      </div>
      <div className="grid">
        <div className="flex gap-2 border-b border-line pb-1 text-12 text-mute">
          <span className="flex-1">Round</span>
          <span className="w-10 text-center">Place</span>
          <span className="w-12 text-right">Points</span>
          <span className="w-14 text-right">Standing</span>
        </div>
        {rounds.map(({ round, column, result, team, place }) => {
          const { event, session } = column;
          const name = event.name ?? trackName(event.track);
          const label = stepLabel({ round, column });
          const heads = (
            <>
              <span className="flex min-w-0 flex-1 items-center gap-2">
                <TeamBar team={team} driver={team === row.team ? row.name : undefined} height={22} />
                <span className="w-9 shrink-0 text-14 text-mute">{label}</span>
                <span className="grid min-w-0">
                  <bdi className="truncate font-650">{name}</bdi>
                  {teams.length > 1 && team !== null ? <bdi className="truncate text-12 text-mute">{team}</bdi> : null}
                </span>
              </span>
              <span className="grid w-10 place-items-center">
                {result === null ? (
                  <span className="text-mute">·</span>
                ) : (
                  <span className={`grid h-7 min-w-8 place-items-center rounded-[4px] px-1 ${resultLook(result)}`}>
                    {resultText(result)}
                  </span>
                )}
              </span>
              <span className={`w-12 text-right font-750 ${result?.dropped === true ? 'line-through' : ''}`}>
                {result === null ? '' : formatPoints(result.points)}
              </span>
              <span className="w-14 text-right text-mute">{place === null ? '' : `P${place}`}</span>
            </>
          );
          if (result === null)
            return (
              <div key={session.id} className="flex min-h-11 items-center gap-2 border-b border-hair">
                {heads}
              </div>
            );
          return (
            <details key={session.id} className="border-b border-hair">
              <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 hover:bg-raised">
                {heads}
              </summary>
              <div className="grid gap-3 pb-3 pl-3">
                <PointsList
                  seasonId={season.id}
                  result={result}
                  pointsFactor={event.pointsFactor}
                  rulings={season.rulings}
                  rulingsHref={rulingsHref}
                />
              </div>
            </details>
          );
        })}
      </div>
    </>
  );
}
