import { draftTexts } from '../../actors/draft-texts.ts';
import { useDraftStore, useDrafts } from '../../actors/drafts.tsx';
import { Section } from '../../components/Section.tsx';

/** Unsaved changes on this device, each to continue or to discard. */
export function Drafts({ owner }: { owner: string }) {
  const drafts = useDrafts(owner);
  const store = useDraftStore();
  if (drafts.length === 0) return null;
  return (
    <Section id="drafts" title="Unsaved changes">
      <ul className="grid">
        {drafts.map(({ key, form, entityId, title, path, value }) => (
          <li key={key} className="flex min-h-13 items-center gap-3 border-b border-line">
            <a
              href={path}
              aria-label={title}
              className="grid min-h-11 min-w-0 flex-1 grid-cols-[minmax(0,1fr)] content-center py-1.5"
            >
              <bdi className="truncate font-650">{title}</bdi>
              <bdi className="line-clamp-2 text-14 wrap-anywhere text-mute empty:hidden">
                {draftTexts(value).join(' · ')}
              </bdi>
            </a>
            <button
              type="button"
              className="action border border-line"
              aria-label={`Discard the changes to ${title}`}
              onClick={() => {
                store.then((opened) => opened.remove({ owner, form, entityId })).catch(() => undefined);
              }}
            >
              Discard
            </button>
          </li>
        ))}
      </ul>
    </Section>
  );
}
