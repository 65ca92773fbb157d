import { type ReactNode, useMemo } from 'react';
import { getSeason } from '#contract/calls/seasons';
import type { Season } from '#contract/entities/season';
import { hasResults } from '#contract/race/championship';
import { movedRows } from '#contract/race/standings-changes';
import { useRead } from '../../../actors/read.tsx';
import type { Rights } from '../../../actors/rights.tsx';
import { StandingsPreviewProvider, useStandingsPreview } from '../../../actors/standings-preview.tsx';
import { ButtonLink } from '../../../components/ButtonLink.tsx';
import { PageLink } from '../../../components/PageLink.tsx';
import { ReadView } from '../../../components/ReadView.tsx';
import { SeasonTeamColours } from '../../../components/SeasonTeamColours.tsx';
import { SkeletonCards } from '../../../components/Skeleton.tsx';
import {
  type SeasonSection,
  sectionPath,
  sectionRights,
  sectionsFor,
  sectionTitles,
} from '../../../format/season-sections.ts';
import { useKeepFocus } from '../../../navigation/use-keep-focus.ts';
import { useMediaQuery } from '../../../navigation/use-media-query.ts';
import { Allowed } from '../Allowed.tsx';
import { DeletedEntity } from '../DeletedEntity.tsx';
import { EditingNow } from '../EditingNow.tsx';
import { EditorHead } from '../EditorHead.tsx';
import { headLink } from '../head-link.ts';
import { Versioned } from '../Versioned.tsx';
import { MovingStandings } from './MovingStandings.tsx';
import { SeasonNav } from './SeasonNav.tsx';
import type { RightsProps } from './section-props.ts';

interface SeasonEditorProps {
  readonly id: string;
  readonly section: SeasonSection;
  /** The edited section, for the title of the tab. */
  readonly title: string;
  readonly children: (props: RightsProps) => ReactNode;
}

/** One section of a season, for those who have its right, with the way to the others and, at a desk, the standings beside it. */
export function SeasonEditor({ id, section, ...content }: SeasonEditorProps) {
  const read = useRead({ call: getSeason, params: { id } });
  const skeleton = <SkeletonCards count={6} />;
  return (
    <ReadView
      read={read}
      skeleton={skeleton}
      missing={<DeletedEntity path={sectionPath(id, section)} listHref="/dashboard/seasons" />}
    >
      {(season) => (
        <Allowed
          entity={season}
          kind="season"
          right={sectionRights[section]}
          skeleton={skeleton}
          otherwise={(rights) => <FirstSection id={id} rights={rights} />}
        >
          {(rights) => (
            <Versioned read={read}>
              {(version) => (
                <Editor
                  key={season.id}
                  season={season}
                  version={version}
                  rights={rights}
                  section={section}
                  {...content}
                />
              )}
            </Versioned>
          )}
        </Allowed>
      )}
    </ReadView>
  );
}

/** The way from a section that the user has no right to, to the one that they have. */
function FirstSection({ id, rights }: { id: string; rights: Rights }) {
  const [section] = sectionsFor(rights);
  return section === undefined ? null : (
    <ButtonLink kind="primary" href={sectionPath(id, section)}>
      {sectionTitles[section]}
    </ButtonLink>
  );
}

function Editor(props: RightsProps & Omit<SeasonEditorProps, 'id'>) {
  const { season: stored, version, rights, section, title, children } = props;
  // Here the standings are the current ones, whatever readers see.
  const season = useMemo(() => ({ ...stored, standings: stored.unpublished ?? stored.standings }), [stored]);
  const isBeside = useMediaQuery('(width >= 1280px)');
  const content = useKeepFocus<HTMLDivElement>();
  return (
    <StandingsPreviewProvider>
      <div className="stack gap-5 wide:grid-cols-[168px_minmax(0,1fr)] wide:gap-x-6 min-[1280px]:grid-cols-[168px_minmax(0,1fr)_328px]">
        <EditorHead name={season.name} title={`${title} · ${season.name}`} className="wide:col-span-full">
          <a href="/dashboard/seasons" className={headLink}>
            Your seasons
          </a>
          <PageLink href={`/seasons/${season.id}`} className={headLink}>
            Season page
          </PageLink>
          {season.leagues?.map((league) => (
            <PageLink key={league.id} href={`/leagues/${league.id}`} className={`${headLink} min-w-0 wrap-anywhere`}>
              <bdi>{league.name}</bdi>
            </PageLink>
          ))}
          {rights.can('manageSeason') ? (
            <a href="/dashboard/race-night" className={headLink}>
              Race night
            </a>
          ) : null}
        </EditorHead>
        <SeasonNav id={season.id} sections={sectionsFor(rights)} current={section} />
        {/* Long names without blanks break anywhere, or they would widen the columns of every grid inside. */}
        <div ref={content} className="stack content-start gap-5 wrap-anywhere">
          <EditingNow kind="season" id={season.id} section={section} />
          {children({ season, version, rights })}
          <NextSection season={season} rights={rights} section={section} />
        </div>
        {isBeside ? <StandingsBeside season={season} /> : null}
      </div>
    </StandingsPreviewProvider>
  );
}

/** From results to official standings: the section after this one, while they are not official. */
function NextSection({
  season,
  rights,
  section,
}: Pick<RightsProps, 'season' | 'rights'> & { readonly section: SeasonSection }) {
  const { standings, revision = null } = season;
  const next = nextSections[section];
  if (next === undefined || !rights.can(sectionRights[next.section])) return null;
  if (!hasResults(standings) || revision?.hasChanged === false) return null;
  return (
    <ButtonLink href={sectionPath(season.id, next.section)} className="justify-self-start">
      {next.label}
    </ButtonLink>
  );
}

const nextSections: Partial<Record<SeasonSection, { readonly section: SeasonSection; readonly label: string }>> = {
  events: { section: 'drivers', label: 'Next: check the drivers’ names' },
  drivers: { section: 'rulings', label: 'Next: penalties and other rulings' },
  rulings: { section: 'publish', label: 'Next: publish the standings' },
};

/** The standings of the season beside its editor; they move with every preview. */
function StandingsBeside({ season }: { season: Season }) {
  const preview = useStandingsPreview();
  const { standings } = season;
  const rows = useMemo(() => movedRows(standings, preview ?? standings), [standings, preview]);
  return (
    <aside
      aria-labelledby="standings-beside"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be focusable
      tabIndex={0}
      className="sticky top-20 max-h-[calc(100dvh-180px)] self-start scroll-y"
    >
      <div className="sticky top-0 z-10 flex items-baseline justify-between gap-3 border-b border-line bg-bg pb-2">
        <h2 id="standings-beside" className="text-17 font-750">
          Standings
        </h2>
        <p role="status" className="text-14 font-650 text-amber empty:hidden">
          {preview === null ? '' : 'Preview, not saved'}
        </p>
      </div>
      {rows.length === 0 ? (
        <p className="py-3 text-mute">They start with the first race of the season.</p>
      ) : (
        <>
          <SeasonTeamColours season={season}>
            <MovingStandings rows={rows} />
          </SeasonTeamColours>
          {/* Over the last row while there are more, below it at the end. */}
          <div aria-hidden="true" className="pointer-events-none sticky bottom-0 h-12 fade-below" />
        </>
      )}
    </aside>
  );
}
