import { useProfileWrites } from '../../actors/account.ts';
import { useUser } from '../../actors/auth.tsx';
import { frameIcons } from '../../components/frame-icons.ts';
import { Icon } from '../../components/Icon.tsx';
import { PictureForm } from '../picture/PictureForm.tsx';

/** The user's picture, uploaded as soon as it is cropped. */
export function AvatarForm() {
  const picture = useUser()?.profile?.avatar_url ?? null;
  const { setAvatar, removeAvatar } = useProfileWrites();
  return (
    <PictureForm onPicture={setAvatar} onRemove={picture === null ? null : removeAvatar}>
      {picture === null ? (
        <span className="grid h-20 w-20 place-items-center rounded-10 border border-line bg-raised text-mute">
          <Icon path={frameIcons.user} size={32} />
        </span>
      ) : (
        <img src={picture} alt="" width={80} height={80} className="h-20 w-20 rounded-10 object-cover" />
      )}
    </PictureForm>
  );
}
