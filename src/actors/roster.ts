import { v4 as createId } from 'uuid';
import { setAliases } from '#contract/calls/edit-season';
import { setRoster } from '#contract/calls/roster';
import { listRecordedDrivers } from '#contract/calls/seasons';
import type { RecordedDriver, RosterDriver } from '#contract/entities/roster';
import type { Alias } from '#contract/entities/scoring';
import type { Season } from '#contract/entities/season';
import { isEqual } from '#machines/equal';
import type { Editor } from './editor.ts';
import { useRead } from './read.tsx';
import { useSeasonPart } from './season.ts';
import { useWrite } from './write.ts';

/** The drivers of a season as they are edited. */
export interface DriversValue {
  readonly roster: readonly RosterDriver[];
  /** Typed lines that are no drivers of the roster yet; absent in drafts of older versions, as `aliases`. */
  readonly list?: string;
  /** Which recorded names are one driver. One of the stored roster is named here as it is stored. */
  readonly aliases?: readonly Alias[];
  /** By id, a recorded name of a driver whom the server does not have yet: it stays theirs when another name is typed. */
  readonly recordedAs?: Readonly<Record<string, string>>;
}

/**
 * Edits the drivers of a season. The recorded names are written first, for the drivers as the server has them: it renames
 * them with the roster, which follows. Where only the first is stored, the rest stays unsaved.
 */
export function useDriversEditor({ season, version }: { season: Season; version: string }): Editor<DriversValue> {
  const sendAliases = useWrite(setAliases);
  const sendRoster = useWrite(setRoster);
  return useSeasonPart<DriversValue>({
    season,
    version,
    form: 'season.roster',
    title: `${season.name}: drivers`,
    section: 'drivers',
    lists: { roster: 'id', aliases: 'name' },
    actions: ['setRoster', 'setAliases'],
    select: ({ roster, aliases = [] }) => ({ roster: roster ?? [], list: '', aliases }),
    save: async ({ value, base, version: basedOn, key, signal }) => {
      const target = { entity: season, params: { id: season.id }, signal };
      const isNamed = value.aliases !== undefined && !isEqual(value.aliases, base.aliases);
      const named = isNamed
        ? await sendAliases({
            ...target,
            version: basedOn,
            key: `${key}.aliases`,
            body: { aliases: sentAliases(value.aliases) },
          })
        : null;
      if (named !== null && ('failure' in named || isEqual(value.roster, base.roster))) return named;
      return sendRoster({ ...target, version: named?.version ?? basedOn, key, body: rosterBody(value) });
    },
  });
}

/** Drivers or teams with several names, as they are sent. */
export function sentAliases(aliases: readonly Alias[] = []) {
  return aliases.map(({ name, recordedNames }) => ({ name: name.trim(), recordedNames: [...recordedNames] }));
}

/** A roster as it is sent. */
export function rosterBody({ roster }: Pick<DriversValue, 'roster'>) {
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
