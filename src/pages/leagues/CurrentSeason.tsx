import type { ReactNode } from 'react';
import { getSeason } from '#contract/calls/seasons';
import type { Season } from '#contract/entities/season';
import { championshipRows } from '#contract/race/championship';
import { seatedDrivers } from '#contract/race/roster';
import { type SeasonNow, seasonNowOf } from '#contract/race/season-now';
import { progressOf, progressText } from '#contract/race/season-progress';
import { titleFight } from '#contract/race/title-fight';
import { useFollowedDrivers } from '../../actors/followed-drivers.ts';
import { useRead } from '../../actors/read.tsx';
import { LocalTime } from '../../components/LocalTime.tsx';
import { LiveRound } from '../../components/live/LiveRound.tsx';
import { PageLink } from '../../components/PageLink.tsx';
import { Podium } from '../../components/Podium.tsx';
import { SeasonTeamColours } from '../../components/SeasonTeamColours.tsx';
import { Section } from '../../components/Section.tsx';
import { Settling } from '../../components/Settling.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { StandingsTable } from '../../components/season/StandingsTable.tsx';
import { awaitsPublication } from '../../format/awaits-publication.ts';
import { formatShortDay } from '../../format/date.ts';
import { trackName } from '../../format/names.ts';
import { seasonSessionPath } from '../../format/session-path.ts';
import { useServerTime } from '../use-server-time.ts';
import { NextRound } from './NextRound.tsx';
import { RoundStrip } from './RoundStrip.tsx';

/** The number of championship drivers shown; the season's page has the others. */
const shownDrivers = 10;

/** The season that a league drives now: its championship, the live or next round, the last podium and all rounds. */
export function CurrentSeason({ id }: { id: string }) {
  const { value, phase, cached } = useRead({ call: getSeason, params: { id } });
  const now = useServerTime();
  if (value === null) {
    if (phase === 'notFound' || phase === 'failed') return null;
    return (
      <Settling phase={phase}>
        <Skeleton height={560} />
      </Settling>
    );
  }
  return (
    <SeasonTeamColours season={value}>
      <Overview season={value} now={seasonNowOf(value, now)} isCopy={cached !== null} />
    </SeasonTeamColours>
  );
}

interface OverviewProps {
  readonly season: Season;
  readonly now: SeasonNow;
  /** Whether the season is a copy of this device, whose live race may have ended since. */
  readonly isCopy: boolean;
}

function Overview({ season, now, isCopy }: OverviewProps) {
  const { last } = now;
  const live = isCopy ? [] : now.live;
  const next = isCopy ? (now.live[0] ?? now.next) : now.next;
  const { isFollowed } = useFollowedDrivers();
  const rows = championshipRows(season, 'drivers');
  const href = `/seasons/${season.id}`;
  return (
    <section aria-labelledby="now" className="stack gap-4">
      <header className="flex flex-wrap items-baseline gap-x-3">
        <h2 id="now" className="min-w-0 text-20 font-800">
          <PageLink href={href} className="hover:underline">
            <bdi>{season.name}</bdi>
          </PageLink>
        </h2>
        <p className="text-mute">{progressText(progressOf(season.events))}</p>
      </header>
      {season.events.length === 0 ? null : (
        <RoundStrip
          seasonId={season.id}
          events={season.events}
          live={live.map(({ round }) => round)}
          next={next?.round ?? null}
          winnerOf={winners(season)}
        />
      )}
      <div className="stack items-start gap-6 wide:grid-cols-[minmax(0,1fr)_400px]">
        <Part title="Standings" href={href} link="Full standings">
          <StandingsTable
            rows={rows.slice(0, shownDrivers)}
            of="drivers"
            fight={titleFight(season)}
            isUnpublished={awaitsPublication(season)}
            roster={seatedDrivers(season)}
            isFollowed={isFollowed}
            hrefOf={(name) => `${href}?${new URLSearchParams({ driver: name })}`}
          />
        </Part>
        <div className="stack gap-6 max-wide:order-first">
          {live.map((each) => (
            <LiveRound key={each.liveId} {...each} />
          ))}
          {next === null ? null : (
            <Part title="Next event" href={`${href}?tab=calendar`} link="Calendar">
              <NextRound
                href={`${href}?tab=calendar`}
                round={next.round}
                track={next.event.track}
                eventName={next.event.name}
                startsAt={next.event.startsAt}
              />
            </Part>
          )}
          {last === null ? null : (
            <Part title="Last race" href={seasonSessionPath(season.id, last.sessionId)} link="Full result">
              <div className="card stack gap-2 px-3.5 py-3">
                <p className="name-text text-14 text-mute">
                  Round {last.round} · <bdi>{last.event.name ?? trackName(last.event.track)}</bdi> ·{' '}
                  <LocalTime instant={last.startedAt} format={formatShortDay} />
                </p>
                <Podium places={last.podium} />
              </div>
            </Part>
          )}
        </div>
      </div>
    </section>
  );
}

function Part({ title, href, link, children }: { title: string; href: string; link: string; children: ReactNode }) {
  return (
    <Section id={`now-${link}`.replaceAll(' ', '-')} title={title}>
      {children}
      <p className="-mt-1">
        <PageLink href={href} className="inline-flex min-h-6 items-center gap-1.5 text-14 font-650 text-red">
          {link}
        </PageLink>
      </p>
    </Section>
  );
}

/** The winner of an event's race, after rulings. */
function winners({ standings }: Season): Parameters<typeof RoundStrip>[0]['winnerOf'] {
  const winnerOf = new Map(
    standings.drivers.flatMap(({ name, results }) =>
      results.flatMap(({ sessionId, position }) => (position === 1 ? [[sessionId, name] as const] : [])),
    ),
  );
  return ({ sessions }) => {
    const won = sessions.findLast(({ session }) => winnerOf.has(session.id));
    const name = won === undefined ? undefined : winnerOf.get(won.session.id);
    return won === undefined || name === undefined ? null : { sessionId: won.session.id, name };
  };
}
