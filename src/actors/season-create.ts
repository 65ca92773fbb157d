import { v5 } from 'uuid';
import type { Failure } from '#contract/api/problem';
import { addLeagueSeason } from '#contract/calls/edit-league';
import { createSeason } from '#contract/calls/edit-season';
import { type Editor, useNewEntity } from './editor.ts';
import { useWrite } from './write.ts';

interface NewSeason {
  readonly name: string;
}

/** What a link to the form of a new season gives: its name, and the league that it will be in. */
export interface GivenSeason {
  readonly seasonName: string;
  readonly leagueId: string | null;
}

const path = '/dashboard/seasons/create';
/** The name that the form suggests for the first season of a league. */
export const firstSeasonName = 'Season 1';

/** The address of the form of a new season. */
export function newSeasonPath({ seasonName = '', leagueId = null }: Partial<GivenSeason>): string {
  const query = new URLSearchParams({
    ...(seasonName === '' ? {} : { seasonName }),
    ...(leagueId === null ? {} : { league: leagueId }),
  });
  return query.size === 0 ? path : `${path}?${query}`;
}

/** The form of a new season, with a draft for each link that leads to it. `onCreated` is called once it is stored. */
export function useSeasonCreation(given: GivenSeason, onCreated: (id: string) => void): Editor<NewSeason> {
  const { seasonName, leagueId } = given;
  const create = useWrite(createSeason);
  const addSeason = useWrite(addLeagueSeason);
  return useNewEntity({
    form: 'season.create',
    // Each given name, and each league, has a draft of its own.
    entityId: [seasonName, leagueId].filter((part) => part !== null && part !== '').join(' ') || null,
    title: 'New season',
    path: newSeasonPath(given),
    blank: { name: '' },
    async save({ value, key, signal }) {
      const created = await create({ body: { name: value.name.trim() }, key, signal });
      if ('failure' in created || leagueId === null) return created;
      const params = { leagueId, seasonId: created.value.id };
      const added = await addSeason({ params, key: v5('league', key), signal });
      return 'failure' in added && isRepeatable(added.failure) ? added : created;
    },
    onSaved: ({ answer }) => onCreated(answer.id),
  });
}

/** Whether the same attempt can be sent again. A league that is gone is no reason to create the season a second time. */
function isRepeatable({ kind }: Failure): boolean {
  return kind !== 'problem';
}
