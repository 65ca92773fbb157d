import { type ShownLeague, useLeaguePicture } from '../../../actors/leagues.ts';
import { LeaguePicture } from '../../../components/LeaguePicture.tsx';
import { PictureForm } from '../../picture/PictureForm.tsx';

/** The picture of a league, stored as soon as it is cropped. */
export function LeaguePictureForm({ league, version }: ShownLeague) {
  const picture = useLeaguePicture({ league, version });
  return (
    <PictureForm onPicture={picture.set} onRemove={league.thumbnailId === null ? null : picture.remove}>
      <LeaguePicture league={league} size={80} />
    </PictureForm>
  );
}
