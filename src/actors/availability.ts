import { useEffect, useState } from 'react';
import { checkUsername } from '#contract/calls/account';
import { useApi } from './api.ts';

/** Whether a name can be taken; `reason` says why not. */
interface Answer {
  readonly available: boolean;
  readonly reason: string | null;
}

/** A name is checked once the typing has paused for this long, in ms. */
const typingPause = 300;

/** Checks whether a name is available while it is typed; an empty name is not checked. */
export function useAvailability(name: string): { readonly answer: Answer | null; readonly isChecking: boolean } {
  const api = useApi();
  const [checked, setChecked] = useState<{ readonly name: string; readonly answer: Answer | null } | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const check = async () => {
      const outcome = await api.send(checkUsername, { query: { username: name }, signal });
      // A failure says nothing about the name: submitting the form checks it too.
      if (!signal.aborted) setChecked({ name, answer: 'failure' in outcome ? null : outcome.value });
    };
    const timer = name === '' ? undefined : setTimeout(check, typingPause);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [api, name]);
  const isChecked = name === '' || checked?.name === name;
  return { answer: isChecked && name !== '' ? (checked?.answer ?? null) : null, isChecking: !isChecked };
}
