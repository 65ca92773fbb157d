import type { Outcome } from '#contract/api/problem';
import { exportAccount } from '#contract/calls/account';
import { deleteAccount, deleteAvatar, setAvatar } from '#contract/calls/edit-account';
import type { Profile } from '#contract/entities/profile';
import type { AuthClient } from '../auth/auth-client.ts';
import type { EncodedImage } from '../browser/image.ts';
import { useApi } from './api.ts';
import { useAuthLoader, useLoadedAuth, useUser } from './auth.tsx';
import { useSettledProfile, useWrite } from './write.ts';

type AuthCall<Variables, Value> = (variables: Variables, signal: AbortSignal) => Promise<Outcome<Value>>;

/** Signing in and up, and the links and codes of mails: one write of the auth service each. */
export function useAuthWrites() {
  const load = useAuthLoader();
  const call =
    <Variables, Value>(choose: (client: AuthClient) => AuthCall<Variables, Value>): AuthCall<Variables, Value> =>
    async (variables, signal) =>
      choose((await load()).client)(variables, signal);
  return {
    signIn: call(({ signIn }) => signIn),
    signUp: call(({ signUp }) => signUp),
    requestReset: call(({ requestReset }) => requestReset),
    resendConfirmation: call(({ resendConfirmation }) => resendConfirmation),
    verifyToken: call(({ verifyToken }) => verifyToken),
    verifyCode: call(({ verifyCode }) => verifyCode),
    setPassword: call(({ setPassword }) => setPassword),
    changeEmail: call(({ changeEmail }) => changeEmail),
  };
}

/** Changes of the signed-in user's profile; every view and tab shows them at once. */
export function useProfileWrites() {
  const api = useApi();
  const load = useAuthLoader();
  const ref = useLoadedAuth()?.ref;
  const settle = useSettledProfile();
  const sendAvatar = useWrite(setAvatar);
  const sendAvatarDeletion = useWrite(deleteAvatar);
  const sendAccountDeletion = useWrite(deleteAccount);
  const userId = useUser()?.userId ?? '';
  const params = { userId };

  async function save(change: Partial<Omit<Profile, 'id'>>, signal: AbortSignal): Promise<Outcome<Profile>> {
    const { client } = await load();
    const outcome = await client.saveProfile({ id: userId, ...change }, signal);
    if ('value' in outcome) ref?.send({ type: 'profile.saved', profile: outcome.value });
    return settle(outcome);
  }

  return {
    saveName: (username: string, signal: AbortSignal) => save({ username }, signal),
    /** Stores the picture, then its address in the profile. */
    setAvatar: async (body: EncodedImage, key: string, signal: AbortSignal): Promise<Outcome<Profile>> => {
      const outcome = await sendAvatar({ params, body, key, signal });
      return 'failure' in outcome ? outcome : save({ avatar_url: outcome.value.avatar_url }, signal);
    },
    removeAvatar: async (key: string, signal: AbortSignal): Promise<Outcome<Profile>> => {
      const outcome = await sendAvatarDeletion({ params, key, signal });
      return 'failure' in outcome ? outcome : save({ avatar_url: null }, signal);
    },
    /** The server deletes an account only after a recent sign-in. */
    deleteAccount: async ({ password }: { password: string }, signal: AbortSignal) => {
      const confirmed = await (await load()).client.confirmPassword(password, signal);
      return 'failure' in confirmed ? confirmed : sendAccountDeletion({ signal });
    },
    exportAccount: (signal: AbortSignal) => api.send(exportAccount, { signal }),
  };
}
