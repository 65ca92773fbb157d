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
        {drafts.map(({ key, form, entityId, title, path }) => (
          <li key={key} className="flex min-h-13 items-center gap-3 border-b border-line">
            <a href={path} className="grid min-h-11 min-w-0 flex-1 content-center">
              <bdi className="truncate font-650">{title}</bdi>
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
