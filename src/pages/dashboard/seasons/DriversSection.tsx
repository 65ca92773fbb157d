import { useId, useState } from 'react';
import { listClaims, listEntries } from '#contract/calls/seasons';
import { maxRosterDrivers, type RecordedDriver, type RosterDriver } from '#contract/entities/roster';
import type { Alias } from '#contract/entities/scoring';
import type { Season } from '#contract/entities/season';
import { aliasesAfterRenames, sharedNumbers } from '#contract/race/roster';
import { useRead } from '../../../actors/read.tsx';
import { type DriversValue, rosterBody, sentAliases, useDriversEditor } from '../../../actors/roster.ts';
import { useUndoSteps } from '../../../actors/undo-steps.ts';
import { Button } from '../../../components/Button.tsx';
import { Fold } from '../../../components/form/Fold.tsx';
import { onSubmit } from '../../../components/form/on-submit.ts';
import { SeasonTeamColours } from '../../../components/SeasonTeamColours.tsx';
import { formatCount } from '../../../format/count.ts';
import { fieldErrorOf } from '../../../format/failure-words.ts';
import { EditorFoot } from '../EditorFoot.tsx';
import { aboveSaveBar, saveBar } from '../save-bar.ts';
import { DriverActions } from './DriverActions.tsx';
import { DriverFields } from './DriverFields.tsx';
import { DriverRow } from './DriverRow.tsx';
import {
  type Drivers,
  driverRows,
  driversToAdd,
  isOfRow,
  type DriverRow as Row,
  withAdded,
  withDriver,
  withMerged,
} from './driver-rows.ts';
import { EntryRow } from './EntryRow.tsx';
import { PreviewButton } from './PreviewButton.tsx';
import { RosterList } from './RosterList.tsx';
import { SuggestedMerges } from './SuggestedMerges.tsx';
import type { SectionProps } from './section-props.ts';

interface DriversSectionProps extends SectionProps {
  readonly recorded: readonly RecordedDriver[];
}

/** All drivers of a season, each in one row with everything that can be done: those of the roster, and those who were only recorded. */
export function DriversSection({ season, version, recorded }: DriversSectionProps) {
  const teamsId = useId();
  const [newId, setNewId] = useState<string | null>(null);
  const [opened, setOpened] = useState<readonly string[]>([]);
  const [isListOpened, setListOpened] = useState(false);
  const { value: claims } = useRead({ call: listClaims, params: { id: season.id } });
  const entries = useRead({ call: listEntries, params: { id: season.id } }).value ?? [];
  const open = entries.filter(({ state }) => state === 'applied');
  const declined = entries.filter(({ state }) => state === 'declined');
  const editor = useDriversEditor({ season, version });
  const { list = '' } = editor.value ?? {};
  const drivers: Drivers = {
    roster: editor.value?.roster ?? season.roster ?? [],
    aliases: editor.value?.aliases ?? season.aliases ?? [],
    recordedAs: editor.value?.recordedAs ?? {},
  };
  const { roster, aliases } = drivers;
  const sessions = season.events.flatMap((event) => event.sessions.map(({ driverNames }) => driverNames));
  const rows = driverRows({ season, recorded }, drivers);
  const toAdd = driversToAdd({ season, recorded }, drivers, rows);
  const shared = sharedNumbers(roster);
  const teams = [
    ...new Set([...roster.map(({ team }) => team), ...(season.standings.teams ?? []).map(({ name }) => name)]),
  ].flatMap((team) => (team === null || team.trim() === '' ? [] : [team]));

  const change = (next: Drivers) => editor.change(patchOf(next, season.roster));
  const { step, undo } = useUndoSteps<RosterDriver | Alias>({
    items: [...roster, ...aliases],
    keyOf: (item) => ('id' in item ? item.id : item.recordedNames.join('\n')),
    isDirty: editor.isDirty,
    onChange: (items) =>
      change({
        ...drivers,
        roster: items.flatMap((item) => ('id' in item ? [item] : [])),
        aliases: items.flatMap((item) => ('id' in item ? [] : [item])),
      }),
  });
  const stepTo = (next: Drivers) => {
    step([...next.roster, ...next.aliases]);
    editor.change(patchOf(next, season.roster));
  };
  const addAll = (given: Parameters<typeof withAdded>[1]) => {
    const next = withAdded(drivers, given.slice(0, maxRosterDrivers - roster.length), rows);
    // The first one without a name is typed at once.
    const nameless = next.added.filter(({ name }) => name === '').map(({ id }) => id);
    setNewId(nameless[0] ?? null);
    setOpened(nameless);
    return next.drivers;
  };
  const isFull = roster.length >= maxRosterDrivers;
  const isIncomplete = list.trim() !== '' || [...roster, ...aliases].some(({ name }) => name.trim() === '');
  const errorOf = ({ driver, recordedNames }: Row) => {
    const [at, named] = [
      roster.findIndex(({ id }) => id === driver?.id),
      aliases.findIndex((alias) => alias.recordedNames === recordedNames),
    ];
    const paths = [`roster.${at}`, `roster.${at}.name`, `aliases.${named}`, `aliases.${named}.name`];
    return paths.map((path) => fieldErrorOf(editor.failure, path)).find((error) => error !== null) ?? null;
  };
  const isShown = isListOpened || list !== '';
  const isBar = (editor.isDirty || editor.isSaved) && editor.conflicts.length === 0;
  /** With the names that the server gives to the drivers with the roster. */
  const preview = () => {
    const renamed = aliasesAfterRenames(aliases, { before: season.roster ?? [], after: roster }, sessions.flat());
    return { ...rosterBody({ roster }), aliases: sentAliases(renamed) };
  };

  return (
    <SeasonTeamColours season={season}>
      <form className={`stack gap-4 ${aboveSaveBar}`} onSubmit={onSubmit(editor.save)}>
        <p className="text-mute">
          A driver is one row, under whatever names they raced. Points count for the team named here; those of a reserve
          for the team of the car. A car without a name is that of the driver with its number.
        </p>
        <SuggestedMerges
          season={season}
          recorded={recorded}
          aliases={aliases}
          sessions={sessions}
          rows={rows}
          onMerge={([first, ...rest]) => {
            if (first !== undefined) stepTo(rest.reduce((merged, row) => withMerged(merged, first, row), drivers));
          }}
        />
        {rows.length === 0 && open.length === 0 ? null : (
          <ul aria-label="Drivers" className="border-t border-line">
            {open.map((entry) => (
              <EntryRow key={entry.id} entry={entry} />
            ))}
            {rows.map((row) => {
              const error = errorOf(row);
              const isOpen = opened.includes(row.key) || row.name.trim() === '';
              return (
                <DriverRow
                  key={row.key}
                  row={row}
                  claims={claims?.filter(({ driverId }) => driverId === row.driver?.id) ?? []}
                  isOpen={isOpen}
                  error={error}
                  onToggle={() => setOpened(isOpen ? opened.filter((key) => key !== row.key) : [...opened, row.key])}
                >
                  <DriverActions
                    row={row}
                    rows={rows}
                    drivers={drivers}
                    sessions={sessions}
                    claims={claims ?? []}
                    isFull={isFull}
                    fields={
                      row.driver === null ? null : (
                        <DriverFields
                          driver={row.driver}
                          events={season.events}
                          teamsId={teamsId}
                          isRefused={error !== null}
                          isNew={row.driver.id === newId}
                          onChange={(changed) => {
                            // It stays open once it has a name.
                            if (!opened.includes(row.key)) setOpened([...opened, row.key]);
                            change(withDriver(drivers, changed, season.roster));
                          }}
                        />
                      )
                    }
                    onStep={stepTo}
                    onAdd={() => {
                      const given = toAdd.filter((each) => isOfRow(each, row, recorded));
                      const own = { name: row.name, number: row.number, team: row.teams[0] ?? null };
                      stepTo(addAll(given.length > 0 ? given : [own]));
                    }}
                  />
                </DriverRow>
              );
            })}
          </ul>
        )}
        {declined.length === 0 ? null : (
          <Fold title={`Declined entries: ${declined.length}`}>
            <ul aria-label="Declined entries">
              {declined.map((entry) => (
                <EntryRow key={entry.id} entry={entry} />
              ))}
            </ul>
          </Fold>
        )}
        <datalist id={teamsId}>
          {teams.map((team) => (
            <option key={team} value={team} />
          ))}
        </datalist>
        <p role="status" className="text-amber empty:hidden">
          {shared.length === 0
            ? ''
            : `Two regular drivers have number ${shared.join(' and ')}: a car without a name gets neither.`}
        </p>
        <div className="flex flex-wrap gap-3">
          <Button isDisabled={isFull} onClick={() => change(addAll([{}]))}>
            Add a driver
          </Button>
          <Button isDisabled={isFull} aria-expanded={isShown} onClick={() => setListOpened(!isShown)}>
            Add a list of drivers
          </Button>
          {toAdd.length === 0 || isFull ? null : (
            <Button onClick={() => stepTo(addAll(toAdd))}>Add {formatCount(toAdd.length, 'driver')} who raced</Button>
          )}
        </div>
        {isShown ? (
          <RosterList
            roster={roster}
            text={list}
            onType={(text) => editor.change({ list: text })}
            onAdd={(typed) => {
              setListOpened(false);
              editor.change({ list: '' });
              stepTo(addAll(typed));
            }}
          />
        ) : null}
        {editor.isDirty && !isIncomplete ? (
          <PreviewButton key={JSON.stringify([roster, aliases])} season={season} body={preview()} />
        ) : null}
        <div className={isBar ? saveBar : 'stack gap-3'}>
          {undo === null ? null : (
            <Button className="justify-self-start" onClick={undo}>
              Undo the last step
            </Button>
          )}
          <EditorFoot
            editor={editor}
            label="Save drivers"
            fields={{
              roster: 'Roster',
              list: 'List of drivers',
              aliases: 'Merged drivers',
              recordedAs: 'Recorded names',
            }}
            parts={{ name: 'Name', number: 'Number', team: 'Team' }}
            nameOf={(row) => [...roster, ...(season.roster ?? [])].find(({ id }) => id === row)?.name ?? row}
            textOf={textOf}
            isIncomplete={isIncomplete}
          />
        </div>
      </form>
    </SeasonTeamColours>
  );
}

/** The patch of the editor. Only drivers whom the server does not have keep a recorded name of their own. */
function patchOf({ recordedAs, ...drivers }: Drivers, stored: Season['roster']): Partial<DriversValue> {
  const added = Object.entries(recordedAs).filter(
    ([id]) =>
      drivers.roster.some((driver) => driver.id === id) && stored?.every((driver) => driver.id !== id) !== false,
  );
  return added.length === 0
    ? { ...drivers, recordedAs: undefined }
    : { ...drivers, recordedAs: Object.fromEntries(added) };
}

/** A part of the drivers as a text, for a conflict. */
function textOf({ roster, aliases = [], list = '' }: DriversValue, field: keyof DriversValue): string {
  if (field === 'list') return list;
  if (field === 'aliases')
    return aliases.map(({ name, recordedNames }) => `${name}: ${recordedNames.join(', ')}`).join('; ');
  return roster
    .map(({ number, name, team, isReserve, changes }) => {
      const seats = changes.map((seat) => `→ ${seat.team ?? 'no team'}`);
      return [number, name, team, isReserve ? 'reserve' : null, ...seats].filter((part) => part !== null).join(' ');
    })
    .join('; ');
}
