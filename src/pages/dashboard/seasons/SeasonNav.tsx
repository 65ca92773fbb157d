import { useWaitingDrafts } from '../../../actors/season.ts';
import { useUnsavedChanges } from '../../../actors/unsaved-form.ts';
import { centreInStrip } from '../../../browser/strip.ts';
import { type SeasonSection, sectionPath, sectionTitles } from '../../../format/season-sections.ts';

interface SeasonNavProps {
  readonly id: string;
  /** Those that the user has a right to. */
  readonly sections: readonly SeasonSection[];
  readonly current: SeasonSection;
}

/** The sections of a season, as tabs on a phone and as a list at a desk; sections with unsaved changes are marked. */
export function SeasonNav({ id, sections, current }: SeasonNavProps) {
  const drafts = useWaitingDrafts(id, current);
  return (
    <nav
      aria-label="Sections"
      className="no-print sticky top-13 z-20 -mx-4 border-b border-line bg-bg px-2 desk:mx-0 desk:px-0 wide:top-20 wide:self-start wide:border-b-0"
    >
      <ul className="strip-x wide:grid wide:overflow-visible wide:border-t wide:border-line">
        {sections.map((section) => (
          <li key={section} className="wide:border-b wide:border-hair">
            <a
              ref={section === current ? centreInStrip : undefined}
              href={sectionPath(id, section)}
              aria-current={section === current ? 'page' : undefined}
              className="flex h-11 items-center gap-2 border-b-2 border-transparent px-2 font-650 whitespace-nowrap text-mute hover:text-text aria-[current=page]:border-red aria-[current=page]:text-text wide:border-b-0 wide:border-l-2 wide:px-2.5"
            >
              {sectionTitles[section]}
              {drafts.some((draft) => draft.section === section) ? (
                <>
                  <span aria-hidden="true" className="size-2 rounded-full bg-amber" />
                  <span className="sr-only">has unsaved changes</span>
                </>
              ) : null}
            </a>
          </li>
        ))}
      </ul>
      {drafts.map(({ title, section }) => (
        <WaitingDraft key={`${section} ${title}`} title={title} />
      ))}
    </nav>
  );
}

/** Leaving the editor asks about it, too. */
function WaitingDraft({ title }: { title: string }) {
  useUnsavedChanges(title, true, true);
  return null;
}
