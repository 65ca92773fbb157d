import { useSearch } from 'wouter/use-browser-location';
import type { League } from '#contract/entities/league';
import { useUser } from '../../actors/auth.tsx';
import { useRead } from '../../actors/read.tsx';
import { ButtonLink } from '../../components/ButtonLink.tsx';
import { Heading } from '../../components/Heading.tsx';
import { Icon } from '../../components/Icon.tsx';
import { LeaguePicture } from '../../components/LeaguePicture.tsx';
import { pageIcons } from '../../components/page-icons.ts';
import { ReadView } from '../../components/ReadView.tsx';
import { Skeleton, SkeletonCards } from '../../components/Skeleton.tsx';
import { formatDay } from '../../format/date.ts';
import { CurrentSeason } from './CurrentSeason.tsx';
import { LeagueDriverView } from './LeagueDriverView.tsx';
import { LeagueHistory } from './LeagueHistory.tsx';

/** A league: its season of now, and its drivers, tracks and seasons; or one of its drivers, named in the address. */
export function LeaguePage({ id }: { id: string }) {
  const query = new URLSearchParams(useSearch());
  const driver = query.get('driver');
  const read = useRead({ name: 'getLeague', params: { leagueId: id } });
  const skeleton = (
    <div className="grid gap-4">
      <Skeleton height={96} />
      <SkeletonCards count={3} />
    </div>
  );
  return (
    <ReadView read={read} skeleton={skeleton}>
      {(league) =>
        driver === null ? (
          <div className="stack in-order gap-8">
            <LeagueHead league={league} />
            <Current league={league} />
            <LeagueHistory league={league} />
          </div>
        ) : (
          <LeagueDriverView key={driver} league={league} driver={driver} against={query.get('against')} />
        )
      }
    </ReadView>
  );
}

function Current({ league: { seasonIds } }: { league: League }) {
  const id = seasonIds.at(-1);
  return id === undefined ? null : <CurrentSeason id={id} />;
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
