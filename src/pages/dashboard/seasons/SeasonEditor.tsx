import type { ReactNode } from 'react';
import { useUser } from '../../../actors/auth.tsx';
import { useRead } from '../../../actors/read.tsx';
import { type SeasonSection, sectionPath } from '../../../actors/season.ts';
import { StandingsPreviewProvider } from '../../../actors/standings-preview.tsx';
import { NotOwner } from '../../../components/NotOwner.tsx';
import { PageLink } from '../../../components/PageLink.tsx';
import { ReadView } from '../../../components/ReadView.tsx';
import { SkeletonCards } from '../../../components/Skeleton.tsx';
import { useKeepFocus } from '../../../navigation/use-keep-focus.ts';
import { useMediaQuery } from '../../../navigation/use-media-query.ts';
import { DeletedEntity } from '../DeletedEntity.tsx';
import { EditorHead } from '../EditorHead.tsx';
import { headLink } from '../head-link.ts';
import { Versioned } from '../Versioned.tsx';
import { SeasonNav } from './SeasonNav.tsx';
import { StandingsBeside } from './StandingsBeside.tsx';
import type { SectionProps } from './section-props.ts';

interface SeasonEditorProps {
  readonly id: string;
  readonly section: SeasonSection;
  /** What is edited here, for the title of the tab. */
  readonly title: string;
  readonly children: (props: SectionProps) => ReactNode;
}

/** One section of a season, for its owner, with the way to the others and, at a desk, the standings beside it. */
export function SeasonEditor({ id, section, ...content }: SeasonEditorProps) {
  const read = useRead({ name: 'getSeason', params: { id } });
  const userId = useUser()?.userId;
  return (
    <ReadView
      read={read}
      skeleton={<SkeletonCards count={6} />}
      missing={<DeletedEntity path={sectionPath(id, section)} listHref="/dashboard/seasons" />}
    >
      {(season) =>
        season.ownerId === userId ? (
          <Versioned read={read}>
            {(version) => <Editor key={season.id} season={season} version={version} section={section} {...content} />}
          </Versioned>
        ) : (
          <NotOwner name={season.name} kind="season" href={`/seasons/${season.id}`} listHref="/dashboard/seasons" />
        )
      }
    </ReadView>
  );
}

function Editor(props: SectionProps & Omit<SeasonEditorProps, 'id'>) {
  const { season, version, section, title, children } = props;
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
          <a href="/dashboard/race-night" className={headLink}>
            Race night
          </a>
        </EditorHead>
        <SeasonNav id={season.id} current={section} />
        {/* Long names without blanks break anywhere, or they would widen the columns of every grid inside. */}
        <div ref={content} className="stack content-start gap-5 wrap-anywhere">
          {children({ season, version })}
        </div>
        {isBeside ? <StandingsBeside season={season} /> : null}
      </div>
    </StandingsPreviewProvider>
  );
}
