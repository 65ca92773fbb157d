import { useState } from 'react';
import type { Outcome } from '#contract/api/problem';
import { listApiTokens, listRecorders } from '#contract/calls/account';
import { deletePrograms } from '#contract/calls/edit-account';
import { formatCount } from '../format/count.ts';
import { type Mutation, useMutation } from './mutation.ts';
import { useRead } from './read.tsx';
import { useWrite } from './write.ts';

/** The recorders and tokens for programs of the account, which stay connected when logins end, unless that is chosen. */
export interface Programs {
  /** `2 recorders and 1 token for programs`; null where there are none, and before they are known. */
  readonly label: string | null;
  /** The user has chosen to end them too. */
  readonly isChosen: boolean;
  readonly setIsChosen: (isChosen: boolean) => void;
  readonly endNow: () => void;
  /** Ends them where that is chosen. */
  readonly endChosen: () => void;
  /** The same as a part of another write. */
  readonly endChosenWith: (signal: AbortSignal) => Promise<Outcome<unknown>>;
  readonly ending: Pick<Mutation<undefined, unknown>, 'isBusy' | 'failure' | 'secondsLeft' | 'wait'>;
}

/** `onEnded` is called once they have ended, also where that was not chosen. */
export function usePrograms(onEnded: () => void = () => undefined): Programs {
  const recorders = useRead({ call: listRecorders }).value ?? [];
  const tokens = useRead({ call: listApiTokens }).value ?? [];
  const send = useWrite(deletePrograms);
  const [isChosen, setIsChosen] = useState(false);
  const ending = useMutation({
    run: (_: undefined, __, signal) => send({ signal }),
    onDone: onEnded,
  });
  const counts = [
    ...(recorders.length === 0 ? [] : [formatCount(recorders.length, 'recorder')]),
    ...(tokens.length === 0 ? [] : [formatCount(tokens.length, 'token for programs', 'tokens for programs')]),
  ];
  const label = counts.length === 0 ? null : counts.join(' and ');
  const isEnded = isChosen && label !== null;
  return {
    label,
    isChosen,
    setIsChosen,
    endNow: () => ending.submit(undefined),
    endChosen: () => (isEnded ? ending.submit(undefined) : onEnded()),
    endChosenWith: (signal) => (isEnded ? send({ signal }) : Promise.resolve({ value: null, version: null })),
    ending,
  };
}
