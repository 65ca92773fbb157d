import type { League } from '#contract/league';
import { useLeagueWrites } from '../../../actors/leagues.ts';
import { LeaguePicture } from '../../../components/LeaguePicture.tsx';
import { PictureForm } from '../../picture/PictureForm.tsx';

/** The picture of a league, stored as soon as it is cropped. */
export function LeaguePictureForm({ league, version }: { league: League; version: string | null }) {
  const { setPicture, removePicture } = useLeagueWrites(league.id);
  return (
    <PictureForm
      onPicture={(image) => setPicture(image, version)}
      onRemove={league.thumbnailId === null ? null : () => removePicture(version)}
    >
      <LeaguePicture league={league} size={80} />
    </PictureForm>
  );
}
