import { v4 as createId } from 'uuid';
import { setRoster } from '#contract/calls/roster';
import { listRecordedDrivers } from '#contract/calls/seasons';
import type { RecordedDriver, RosterDriver } from '#contract/entities/roster';
import type { Season } from '#contract/entities/season';
import type { Editor } from './editor.ts';
import { useRead } from './read.tsx';
import { useSeasonPart } from './season.ts';
import { useWrite } from './write.ts';

/** The drivers of a season as they are edited. */
export interface RosterValue {
  readonly roster: readonly RosterDriver[];
  /** Typed lines that are no drivers of the roster yet; absent in drafts of older versions. */
  readonly list?: string;
}

/** Edits the roster of a season. */
export function useRoster({ season, version }: { season: Season; version: string }): Editor<RosterValue> {
  const send = useWrite(setRoster);
  return useSeasonPart<RosterValue>({
    season,
    version,
    form: 'season.roster',
    title: `${season.name}: roster`,
    section: 'drivers',
    lists: { roster: 'id' },
    actions: ['setRoster'],
    select: ({ roster }) => ({ roster: roster ?? [], list: '' }),
    save: ({ value, version: base, key, signal }) =>
      send({ entity: season, version: base, params: { id: season.id }, body: rosterBody(value), key, signal }),
  });
}

/** A roster as it is sent. */
export function rosterBody({ roster }: Pick<RosterValue, 'roster'>) {
  return {
    roster: roster.map(({ name, team, changes, ...driver }) => ({
      ...driver,
      name: name.trim(),
      team: teamIn(team),
      changes: changes.map((change) => ({ ...change, team: teamIn(change.team) })),
    })),
  };
}

function teamIn(team: string | null): string | null {
  const text = team?.trim() ?? '';
  return text === '' ? null : text;
}

/** A driver with a new id. */
export function createDriver(given: Partial<Omit<RosterDriver, 'id'>> = {}): RosterDriver {
  return { id: createId(), name: '', number: null, team: null, isReserve: false, changes: [], ...given };
}

/** The names in the recordings of a season; none until they are read. */
export function useRecordedDrivers(id: string): readonly RecordedDriver[] {
  return useRead({ call: listRecordedDrivers, params: { id } }).value ?? [];
}
