import { useState } from 'react';
import { getLeague } from '#contract/calls/leagues';
import { listMembers } from '#contract/calls/members';
import { useUser } from '../../../actors/auth.tsx';
import type { ShownLeague } from '../../../actors/leagues.ts';
import { useRead } from '../../../actors/read.tsx';
import type { Rights } from '../../../actors/rights.tsx';
import { PageLink } from '../../../components/PageLink.tsx';
import { ReadView } from '../../../components/ReadView.tsx';
import { Skeleton, SkeletonCards } from '../../../components/Skeleton.tsx';
import { useReplacePage } from '../../../navigation/use-replace-page.ts';
import { Allowed } from '../Allowed.tsx';
import { EditorHead } from '../EditorHead.tsx';
import { headLink } from '../head-link.ts';
import { SectionCard } from '../seasons/SectionCard.tsx';
import { Versioned } from '../Versioned.tsx';
import { HandOver } from './HandOver.tsx';
import { Invitations } from './Invitations.tsx';
import { LeagueLog } from './LeagueLog.tsx';
import { MemberRow } from './MemberRow.tsx';

/** The people who run a league, invitations of more, and what they have done. */
export function LeagueMembersPage({ id }: { id: string }) {
  const read = useRead({ call: getLeague, params: { leagueId: id } });
  const skeleton = (
    <div className="grid gap-5">
      <Skeleton height={64} />
      <SkeletonCards count={2} height={240} />
    </div>
  );
  return (
    <ReadView read={read} skeleton={skeleton}>
      {(league) => (
        <Allowed entity={league} kind="league" right="seeMembers" skeleton={skeleton}>
          {(rights) => (
            <Versioned read={read}>
              {(version) => <Sections league={league} version={version} rights={rights} />}
            </Versioned>
          )}
        </Allowed>
      )}
    </ReadView>
  );
}

interface SectionsProps extends ShownLeague {
  readonly rights: Rights;
}

function Sections({ league, version, rights }: SectionsProps) {
  const { id, name } = league;
  return (
    <div className="stack gap-5">
      <EditorHead name={name} title={`Members of ${name}`}>
        <a href="/dashboard/leagues" className={headLink}>
          Your leagues
        </a>
        <PageLink href={`/leagues/${id}`} className={headLink}>
          League page
        </PageLink>
        {rights.can('manageLeague') ? (
          <PageLink href={`/dashboard/leagues/${id}/edit`} className={headLink}>
            Edit league
          </PageLink>
        ) : null}
      </EditorHead>
      <div className="stack items-start gap-5 wide:grid-cols-[minmax(0,1fr)_440px]">
        <div className="stack gap-5">
          <SectionCard id="members" title="Members">
            <Members leagueId={id} rights={rights} />
          </SectionCard>
          {rights.can('inviteStaff') ? (
            <SectionCard id="invite" title="Invite somebody">
              <Invitations leagueId={id} leagueName={name} rights={rights} />
            </SectionCard>
          ) : null}
        </div>
        <div className="stack gap-5">
          <SectionCard id="log" title="Latest changes">
            <LeagueLog leagueId={id} />
          </SectionCard>
          {rights.can('ownLeague') ? (
            <SectionCard id="hand-over" title="Hand over">
              <HandOver league={league} version={version} />
            </SectionCard>
          ) : null}
        </div>
      </div>
    </div>
  );
}

function Members({ leagueId, rights }: { leagueId: string; rights: Rights }) {
  const read = useRead({ call: listMembers, params: { leagueId } });
  const userId = useUser()?.userId;
  const [hasLeft, setHasLeft] = useState(false);
  useReplacePage(hasLeft ? '/dashboard/leagues' : null);
  return (
    <ReadView isPart read={read} skeleton={<SkeletonCards count={2} height={64} />}>
      {({ members }) => (
        <ul className="grid border-t border-line">
          {members.map((member) => (
            <li key={member.userId} className="border-b border-hair py-2.5 last:border-0">
              <MemberRow
                leagueId={leagueId}
                member={member}
                isSelf={member.userId === userId}
                rights={rights}
                onLeft={() => setHasLeft(true)}
              />
            </li>
          ))}
        </ul>
      )}
    </ReadView>
  );
}
