import type { League } from '#contract/entities/league';
import type { Season } from '#contract/entities/season';
import { progressOf } from '#contract/race/championship';
import { useUser } from '../../actors/auth.tsx';
import { useRead } from '../../actors/read.tsx';
import { ButtonLink } from '../../components/ButtonLink.tsx';
import { Empty } from '../../components/Empty.tsx';
import { Heading } from '../../components/Heading.tsx';
import { Icon } from '../../components/Icon.tsx';
import { LeaguePicture } from '../../components/LeaguePicture.tsx';
import { pageIcons } from '../../components/page-icons.ts';
import { ReadView } from '../../components/ReadView.tsx';
import { SeasonCard } from '../../components/SeasonCard.tsx';
import { Section } from '../../components/Section.tsx';
import { Skeleton, SkeletonCards } from '../../components/Skeleton.tsx';
import { formatDay } from '../../format/date.ts';
import { formatPoints } from '../../format/time.ts';

/** A league and its seasons. */
export function LeaguePage({ id }: { id: string }) {
  const read = useRead({ name: 'getLeague', params: { leagueId: id } });
  const skeleton = (
    <div className="grid gap-4">
      <Skeleton height={96} />
      <SkeletonCards count={3} />
    </div>
  );
  return (
    <ReadView read={read} skeleton={skeleton}>
      {(league) => (
        <div className="stack gap-6">
          <LeagueHead league={league} />
          <Section id="seasons" title="Seasons">
            {league.seasonIds.length === 0 ? (
              <Empty title="No seasons yet">Seasons appear here once the league’s owner adds them.</Empty>
            ) : (
              <ul className="grid gap-2.5 desk:grid-cols-2">
                {[...league.seasonIds].reverse().map((seasonId) => (
                  <li key={seasonId} className="min-w-0">
                    <SeasonOfLeague id={seasonId} />
                  </li>
                ))}
              </ul>
            )}
          </Section>
        </div>
      )}
    </ReadView>
  );
}

function LeagueHead({ league }: { league: League }) {
  const { website, discord } = league;
  const isOwner = useUser()?.userId === league.ownerId;
  return (
    <header className="stack gap-4">
      <div className="flex items-center gap-4 tiny:flex-wrap">
        <LeaguePicture league={league} size={84} />
        <div className="stack min-w-0 gap-1">
          <Heading title={league.name} className="text-26 font-800 desk:text-30">
            <bdi>{league.name}</bdi>
          </Heading>
          <p className="text-14 text-mute">
            Since {formatDay(league.createdAt)}
            {league.isPublic ? '' : ' · private, only you can see it'}
          </p>
        </div>
        {isOwner ? (
          <ButtonLink href={`/dashboard/leagues/${league.id}/edit`} className="no-print ml-auto shrink-0 self-start">
            Edit
          </ButtonLink>
        ) : null}
      </div>
      {league.description?.trim() ? (
        <p className="max-w-3xl wrap-anywhere whitespace-pre-line">{league.description}</p>
      ) : null}
      {website === null && discord === null ? null : (
        <p className="flex flex-wrap gap-3">
          {discord === null ? null : <ExternalLink href={discord} label="Discord" />}
          {website === null ? null : <ExternalLink href={website} label="Website" />}
        </p>
      )}
    </header>
  );
}

function ExternalLink({ href, label }: { href: string; label: string }) {
  return (
    <ButtonLink href={href} target="_blank" rel="noopener noreferrer nofollow">
      {label} <Icon path={pageIcons.external} size={18} />
    </ButtonLink>
  );
}

function SeasonOfLeague({ id }: { id: string }) {
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
