import { selectNameState } from '#machines/auth';
import { useAuth } from './auth.tsx';

/**
 * Whether a name must be chosen first; `unknown` until the profile was found once. Apart from the other hooks, because its
 * selector brings the machine along, which is not part of the first load.
 */
export function useNameState(): 'named' | 'missing' | 'unknown' {
  return useAuth<'named' | 'missing' | 'unknown'>(selectNameState, 'unknown');
}
