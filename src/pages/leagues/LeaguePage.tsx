import { getLeague, getLeagueDriver } from '#contract/calls/leagues';
import type { League } from '#contract/entities/league';
import type { DriverRecord } from '#contract/entities/record';
import { isSignUpOpen } from '#contract/race/entries';
import { useRead } from '../../actors/read.tsx';
import { useRights } from '../../actors/rights.tsx';
import { ButtonLink } from '../../components/ButtonLink.tsx';
import { Empty } from '../../components/Empty.tsx';
import { Heading } from '../../components/Heading.tsx';
import { Icon } from '../../components/Icon.tsx';
import { LeaguePicture } from '../../components/LeaguePicture.tsx';
import { LocalTime } from '../../components/LocalTime.tsx';
import { PageLink } from '../../components/PageLink.tsx';
import { pageIcons } from '../../components/page-icons.ts';
import { ReadView } from '../../components/ReadView.tsx';
import { DriverTrackTable } from '../../components/record/DriverTrackTable.tsx';
import { FigureList } from '../../components/record/FigureList.tsx';
import { RivalTable } from '../../components/record/RivalTable.tsx';
import { Section } from '../../components/Section.tsx';
import { Skeleton, SkeletonCards } from '../../components/Skeleton.tsx';
import { formatDay } from '../../format/date.ts';
import { openSignUpText } from '../../format/sign-up.ts';
import { useSearch } from '../../navigation/address.ts';
import { entryHref } from '../season/season-view.ts';
import { useServerTime } from '../use-server-time.ts';
import { CurrentSeason } from './CurrentSeason.tsx';
import { driverAddress } from './driver-address.ts';
import { HeadToHead } from './HeadToHead.tsx';
import { LeagueHistory } from './LeagueHistory.tsx';
import { LeagueStaff } from './LeagueStaff.tsx';

/** A league: its season of now, and its drivers, tracks and seasons; or one of its drivers, named in the address. */
export function LeaguePage({ id }: { id: string }) {
  const query = new URLSearchParams(useSearch());
  const driver = query.get('driver');
  const read = useRead({ call: getLeague, params: { leagueId: id } });
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
            <OpenSignUps league={league} />
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

/** The seasons of the league that one can enter now. */
function OpenSignUps({ league: { signUps } }: { league: League }) {
  const now = useServerTime();
  const open = (signUps ?? []).filter((signUp) => isSignUpOpen(signUp, now));
  if (open.length === 0) return null;
  return (
    <ul aria-label="Sign-up" className="no-print stack gap-3">
      {open.map((signUp) => (
        <li key={signUp.seasonId} className="card flex flex-wrap items-center gap-3 p-4">
          <span className="grid min-w-0 flex-1">
            <bdi className="name-line text-17 font-750">{signUp.seasonName}</bdi>
            <span className="text-14 text-mute">{openSignUpText([signUp], now)}</span>
          </span>
          <ButtonLink kind="primary" href={entryHref(signUp.seasonId)}>
            Enter
          </ButtonLink>
        </li>
      ))}
    </ul>
  );
}

function Current({ league: { seasonIds } }: { league: League }) {
  const id = seasonIds.at(-1);
  return id === undefined ? null : <CurrentSeason id={id} />;
}

function LeagueHead({ league }: { league: League }) {
  const { website, discord } = league;
  const { can } = useRights(league);
  return (
    <header className="stack gap-4">
      <div className="flex items-center gap-4 tiny:flex-wrap">
        <LeaguePicture league={league} size={84} />
        <div className="stack min-w-0 gap-1">
          <Heading title={league.name} className="text-26 font-800 desk:text-30">
            <bdi>{league.name}</bdi>
          </Heading>
          <p className="text-14 text-mute">
            Since <LocalTime instant={league.createdAt} format={formatDay} />
            {league.isPublic ? '' : ' · private: only its members and drivers see it'}
          </p>
        </div>
        {can('seeMembers') ? (
          <ButtonLink
            href={`/dashboard/leagues/${league.id}/${can('manageLeague') ? 'edit' : 'members'}`}
            className="no-print ml-auto shrink-0 self-start"
          >
            {can('manageLeague') ? 'Edit' : 'Members'}
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
      {league.staff == null || league.staff.length === 0 ? null : <LeagueStaff staff={league.staff} />}
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

interface LeagueDriverViewProps {
  readonly league: League;
  /** The name in the records of the league. */
  readonly driver: string;
  /** A rival to be compared with. */
  readonly against: string | null;
}

/** A driver over the seasons of a league, and against another one. */
function LeagueDriverView({ league, driver, against }: LeagueDriverViewProps) {
  const read = useRead({ call: getLeagueDriver, params: { leagueId: league.id }, query: { driver } });
  return (
    <ReadView read={read} skeleton={<Skeleton height={480} />}>
      {(record) => (
        <div className="stack gap-6">
          <header className="stack gap-1">
            <p className="text-14 font-650">
              <PageLink href={`/leagues/${league.id}`} className="inline-flex min-h-6 items-center gap-1.5 text-red">
                <bdi>{league.name}</bdi>
              </PageLink>
            </p>
            <div className="flex flex-wrap items-center gap-3">
              <Heading title={`${record.name}, ${league.name}`} className="min-w-0 text-26 font-800 desk:text-30">
                <bdi>{record.name}</bdi>
              </Heading>
              {record.userId === null ? null : (
                <ButtonLink href={`/user/${record.userId}`} className="ml-auto">
                  Profile
                </ButtonLink>
              )}
            </div>
          </header>
          <FigureList record={record} />
          <Details record={record} against={against} />
        </div>
      )}
    </ReadView>
  );
}

function Details({ record, against }: { record: DriverRecord; against: string | null }) {
  const { name, tracks, rivals } = record;
  const rival = rivals.find(({ id }) => id === against);
  return (
    <div className="stack items-start gap-6 wide:grid-cols-2 wide:gap-10">
      <Section id="head-to-head" title="Head to head">
        {rival === undefined ? null : <HeadToHead name={name} rival={rival} />}
        {rivals.length === 0 ? (
          <Empty title="No common races yet" />
        ) : (
          <RivalTable name={name} rivals={rivals} addressOf={({ id }) => driverAddress(record.id, id)} />
        )}
      </Section>
      <Section id="tracks" title="Best at each track">
        <DriverTrackTable tracks={tracks} />
      </Section>
    </div>
  );
}
