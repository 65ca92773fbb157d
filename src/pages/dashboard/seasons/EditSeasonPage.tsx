import type { ReactNode } from 'react';
import { useUser } from '../../../actors/auth.tsx';
import { useNetworkStatus } from '../../../actors/connectivity.tsx';
import { useRead } from '../../../actors/read.tsx';
import { Heading } from '../../../components/Heading.tsx';
import { NotOwner } from '../../../components/NotOwner.tsx';
import { PageLink } from '../../../components/PageLink.tsx';
import { ReadView } from '../../../components/ReadView.tsx';
import { SkeletonCards } from '../../../components/Skeleton.tsx';
import { useGradualMount } from '../../../navigation/use-gradual-mount.ts';
import { useKeepFocus } from '../../../navigation/use-keep-focus.ts';
import { DeletedEntity } from '../DeletedEntity.tsx';
import { Versioned } from '../Versioned.tsx';
import { AliasesForm } from './AliasesForm.tsx';
import { DeleteSeason } from './DeleteSeason.tsx';
import { EventsSection } from './EventsSection.tsx';
import { ExportSection } from './ExportSection.tsx';
import { NameForm } from './NameForm.tsx';
import { PublishSection } from './PublishSection.tsx';
import { RulingsSection } from './RulingsSection.tsx';
import { ScoringForm } from './ScoringForm.tsx';
import type { SectionProps } from './section-props.ts';

interface EditSection {
  readonly id: string;
  readonly title: string;
  readonly Content: (props: SectionProps & { readonly shownEvents: number }) => ReactNode;
}

/** The sections of the page, in order. */
const sections: readonly EditSection[] = [
  { id: 'events', title: 'Events', Content: EventsSection },
  { id: 'scoring', title: 'Points', Content: ScoringForm },
  { id: 'rulings', title: 'Rulings', Content: RulingsSection },
  { id: 'drivers', title: 'Drivers', Content: AliasesForm },
  { id: 'publish', title: 'Official standings', Content: PublishSection },
  { id: 'export', title: 'Share and export', Content: ExportSection },
  { id: 'name', title: 'Name', Content: NameForm },
  { id: 'delete', title: 'Delete', Content: DeleteSeason },
];

/** Everything about one season, for its owner. */
export function EditSeasonPage({ id }: { id: string }) {
  const read = useRead({ name: 'getSeason', params: { id } });
  const userId = useUser()?.userId;
  return (
    <ReadView
      read={read}
      skeleton={<SkeletonCards count={6} />}
      missing={<DeletedEntity path={`/dashboard/seasons/${id}/edit`} listHref="/dashboard/seasons" />}
    >
      {(season) =>
        season.ownerId === userId ? (
          <Versioned read={read}>{(version) => <Editor key={season.id} season={season} version={version} />}</Versioned>
        ) : (
          <NotOwner name={season.name} kind="season" href={`/seasons/${season.id}`} listHref="/dashboard/seasons" />
        )
      }
    </ReadView>
  );
}

/** How many events are rendered at a time. */
const eventsInPart = 6;

function Editor({ season, version }: SectionProps) {
  const isOnline = useNetworkStatus() === 'online';
  const content = useKeepFocus<HTMLDivElement>();
  // The head, the events a few at a time, then one section after another: nothing is added above shown content.
  const eventParts = Math.ceil(season.events.length / eventsInPart);
  const partCount = eventParts + sections.length;
  const shownParts = useGradualMount(partCount);
  const isComplete = shownParts >= partCount;
  return (
    <div className="stack gap-5 wide:grid-cols-[200px_minmax(0,1fr)] wide:gap-8">
      <header className="grid gap-1 wide:col-span-2">
        <p className="flex flex-wrap gap-x-4 text-14 font-650">
          <a href="/dashboard/seasons" className="flex min-h-6 items-center text-red">
            Your seasons
          </a>
          <PageLink href={`/seasons/${season.id}`} className="flex min-h-6 items-center text-red">
            Season page
          </PageLink>
        </p>
        <Heading title={`Edit ${season.name}`} isComplete={isComplete} className="text-26 font-800 desk:text-30">
          <bdi>{season.name}</bdi>
        </Heading>
        {isOnline ? null : (
          <p className="text-amber">
            The server cannot be reached. You can read everything; what you type is kept on this device until you save
            it.
          </p>
        )}
      </header>
      <nav aria-label="Sections" className="wide:sticky wide:top-20 wide:self-start">
        <ul className="grid grid-cols-2 gap-x-3 border-t border-line desk:grid-cols-3 wide:grid-cols-1">
          {sections.map(({ id, title }) => (
            <li key={id} className="border-b border-hair">
              <a href={`#${id}`} className="flex min-h-11 items-center font-650 text-mute hover:text-text">
                {title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {/* Long names without blanks break anywhere, or they would widen the columns of every grid inside. */}
      <div ref={content} className="stack gap-5 wrap-anywhere">
        {sections.slice(0, Math.max(1, shownParts - eventParts)).map(({ id, title, Content }) => (
          <section
            key={id}
            id={id}
            aria-labelledby={`${id}-title`}
            className="card stack scroll-mt-20 gap-4 p-4 desk:p-5"
          >
            <h2 id={`${id}-title`} className="text-20 font-750">
              {title}
            </h2>
            <Content season={season} version={version} shownEvents={(shownParts - 1) * eventsInPart} />
          </section>
        ))}
        {/* Keeps the content below the page in its place. */}
        {isComplete ? null : <div className="h-dvh" />}
      </div>
    </div>
  );
}
