import { useActorRef, useSelector } from '@xstate/react';
import { useState } from 'react';
import { fromPromise } from 'xstate';
import { type Shelf, selectShelf, shelfMachine } from '#machines/shelf';
import type { KeptRow } from '../cache/kept.ts';
import { trackName, typeName } from '../format/names.ts';
import { useReads } from './read.tsx';
import { keyOf, type Reads } from './reads.ts';

/** So many of the last reads are looked through for pages. */
const lookedThrough = 24;

async function load({ onDevice, owner }: Reads): Promise<Shelf> {
  const { reads } = await onDevice;
  const [shelf, rows, person] = await Promise.all([reads.shelf(), reads.recent(lookedThrough), owner()]);
  const isTheirs = (thing: { readonly owner: string | null }) => thing.owner === null || thing.owner === person;
  return { ...shelf, pins: shelf.pins.filter(isTheirs), recent: rows.filter(isTheirs).flatMap(pagesOf) };
}

/** The page that a kept read is all of: a session, a season, a league; none for parts of pages. */
function pagesOf({ key, value }: KeptRow): { title: string; path: string }[] {
  const { id, name, trackId, sessionType } = Object(value);
  if (typeof id !== 'string') return [];
  if (key === keyOf({ name: 'getSession', params: { id } }))
    return [{ title: `${trackName(trackId)} ${typeName(sessionType)}`, path: `/sessions/${id}` }];
  if (key === keyOf({ name: 'getSeason', params: { id } })) return [{ title: String(name), path: `/seasons/${id}` }];
  if (key === keyOf({ name: 'getLeague', params: { leagueId: id } }))
    return [{ title: String(name), path: `/leagues/${id}` }];
  return [];
}

/** What is kept on this device: null while that is looked up, `isImpossible` where nothing can be kept. */
export function useShelf(): {
  readonly shelf: Shelf | null;
  readonly isImpossible: boolean;
  readonly isRemoving: boolean;
  readonly remove: (id: string) => void;
} {
  const reads = useReads();
  const [machine] = useState(() =>
    shelfMachine.provide({
      actors: {
        load: fromPromise<Shelf, undefined>(() => load(reads)),
        remove: fromPromise(async ({ input }) => (await reads.onDevice).reads.remove(input.id)),
      },
    }),
  );
  const ref = useActorRef(machine);
  const snapshot = useSelector(ref, (state) => state);
  return {
    shelf: selectShelf(snapshot),
    isImpossible: snapshot.hasTag('impossible'),
    isRemoving: snapshot.hasTag('removing'),
    remove: (id) => ref.send({ type: 'shelf.remove', id }),
  };
}
