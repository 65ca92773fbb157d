import { useAuth } from './auth.tsx';

/** Must a name be chosen first? `unknown` until the profile was looked up once. */
export function useNameState(): 'named' | 'missing' | 'unknown' {
  return useAuth<'named' | 'missing' | 'unknown'>((snapshot) => {
    if (snapshot.hasTag('needsName')) return 'missing';
    const isLooking = snapshot.matches({ session: { signedIn: { profile: 'loading' } } });
    return isLooking && snapshot.context.identity?.profile == null ? 'unknown' : 'named';
  }, 'unknown');
}
