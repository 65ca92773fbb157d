import type { AuthOutcome } from '#contract/auth';
import type { Profile } from '#contract/profile';
import { useApi } from '../../actors/api.tsx';
import { useAuthActions, useAuthWires, usePerson } from '../../actors/auth.tsx';
import { pictureOf } from '../../actors/files.ts';
import { outcomeOf } from '../../actors/outcome.ts';
import { useSubmission } from '../../actors/submission.ts';
import { Refusal } from '../../components/form/Refusal.tsx';
import { frameIcons } from '../../components/frame-icons.ts';
import { Icon } from '../../components/Icon.tsx';

/** The picture that stands beside the name. */
export function AvatarForm() {
  const person = usePerson();
  const api = useApi();
  const client = useAuthWires()?.client;
  const { changeProfile } = useAuthActions();
  const { send, isBusy, failure, wait } = useSubmission();
  const picture = person?.profile?.avatar_url ?? null;

  /** The profile says where the picture is, whoever keeps it. */
  async function point(avatar_url: string | null): Promise<AuthOutcome<unknown>> {
    if (client === undefined || person === null) return { value: null };
    const outcome = await client.saveProfile({ id: person.userId, avatar_url });
    if ('value' in outcome) changeProfile(outcome.value satisfies Profile);
    return outcome;
  }

  function choose(file: File | undefined): void {
    if (file === undefined) return;
    send(async () => {
      const body = await pictureOf(file).catch(() => null);
      if (body === null) return { failure: unreadable };
      const kept = await outcomeOf(api.setAvatar(AbortSignal.timeout(60_000), { body }));
      return 'failure' in kept ? kept : point(kept.value.avatar_url);
    });
  }

  function remove(): void {
    send(async () => {
      const removed = await outcomeOf(api.deleteAvatar(AbortSignal.timeout(10_000)));
      return 'failure' in removed ? removed : point(null);
    });
  }

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
          {isBusy ? 'One moment …' : 'Choose a picture'}
          <input
            type="file"
            accept="image/*"
            className="sr-only"
            disabled={isBusy || wait > 0}
            onChange={(event) => choose(event.target.files?.[0])}
          />
        </label>
        {picture === null ? null : (
          <button type="button" className="action border border-line" disabled={isBusy} onClick={remove}>
            Remove it
          </button>
        )}
      </div>
      <Refusal failure={failure} wait={wait} />
    </div>
  );
}

const unreadable = {
  code: 'refused',
  message: 'This file is no picture that the browser can read. Choose a png, jpeg or webp.',
  status: null,
  reasons: [],
  retryAfter: null,
};
