import type { League } from '#contract/entities/league';
import type { DriverRecord } from '#contract/entities/record';
import { useRead } from '../../actors/read.tsx';
import { ButtonLink } from '../../components/ButtonLink.tsx';
import { Empty } from '../../components/Empty.tsx';
import { Heading } from '../../components/Heading.tsx';
import { PageLink } from '../../components/PageLink.tsx';
import { ReadView } from '../../components/ReadView.tsx';
import { DriverTrackTable } from '../../components/record/DriverTrackTable.tsx';
import { FigureList } from '../../components/record/FigureList.tsx';
import { HeadToHead } from '../../components/record/HeadToHead.tsx';
import { RivalTable } from '../../components/record/RivalTable.tsx';
import { Section } from '../../components/Section.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { driverAddress } from './driver-address.ts';

interface LeagueDriverViewProps {
  readonly league: League;
  /** As in the records of the league. */
  readonly driver: string;
  /** A rival to be compared with. */
  readonly against: string | null;
}

/** A driver over the seasons of a league, and against another one. */
export function LeagueDriverView({ league, driver, against }: LeagueDriverViewProps) {
  const read = useRead({ name: 'getLeagueDriver', params: { leagueId: league.id }, query: { driver } });
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
