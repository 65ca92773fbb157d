import type { ReactNode } from 'react';
import { getLeague } from '#contract/calls/leagues';
import { type ShownLeague, useLeagueDetails, useLeaguePicture } from '../../../actors/leagues.ts';
import { useRead } from '../../../actors/read.tsx';
import type { Rights } from '../../../actors/rights.tsx';
import { firstSeasonName, newSeasonPath } from '../../../actors/season-create.ts';
import { ButtonLink } from '../../../components/ButtonLink.tsx';
import { ErrorPanel } from '../../../components/ErrorPanel.tsx';
import { onSubmit } from '../../../components/form/on-submit.ts';
import { LeaguePicture } from '../../../components/LeaguePicture.tsx';
import { PageLink } from '../../../components/PageLink.tsx';
import { ReadView } from '../../../components/ReadView.tsx';
import { Skeleton, SkeletonCards } from '../../../components/Skeleton.tsx';
import { PictureForm } from '../../picture/PictureForm.tsx';
import { Allowed } from '../Allowed.tsx';
import { DeletedEntity } from '../DeletedEntity.tsx';
import { EditingNow } from '../EditingNow.tsx';
import { EditorFoot } from '../EditorFoot.tsx';
import { EditorHead } from '../EditorHead.tsx';
import { headLink } from '../head-link.ts';
import { SetupSteps } from '../SetupSteps.tsx';
import { Versioned } from '../Versioned.tsx';
import { ChatSection } from './ChatSection.tsx';
import { DeleteLeague } from './DeleteLeague.tsx';
import { fieldLabels, fieldText, isComplete, LeagueDescription, LeagueName } from './LeagueFields.tsx';
import { LeagueSeasons } from './LeagueSeasons.tsx';
import { ShareLink } from './ShareLink.tsx';

/** Everything about one league, for those who manage it. */
export function EditLeaguePage({ id }: { id: string }) {
  const read = useRead({ call: getLeague, params: { leagueId: id } });
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
      {(league) => (
        <Allowed
          entity={league}
          kind="league"
          right="manageLeague"
          skeleton={skeleton}
          otherwise={({ can }) =>
            can('seeMembers') ? (
              <ButtonLink kind="primary" href={`/dashboard/leagues/${id}/members`}>
                Members
              </ButtonLink>
            ) : null
          }
        >
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

function Sections({ league, version, rights }: ShownLeague & { rights: Rights }) {
  return (
    <div className="stack gap-5">
      <EditorHead name={league.name} title={`Edit ${league.name}`}>
        <a href="/dashboard/leagues" className={headLink}>
          Your leagues
        </a>
        <PageLink href={`/leagues/${league.id}`} className={headLink}>
          League page
        </PageLink>
        <PageLink href={`/dashboard/leagues/${league.id}/members`} className={headLink}>
          Members
        </PageLink>
      </EditorHead>
      <EditingNow kind="league" id={league.id} section="details" />
      {league.seasonIds.length > 0 ? null : (
        <div className="card stack gap-3 p-4 desk:p-5">
          <SetupSteps current="Season" />
          <p>The league is created. Next comes its first season: a new one, or one of yours from the list below.</p>
          <ButtonLink
            kind="primary"
            href={newSeasonPath({ leagueId: league.id, seasonName: firstSeasonName })}
            className="justify-self-start"
          >
            Create its first season
          </ButtonLink>
        </div>
      )}
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
          {rights.can('ownLeague') ? (
            <Part id="delete" title="Delete">
              <DeleteLeague league={league} version={version} />
            </Part>
          ) : null}
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

/** The picture of a league, stored as soon as it is cropped. */
function LeaguePictureForm({ league, version }: ShownLeague) {
  const picture = useLeaguePicture({ league, version });
  return (
    <PictureForm onPicture={picture.set} onRemove={league.thumbnailId === null ? null : picture.remove}>
      <LeaguePicture league={league} size={80} />
    </PictureForm>
  );
}

/** The texts and the visibility of a league. */
function DetailsForm(shown: ShownLeague) {
  const editor = useLeagueDetails(shown);
  const { value, failure } = editor;
  if (editor.isUnavailable && failure !== null) return <ErrorPanel isPart failure={failure} retry={editor.retry} />;
  if (value === null) return <Skeleton height={480} />;
  return (
    <form className="grid gap-5" onSubmit={onSubmit(editor.save)}>
      <LeagueName details={value} failure={failure} onChange={editor.change} />
      <LeagueDescription details={value} failure={failure} onChange={editor.change} />
      <EditorFoot
        editor={editor}
        label="Save details"
        fields={fieldLabels}
        textOf={fieldText}
        isIncomplete={!isComplete(value)}
      />
    </form>
  );
}
