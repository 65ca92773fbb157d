import { useEffect } from 'react';
import type { Outcome } from '#contract/api/problem';
import { type Mutation, useMutation } from './mutation.ts';

/** The link of a mail that the page was opened with: it is followed by itself, and again once the network is back. */
export function useFollowedLink(follow: (signal: AbortSignal) => Promise<Outcome<null>>): Mutation<undefined, null> {
  const mutation = useMutation({ run: (_: undefined, __, signal) => follow(signal) });
  useEffect(() => {
    if (!mutation.isBusy && !mutation.isDone && mutation.failure === null) mutation.submit(undefined);
  });
  return mutation;
}
