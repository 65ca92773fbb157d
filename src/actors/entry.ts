import { useActorRef, useSelector } from '@xstate/react';
import { useEffect, useState } from 'react';
import { enterSeason, updateEntry } from '#contract/calls/entries';
import { listEntries } from '#contract/calls/seasons';
import type { Entry, Wish } from '#contract/entities/entry';
import { type EntryMove, type EntryMover, entryMoves } from '#contract/entities/entry-moves';
import { entryMachine, selectCan } from '#machines/entry';
import { type Mutation, useMutation } from './mutation.ts';
import { useRead } from './read.tsx';
import { useWrite } from './write.ts';

/** A move of an entry, with the seat that is wished for by who enters. */
type Step = { readonly move: 'enter'; readonly wish: Wish } | { readonly move: Exclude<EntryMove, 'enter'> };

/** An entry with what the user may do with it. */
export interface EntryMoves extends Omit<Mutation<Step, Entry[]>, 'submit'> {
  readonly submit: (step: Step, onDone?: () => void) => void;
  readonly can: (move: EntryMove) => boolean;
}

/** The moves of an entry; of a season that the user has not entered: null. Undefined until that is known. */
export function useEntryMoves(
  seasonId: string,
  entry: Entry | null | undefined,
  who: EntryMover,
  userId: string,
): EntryMoves {
  const ref = useActorRef(entryMachine, { input: { who } });
  const place = entry === undefined ? null : (entry?.state ?? 'none');
  useEffect(() => {
    if (place !== null) ref.send({ type: 'entry.read', place });
  }, [ref, place]);
  const enter = useWrite(enterSeason);
  const update = useWrite(updateEntry);
  const [onDone, setOnDone] = useState<() => void>();
  const mutation = useMutation<Step, Entry[]>({
    onDone: () => onDone?.(),
    run: async (step, key, signal) => {
      const outcome =
        step.move === 'enter'
          ? await enter({ params: { id: seasonId }, body: step.wish, key, signal })
          : await update({
              params: { id: seasonId, entryId: entry?.id ?? '' },
              body: { state: stateAfter(step.move) },
              key,
              signal,
            });
      if ('failure' in outcome) ref.send({ type: 'entry.refused' });
      else {
        const own = outcome.value.find((each) => (entry == null ? each.userId === userId : each.id === entry.id));
        ref.send({ type: 'entry.read', place: own?.state ?? 'none' });
      }
      return outcome;
    },
  });
  const allowed = useSelector(ref, (snapshot) =>
    entryMoves.map(({ move }) => (selectCan(snapshot, move) ? move : '')).join(),
  );
  return {
    ...mutation,
    can: (move) => allowed.split(',').includes(move),
    submit: (step, whenDone) => {
      setOnDone(() => whenDone);
      ref.send({ type: `entry.${step.move}` });
      mutation.submit(step);
    },
  };
}

function stateAfter(move: Exclude<EntryMove, 'enter'>) {
  const next = entryMoves.find((each) => each.move === move)?.next;
  if (next === undefined || next === 'applied') throw new Error(`${move} is no move to a decision`);
  return next;
}

/** The own entry of the user in a season; null without one, or where it cannot be read; undefined until that is known. */
export function useOwnEntry(seasonId: string, userId: string): Entry | null | undefined {
  const { value, phase } = useRead({ call: listEntries, params: { id: seasonId } });
  if (value === null && phase !== 'failed' && phase !== 'notFound') return undefined;
  return value?.find((entry) => entry.userId === userId) ?? null;
}
