import { useId, useState } from 'react';
import { maxRosterDrivers, type RecordedDriver } from '#contract/entities/roster';
import { sharedNumbers, unlistedDrivers } from '#contract/race/roster';
import { createDriver, rosterBody, useRoster } from '../../../actors/roster.ts';
import { useUndoSteps } from '../../../actors/undo-steps.ts';
import { Button } from '../../../components/Button.tsx';
import { onSubmit } from '../../../components/form/on-submit.ts';
import { PageLink } from '../../../components/PageLink.tsx';
import { ShareAddress } from '../../../components/ShareAddress.tsx';
import { formatCount } from '../../../format/count.ts';
import { fieldErrorOf } from '../../../format/failure-words.ts';
import { EditorFoot } from '../EditorFoot.tsx';
import { PreviewButton } from './PreviewButton.tsx';
import { RosterList } from './RosterList.tsx';
import { RosterRow } from './RosterRow.tsx';
import type { SectionProps } from './section-props.ts';

interface RosterFormProps extends SectionProps {
  readonly recorded: readonly RecordedDriver[];
}

/** The drivers of a season, before and after the first race: number, name, team, regular or reserve. */
export function RosterForm({ season, version, recorded }: RosterFormProps) {
  const teamsId = useId();
  const [newId, setNewId] = useState<string | null>(null);
  const [isListOpened, setListOpened] = useState(false);
  const editor = useRoster({ season, version });
  const roster = editor.value?.roster ?? season.roster ?? [];
  const list = editor.value?.list ?? '';
  const hasList = isListOpened || list !== '';
  const unlisted = unlistedDrivers(season.standings.drivers, roster, recorded);
  const shared = sharedNumbers(roster);
  const teams = [
    ...new Set([...roster.map(({ team }) => team), ...(season.standings.teams ?? []).map(({ name }) => name)]),
  ].flatMap((team) => (team === null || team.trim() === '' ? [] : [team]));
  const { step, undo } = useUndoSteps({
    items: roster,
    keyOf: ({ id }) => id,
    isDirty: editor.isDirty,
    onChange: (changed) => editor.change({ roster: changed }),
  });
  const add = () => {
    const driver = createDriver();
    setNewId(driver.id);
    editor.change({ roster: [...roster, driver] });
  };
  const addUnlisted = () => {
    const drivers = unlisted.map((given) => createDriver(given));
    // The first one without a name is typed at once.
    setNewId(drivers.find(({ name }) => name === '')?.id ?? null);
    step([...roster, ...drivers].slice(0, maxRosterDrivers));
  };
  const isFull = roster.length >= maxRosterDrivers;
  const isIncomplete = list.trim() !== '' || roster.some(({ name }) => name.trim() === '');
  return (
    <form className="stack gap-4" onSubmit={onSubmit(editor.save)}>
      <p className="text-mute">
        Who drives in this season. Where the game names nobody in a car, the driver with the number of the car is taken.
        Points count for the team named here; those of a reserve for the team of the car.
      </p>
      <p className="text-mute">
        Drivers join by themselves: send them the link of{' '}
        <PageLink href={`/seasons/${season.id}`} className="link">
          the season’s page
        </PageLink>
        . Logged in, they choose their name there and press “This is me”, and you confirm it here.
      </p>
      <ShareAddress title={season.name} address={`${location.origin}/seasons/${season.id}`} />
      {roster.length === 0 ? null : (
        <ul aria-label="Drivers of the roster" className="border-t border-line">
          {roster.map((driver, index) => (
            <RosterRow
              key={driver.id}
              driver={driver}
              events={season.events}
              teamsId={teamsId}
              isNew={driver.id === newId}
              error={
                fieldErrorOf(editor.failure, `roster.${index}`) ?? fieldErrorOf(editor.failure, `roster.${index}.name`)
              }
              onChange={(changed) =>
                editor.change({ roster: roster.map((each) => (each.id === driver.id ? changed : each)) })
              }
              onRemove={() => step(roster.filter(({ id }) => id !== driver.id))}
            />
          ))}
        </ul>
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
        <Button isDisabled={isFull} onClick={add}>
          Add a driver
        </Button>
        <Button isDisabled={isFull} aria-expanded={hasList} onClick={() => setListOpened(!hasList)}>
          Add a list of drivers
        </Button>
        {unlisted.length === 0 || isFull ? null : (
          <Button onClick={addUnlisted}>Add {formatCount(unlisted.length, 'driver')} who raced</Button>
        )}
        {undo === null ? null : <Button onClick={undo}>Undo the last step</Button>}
      </div>
      {hasList ? (
        <RosterList
          roster={roster}
          text={list}
          onType={(text) => editor.change({ list: text })}
          onAdd={(drivers) => {
            setListOpened(false);
            editor.change({ list: '' });
            step([...roster, ...drivers.map((driver) => createDriver(driver))]);
          }}
        />
      ) : null}
      <EditorFoot
        editor={editor}
        label="Save roster"
        fields={{ roster: 'Roster', list: 'List of drivers' }}
        parts={{ name: 'Name', number: 'Number', team: 'Team' }}
        nameOf={(row) => [...roster, ...(season.roster ?? [])].find(({ id }) => id === row)?.name ?? ''}
        textOf={({ roster: each }) =>
          each
            .map(({ number, name, team, isReserve, changes }) =>
              [
                number,
                name,
                team,
                isReserve ? 'reserve' : null,
                ...changes.map((seat) => `→ ${seat.team ?? 'no team'}`),
              ]
                .filter((part) => part !== null)
                .join(' '),
            )
            .join('; ')
        }
        isIncomplete={isIncomplete}
      />
      {editor.isDirty && !isIncomplete ? (
        <PreviewButton key={JSON.stringify(roster)} season={season} body={rosterBody({ roster })} />
      ) : null}
    </form>
  );
}
