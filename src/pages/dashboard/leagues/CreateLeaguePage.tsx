import { useState } from 'react';
import { pageOwnSeasons } from '#contract/calls/seasons';
import { type NewLeague, useLeagueCreation } from '../../../actors/leagues.ts';
import { useRead } from '../../../actors/read.tsx';
import { firstSeasonName, newSeasonPath } from '../../../actors/season-create.ts';
import { imageUrl } from '../../../browser/image.ts';
import { Fold } from '../../../components/form/Fold.tsx';
import { onSubmit } from '../../../components/form/on-submit.ts';
import { Heading } from '../../../components/Heading.tsx';
import { LeaguePicture } from '../../../components/LeaguePicture.tsx';
import { Skeleton } from '../../../components/Skeleton.tsx';
import { useReplacePage } from '../../../navigation/use-replace-page.ts';
import { PictureForm } from '../../picture/PictureForm.tsx';
import { EditorFoot } from '../EditorFoot.tsx';
import { headLink } from '../head-link.ts';
import { SetupSteps } from '../SetupSteps.tsx';
import { fieldLabels, fieldText, isComplete, LeagueDescription, LeagueName } from './LeagueFields.tsx';

/** Creates a league; until then the input is a draft on the device. A user without a season goes on to the first one. */
export function CreateLeaguePage() {
  const [createdId, setCreatedId] = useState<string | null>(null);
  const { editor, setPicture } = useLeagueCreation(setCreatedId);
  const { value: seasons } = useRead({ call: pageOwnSeasons, query: { page: 0, pageSize: 6 } });
  // Back does not return to the form, which would be empty.
  useReplacePage(
    createdId === null
      ? null
      : seasons?.seasons.length === 0
        ? newSeasonPath({ leagueId: createdId, seasonName: firstSeasonName })
        : `/dashboard/leagues/${createdId}/edit`,
  );
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
        <SetupSteps current="League" />
      </header>
      {value === null ? (
        <Skeleton height={480} />
      ) : (
        <div className="card grid gap-5 p-4 desk:p-5">
          <form className="grid gap-5" onSubmit={onSubmit(editor.save)}>
            <fieldset disabled={editor.isSaving} className="grid min-w-0 gap-5">
              <legend className="sr-only">League</legend>
              <LeagueName details={value} failure={editor.failure} onChange={editor.change} />
              <Fold title="Picture, description, links, and who can see it" isNeeded={hasMore(value)}>
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
                <LeagueDescription details={value} failure={editor.failure} onChange={editor.change} />
              </Fold>
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

/** Whether anything but the name was typed or chosen. */
function hasMore({ picture, description, discord, website, isPublic }: NewLeague): boolean {
  return picture !== null || !isPublic || [description, discord, website].some((text) => text !== '');
}
