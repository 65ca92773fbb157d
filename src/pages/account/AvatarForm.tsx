import { createFailure } from '#contract/problem';
import { useProfileWrites } from '../../actors/account.ts';
import { useUser } from '../../actors/auth.tsx';
import { useMutation } from '../../actors/mutation.ts';
import { encodeImage } from '../../browser/image.ts';
import { FormError } from '../../components/form/FormError.tsx';
import { frameIcons } from '../../components/frame-icons.ts';
import { Icon } from '../../components/Icon.tsx';

const notAnImage = createFailure('problem', {
  message: 'This file is not an image that the browser can read. Choose a PNG, JPEG or WebP file.',
});

/** The user's picture: choosing a file uploads it at once. */
export function AvatarForm() {
  const picture = useUser()?.profile?.avatar_url ?? null;
  const { setAvatar, removeAvatar } = useProfileWrites();
  const { submit, isBusy, failure, secondsLeft } = useMutation({
    run: async (file: File | null) => {
      if (file === null) return removeAvatar();
      const image = await encodeImage(file).catch(() => null);
      return image === null ? { failure: notAnImage } : setAvatar(image);
    },
  });
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-4">
        {picture === null ? (
          <span className="grid h-20 w-20 place-items-center rounded-10 border border-line bg-raised text-mute">
            <Icon path={frameIcons.user} size={32} />
          </span>
        ) : (
          <img src={picture} alt="" width={80} height={80} className="h-20 w-20 rounded-10 object-cover" />
        )}
        <label className="action cursor-pointer border border-line focus-within:outline-2 focus-within:outline-favourite">
          {isBusy ? 'One moment…' : 'Choose a picture'}
          <input
            type="file"
            accept="image/*"
            className="sr-only"
            disabled={isBusy || secondsLeft > 0}
            onChange={(event) => {
              const file = event.target.files?.[0];
              // The same file can be chosen again after a failure.
              event.target.value = '';
              if (file !== undefined) submit(file);
            }}
          />
        </label>
        {picture === null ? null : (
          <button type="button" className="action border border-line" disabled={isBusy} onClick={() => submit(null)}>
            Remove
          </button>
        )}
      </div>
      <FormError failure={failure} secondsLeft={secondsLeft} />
    </div>
  );
}
