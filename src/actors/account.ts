import type { Credentials } from '#contract/auth';
import { affectedReads } from '#contract/dependencies';
import type { Outcome } from '#contract/problem';
import type { Profile } from '#contract/profile';
import type { EncodedImage } from '../browser/image.ts';
import type { LinkType } from '../format/auth-link.ts';
import { useApi } from './api.tsx';
import { useAuthLoader, useLoadedAuth, useUser } from './auth.tsx';
import { useQueryCache } from './read.tsx';

/** Signing in and up, and what the links and codes of mails lead to: one write of the auth service each. */
export function useAuthWrites() {
  const load = useAuthLoader();
  return {
    signIn: async (credentials: Credentials) => (await load()).client.signIn(credentials),
    signUp: async (credentials: Credentials) => (await load()).client.signUp(credentials),
    requestReset: async (email: string) => (await load()).client.requestReset(email),
    resendConfirmation: async (email: string) => (await load()).client.resendConfirmation(email),
    verifyToken: async (link: { token: string; type: LinkType }) => (await load()).client.verifyToken(link),
    verifyCode: async (code: { phone: string; token: string }) => (await load()).client.verifyCode(code),
    setPassword: async (passwords: { password: string; current?: string }) =>
      (await load()).client.setPassword(passwords),
    changeEmail: async (email: string) => (await load()).client.changeEmail(email),
  };
}

/** Changes of the signed-in user's profile; every view and tab shows them at once. */
export function useProfileWrites() {
  const api = useApi();
  const load = useAuthLoader();
  const ref = useLoadedAuth()?.ref;
  const queries = useQueryCache();
  const userId = useUser()?.userId ?? '';

  async function save(change: Partial<Omit<Profile, 'id'>>): Promise<Outcome<Profile>> {
    const { client } = await load();
    const outcome = await client.saveProfile({ id: userId, ...change });
    if ('failure' in outcome) return outcome;
    const profile = outcome.value;
    ref?.send({ type: 'profile.saved', profile });
    const resource = { name: 'getProfile', params: { userId } } as const;
    queries.put(resource, profile, null);
    queries.invalidate(affectedReads('saveProfile', { params: { userId } }), resource);
    return outcome;
  }

  return {
    saveName: (username: string) => save({ username }),
    /** Stores the picture, then its address in the profile. */
    setAvatar: async (body: EncodedImage): Promise<Outcome<Profile>> => {
      const outcome = await api.setAvatar({ body });
      return 'failure' in outcome ? outcome : save({ avatar_url: outcome.value.avatar_url });
    },
    removeAvatar: async (): Promise<Outcome<Profile>> => {
      const outcome = await api.deleteAvatar();
      return 'failure' in outcome ? outcome : save({ avatar_url: null });
    },
    /** The server deletes an account only for somebody who has just signed in. */
    deleteAccount: async ({ password }: { password: string }) => {
      const confirmed = await (await load()).client.confirmPassword(password);
      if ('failure' in confirmed) return confirmed;
      const outcome = await api.deleteAccount();
      if (!('failure' in outcome)) queries.invalidate(affectedReads('deleteAccount', {}));
      return outcome;
    },
    exportAccount: () => api.exportAccount(),
  };
}
