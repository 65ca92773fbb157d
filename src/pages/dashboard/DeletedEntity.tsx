import { useState } from 'react';
import { useUser } from '../../actors/auth.tsx';
import { useDrafts } from '../../actors/drafts.ts';
import { ButtonLink } from '../../components/ButtonLink.tsx';
import { Heading } from '../../components/Heading.tsx';
import { NotFound } from '../../components/NotFound.tsx';
import { DraftText } from './DraftText.tsx';

interface DeletedEntityProps {
  /** The address at which it was edited. */
  readonly path: string;
  /** The page with the others of its kind. */
  readonly listHref: string;
}

/** Not Found where something was edited. Changes that were not saved can be read, copied and discarded. */
export function DeletedEntity({ path, listHref }: DeletedEntityProps) {
  const owner = useUser()?.userId ?? null;
  const drafts = useDrafts(owner).filter((draft) => draft.path.startsWith(path));
  // After the last one was discarded the page stays, with its way out.
  const [hadDrafts, setHadDrafts] = useState(false);
  if (drafts.length > 0 && !hadDrafts) setHadDrafts(true);
  if (owner === null || !(hadDrafts || drafts.length > 0)) return <NotFound />;
  return (
    <section className="grid max-w-2xl gap-4">
      <Heading title="Deleted">It was deleted</Heading>
      <p className="text-mute">
        {drafts.length === 0
          ? 'Nothing of it is left on this device.'
          : 'What you had typed and not saved is still on this device.'}
      </p>
      {drafts.length === 0 ? null : (
        <ul className="grid border-t border-line">
          {drafts.map((draft) => (
            <DraftText key={draft.key} owner={owner} draft={draft} href={null} />
          ))}
        </ul>
      )}
      <p>
        <ButtonLink href={listHref}>Back to the list</ButtonLink>
      </p>
    </section>
  );
}
