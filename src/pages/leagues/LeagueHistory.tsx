import { type ReactNode, useState } from 'react';
import { getLeagueRecords } from '#contract/calls/leagues';
import { getSeason } from '#contract/calls/seasons';
import type { League } from '#contract/entities/league';
import type { LeagueRecords } from '#contract/entities/record';
import type { Season } from '#contract/entities/season';
import { progressOf } from '#contract/race/season-progress';
import { useRead } from '../../actors/read.tsx';
import { Button } from '../../components/Button.tsx';
import { Empty } from '../../components/Empty.tsx';
import { SeasonCard } from '../../components/SeasonCard.tsx';
import { Section } from '../../components/Section.tsx';
import { Settling } from '../../components/Settling.tsx';
import { Skeleton, SkeletonCards } from '../../components/Skeleton.tsx';
import { TeamColours } from '../../components/TeamColours.tsx';
import { formatPoints } from '../../format/time.ts';
import { driverAddress } from './driver-address.ts';
import { LeagueDriverTable } from './LeagueDriverTable.tsx';
import { TrackRecordTable } from './TrackRecordTable.tsx';

/** The number of rows shown at first. */
const shownRows = 10;

/** The drivers, tracks and seasons of a league over all its time. Without records the seasons alone. */
export function LeagueHistory({ league }: { league: League }) {
  const { value, phase } = useRead({ call: getLeagueRecords, params: { leagueId: league.id } });
  if (league.seasonIds.length === 0)
    return (
      <Section id="seasons" title="Seasons">
        <Empty title="No seasons yet">Seasons appear here once the league’s owner adds them.</Empty>
      </Section>
    );
  if (value !== null) return <History records={value} />;
  if (phase === 'failed' || phase === 'notFound')
    return (
      <Section id="seasons" title="Seasons">
        <StoredSeasons ids={league.seasonIds} />
      </Section>
    );
  return (
    <Settling phase={phase}>
      <Skeleton height={440} />
      <SkeletonCards count={2} />
    </Settling>
  );
}

function History({ records: { seasons, drivers, teamColours, tracks } }: { records: LeagueRecords }) {
  return (
    <TeamColours teams={drivers.flatMap(({ team }) => team ?? [])} chosen={teamColours}>
      {drivers.length === 0 ? null : (
        <div className="stack items-start gap-6 wide:grid-cols-2 wide:gap-10">
          <Section id="drivers" title="Drivers of all seasons">
            <Shortened items={drivers}>
              {(shown) => <LeagueDriverTable drivers={shown} addressOf={({ id }) => driverAddress(id)} />}
            </Shortened>
          </Section>
          <Section id="tracks" title="Track records">
            <Shortened items={tracks}>{(shown) => <TrackRecordTable tracks={shown} />}</Shortened>
          </Section>
        </div>
      )}
      <Section id="seasons" title="Seasons">
        <ul className="grid gap-2.5 desk:grid-cols-2 wide:grid-cols-3 min-[1600px]:grid-cols-4">
          {seasons.map(({ season, leader }) => (
            <li key={season.id} className="min-w-0">
              <SeasonCard
                season={season}
                leader={leader === null ? null : { name: leader.name, points: formatPoints(leader.points) }}
              />
            </li>
          ))}
        </ul>
      </Section>
    </TeamColours>
  );
}

interface ShortenedProps<Item> {
  readonly items: readonly Item[];
  readonly children: (shown: readonly Item[]) => ReactNode;
}

/** The first rows, and all of them once that is asked for. */
function Shortened<Item>({ items, children }: ShortenedProps<Item>) {
  const [isWhole, setIsWhole] = useState(false);
  return (
    <>
      {children(isWhole ? items : items.slice(0, shownRows))}
      {items.length <= shownRows ? null : (
        <Button aria-expanded={isWhole} className="justify-self-start" onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? 'Show fewer' : `Show all ${items.length}`}
        </Button>
      )}
    </>
  );
}

/** The seasons of a league whose records cannot be read: each is read by itself, so that those on this device are shown. */
function StoredSeasons({ ids }: { ids: readonly string[] }) {
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
  const read = useRead({ call: getSeason, params: { id } });
  if (read.value === null)
    return read.phase === 'notFound' || read.phase === 'failed' ? null : <Skeleton height={72} />;
  return <SeasonCard season={summaryOf(read.value)} leader={leaderOf(read.value)} />;
}

function summaryOf(season: Season) {
  const { round, rounds } = progressOf(season.events);
  return { ...season, eventCount: rounds, lastRound: round };
}

function leaderOf({ standings }: Season): { name: string; points: string } | null {
  const [first] = standings.drivers;
  return first === undefined ? null : { name: first.name, points: formatPoints(first.points) };
}
