import { useState } from 'react';
import type { Outcome } from '#contract/api/problem';
import { useAuthLoader } from './auth.tsx';

/** The password of a form whose write needs a recent sign-in, asked for once the server has said so. */
export interface PasswordProof {
  readonly isNeeded: boolean;
  /** The password is required, and not typed yet. */
  readonly isMissing: boolean;
  readonly password: string;
  readonly setPassword: (password: string) => void;
  /** Logs in with the password where one is needed, then writes. */
  readonly prove: <Value>(signal: AbortSignal, write: () => Promise<Outcome<Value>>) => Promise<Outcome<Value>>;
}

/** A form stays as it was typed while the password is asked for, and is submitted again with it. */
export function usePasswordProof(): PasswordProof {
  const load = useAuthLoader();
  const [password, setPassword] = useState('');
  const [isNeeded, setIsNeeded] = useState(false);
  return {
    isNeeded,
    isMissing: isNeeded && password === '',
    password,
    setPassword,
    async prove(signal, write) {
      if (isNeeded) {
        const confirmed = await (await load()).client.confirmPassword(password, signal);
        if ('failure' in confirmed) return confirmed;
      }
      const outcome = await write();
      setIsNeeded('failure' in outcome && outcome.failure.code === 'reauthentication_needed');
      setPassword('');
      return outcome;
    },
  };
}
