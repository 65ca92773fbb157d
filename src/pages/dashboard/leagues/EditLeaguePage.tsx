import type { ReactNode } from 'react';
import { useUser } from '../../../actors/auth.tsx';
import type { ShownLeague } from '../../../actors/leagues.ts';
import { useRead } from '../../../actors/read.tsx';
import { NotOwner } from '../../../components/NotOwner.tsx';
import { PageLink } from '../../../components/PageLink.tsx';
import { ReadView } from '../../../components/ReadView.tsx';
import { Skeleton, SkeletonCards } from '../../../components/Skeleton.tsx';
import { DeletedEntity } from '../DeletedEntity.tsx';
import { EditorHead } from '../EditorHead.tsx';
import { headLink } from '../head-link.ts';
import { Versioned } from '../Versioned.tsx';
import { ChatSection } from './ChatSection.tsx';
import { DeleteLeague } from './DeleteLeague.tsx';
import { DetailsForm } from './DetailsForm.tsx';
import { LeaguePictureForm } from './LeaguePictureForm.tsx';
import { LeagueSeasons } from './LeagueSeasons.tsx';
import { ShareLink } from './ShareLink.tsx';

/** Everything about one league, for its owner. */
export function EditLeaguePage({ id }: { id: string }) {
  const read = useRead({ name: 'getLeague', params: { leagueId: id } });
  const userId = useUser()?.userId;
  const skeleton = (
    <div className="grid gap-5">
      <Skeleton height={64} />
      <SkeletonCards count={2} height={320} />
    </div>
  );
  return (
    <ReadView
      read={read}
      skeleton={skeleton}
      missing={<DeletedEntity path={`/dashboard/leagues/${id}/edit`} listHref="/dashboard/leagues" />}
    >
      {(league) =>
        league.ownerId === userId ? (
          <Versioned read={read}>{(version) => <Sections league={league} version={version} />}</Versioned>
        ) : (
          <NotOwner name={league.name} kind="league" href={`/leagues/${id}`} listHref="/dashboard/leagues" />
        )
      }
    </ReadView>
  );
}

function Sections({ league, version }: ShownLeague) {
  return (
    <div className="stack gap-5">
      <EditorHead name={league.name} title={`Edit ${league.name}`}>
        <a href="/dashboard/leagues" className={headLink}>
          Your leagues
        </a>
        <PageLink href={`/leagues/${league.id}`} className={headLink}>
          League page
        </PageLink>
      </EditorHead>
      <div className="stack items-start gap-5 wide:grid-cols-[minmax(0,1fr)_440px]">
        <div className="stack gap-5">
          <Part id="details" title="Details">
            <DetailsForm league={league} version={version} />
          </Part>
          <Part id="seasons" title="Seasons">
            <LeagueSeasons league={league} version={version} />
          </Part>
          <Part id="discord" title="Discord messages">
            <ChatSection leagueId={league.id} />
          </Part>
        </div>
        <div className="stack gap-5">
          <Part id="picture" title="Picture">
            <LeaguePictureForm league={league} version={version} />
          </Part>
          <Part id="share" title="Share">
            <ShareLink league={league} />
          </Part>
          <Part id="delete" title="Delete">
            <DeleteLeague league={league} version={version} />
          </Part>
        </div>
      </div>
    </div>
  );
}

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="card stack gap-4 p-4 desk:p-5">
      <h2 id={id} className="text-17 font-750">
        {title}
      </h2>
      {children}
    </section>
  );
}
