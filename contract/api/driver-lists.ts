import * as v from 'valibot';
import { maxRosterDrivers, RosterDriver, SeatChange } from '../entities/roster.ts';
import { Alias, normalizeName } from '../entities/scoring.ts';
import { TeamColour } from '../entities/team-colour.ts';
import { teamKey } from '../race/teams.ts';
import { foldName } from '../text/fold-text.ts';
import { line } from '../values/text-values.ts';
import { listedName } from './typed-text.ts';

const recordedNames = v.pipe(
  Alias.entries.recordedNames,
  v.transform((names) => names.map(normalizeName)),
);

/** A driver with several recorded names. */
export const AliasUpdate = v.strictObject({
  name: listedName(Alias.entries.name),
  recordedNames,
});

/** A team with several recorded names. */
export const TeamAliasUpdate = v.strictObject({
  ...AliasUpdate.entries,
  /** The names that are this team. */
  recordedNames,
});

/** Each shown name occurs once, and each recorded name belongs to one; `keyOf` is what two spellings have in common. */
function aliasList(
  schema: typeof AliasUpdate,
  keyOf: (name: string) => string,
  messages: { readonly shown: string; readonly recorded: string },
) {
  return v.pipe(
    v.array(schema),
    v.maxLength(500),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return;
      const shown = new Set<string>();
      const recorded = new Set<string>();
      for (const [index, { name, recordedNames }] of dataset.value.entries()) {
        if (isRepeated(shown, keyOf(name))) addIssue({ message: messages.shown, path: pathTo(dataset.value, index) });
        // One may have several spellings of a name.
        if ([...new Set(recordedNames.map(keyOf))].some((key) => isRepeated(recorded, key)))
          addIssue({ message: messages.recorded, path: pathTo(dataset.value, index) });
      }
    }),
  );
}

export const aliases = aliasList(AliasUpdate, foldName, {
  shown: 'each driver must occur once',
  recorded: 'a recorded name must belong to one driver',
});

export const teamAliases = aliasList(TeamAliasUpdate, teamKey, {
  shown: 'each team must occur once',
  recorded: 'a recorded name must belong to one team',
});

function isRepeated(keys: Set<string>, key: string): boolean {
  if (keys.has(key)) return true;
  keys.add(key);
  return false;
}

function pathTo(input: unknown[], key: number): [v.ArrayPathItem] {
  return [{ type: 'array', origin: 'value', input, key, value: input[key] }];
}

/** The seat of a driver from an event on. */
export const SeatChangeUpdate = v.strictObject({
  ...SeatChange.entries,
  team: v.nullable(listedName(SeatChange.entries.team.wrapped)),
});

/** A driver of a season. */
export const RosterDriverUpdate = v.strictObject({
  ...RosterDriver.entries,
  name: listedName(RosterDriver.entries.name),
  team: v.nullable(listedName(RosterDriver.entries.team.wrapped)),
  /** The seats after that; at most one at each event. */
  changes: v.optional(v.pipe(v.array(SeatChangeUpdate), v.maxLength(20)), []),
});

/** Every id and every name occurs once; in the seats of a driver, every event. */
export const roster = v.pipe(
  v.array(RosterDriverUpdate),
  v.maxLength(maxRosterDrivers),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const [ids, names] = [new Set<string>(), new Set<string>()];
    for (const [index, { id, name, changes }] of dataset.value.entries()) {
      const path = pathTo(dataset.value, index);
      if (isRepeated(ids, id)) addIssue({ message: 'must have an id of its own', path });
      if (isRepeated(names, foldName(name))) addIssue({ message: 'must have a name of their own', path });
      if (new Set(changes.map(({ eventId }) => eventId)).size < changes.length)
        addIssue({ message: 'must have one seat at each event', path });
    }
  }),
);

/** A team and the colour that is chosen for it. */
export const TeamColourUpdate = v.strictObject({
  ...TeamColour.entries,
  /** The name of the team. */
  team: listedName(line(100)),
});

/** Every team and every colour occurs once: no two teams of a season share one. */
export const teamColours = v.pipe(
  v.array(TeamColourUpdate),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const [teams, colours] = [new Set<string>(), new Set<string>()];
    for (const [index, { team: name, colour }] of dataset.value.entries()) {
      const path = pathTo(dataset.value, index);
      if (isRepeated(teams, teamKey(name))) addIssue({ message: 'each team must occur once', path });
      if (isRepeated(colours, colour)) addIssue({ message: 'is the colour of another team', path });
    }
  }),
);
