import { useState } from 'react';
import { useLeagueCreation } from '../../../actors/leagues.ts';
import { imageUrl } from '../../../browser/image.ts';
import { onSubmit } from '../../../components/form/on-submit.ts';
import { Heading } from '../../../components/Heading.tsx';
import { LeaguePicture } from '../../../components/LeaguePicture.tsx';
import { Skeleton } from '../../../components/Skeleton.tsx';
import { useReplacePage } from '../../../navigation/use-replace-page.ts';
import { PictureForm } from '../../picture/PictureForm.tsx';
import { EditorFoot } from '../EditorFoot.tsx';
import { headLink } from '../head-link.ts';
import { fieldLabels, fieldText, isComplete, LeagueFields } from './LeagueFields.tsx';

/** Creates a league with its picture; until then the input is a draft on the device. */
export function CreateLeaguePage() {
  const [createdId, setCreatedId] = useState<string | null>(null);
  const { editor, setPicture } = useLeagueCreation(setCreatedId);
  // Back does not return to the form, which would be empty.
  useReplacePage(createdId === null ? null : `/dashboard/leagues/${createdId}/edit`);
  const { value } = editor;
  return (
    <section className="mx-auto stack w-full max-w-2xl gap-5">
      <header className="grid gap-1.5">
        <p className="flex text-14 font-650">
          <a href="/dashboard/leagues" className={headLink}>
            Your leagues
          </a>
        </p>
        <Heading title="New league">New league</Heading>
        <p className="text-mute">A name is enough. Everything can be changed later, and seasons come next.</p>
      </header>
      {value === null ? (
        <Skeleton height={480} />
      ) : (
        <div className="card grid gap-5 p-4 desk:p-5">
          <section aria-labelledby="picture" className="grid gap-1.5">
            <h2 id="picture" className="font-650">
              Picture
            </h2>
            <PictureForm
              onPicture={async (picture) => setPicture(picture)}
              onRemove={value.picture === null ? null : async () => setPicture(null)}
            >
              {value.picture === null ? (
                <LeaguePicture
                  league={{ id: '', name: value.name || '?', isPublic: true, thumbnailId: null }}
                  size={80}
                />
              ) : (
                <img
                  src={imageUrl(value.picture)}
                  alt="Of the new league"
                  width={80}
                  height={80}
                  className="h-20 w-20 rounded-8 object-cover"
                />
              )}
            </PictureForm>
          </section>
          <form className="grid gap-5" onSubmit={onSubmit(editor.save)}>
            <fieldset disabled={editor.isSaving} className="grid min-w-0 gap-5">
              <legend className="sr-only">League</legend>
              <LeagueFields details={value} failure={editor.failure} onChange={editor.change} />
            </fieldset>
            <EditorFoot
              editor={editor}
              label="Create league"
              savedText="Created."
              fields={{ ...fieldLabels, picture: 'Picture' }}
              textOf={(details, field) => (field === 'picture' ? '' : fieldText(details, field))}
              isIncomplete={!isComplete(value)}
            />
          </form>
        </div>
      )}
    </section>
  );
}
