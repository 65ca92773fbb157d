import { useDrafts } from '../../actors/drafts.ts';
import { Section } from '../../components/Section.tsx';
import { DraftText } from './DraftText.tsx';

/** Unsaved changes on this device, each to continue or to discard. */
export function Drafts({ owner }: { owner: string }) {
  const drafts = useDrafts(owner);
  if (drafts.length === 0) return null;
  return (
    <Section id="drafts" title="Unsaved changes">
      <ul className="grid">
        {drafts.map((draft) => (
          <DraftText key={draft.key} owner={owner} draft={draft} href={draft.path} />
        ))}
      </ul>
    </Section>
  );
}
