import { useId, useState } from 'react';
import type { Entry, Wish } from '#contract/entities/entry';
import type { Season } from '#contract/entities/season';
import { longestNote } from '#contract/values/text-limits';
import { visibleLength } from '#contract/values/text-values';
import { useUser } from '../../actors/auth.tsx';
import type { EntryMoves } from '../../actors/entry.ts';
import { useUnsavedChanges } from '../../actors/unsaved-form.ts';
import { Button } from '../../components/Button.tsx';
import { Field } from '../../components/form/Field.tsx';
import { Fold } from '../../components/form/Fold.tsx';
import { FormError } from '../../components/form/FormError.tsx';
import { onSubmit } from '../../components/form/on-submit.ts';
import { SubmitButton } from '../../components/form/SubmitButton.tsx';
import { Switch } from '../../components/form/Switch.tsx';
import { TextArea } from '../../components/form/TextArea.tsx';
import { fieldErrorOf } from '../../format/failure-words.ts';

interface EntryFormProps {
  readonly season: Season;
  /** The entry that is changed, or was there before; null for the first. */
  readonly entry: Entry | null;
  readonly moves: EntryMoves;
  readonly onDone: () => void;
  readonly onCancel: (() => void) | null;
}

/** The seat that the user would like. The name of the account is given. */
export function EntryForm({ season, entry, moves, onDone, onCancel }: EntryFormProps) {
  const teamsId = useId();
  const username = useUser()?.profile?.username ?? '';
  const [given] = useState<Wish>(
    () => entry?.wish ?? { name: username, number: null, team: null, isReserve: false, note: null },
  );
  const [wish, setWish] = useState(given);
  const { name, number, team, isReserve, note } = wish;
  const { failure, secondsLeft, isBusy, wait } = moves;
  const change = (changes: Partial<Wish>) => {
    moves.change();
    setWish({ ...wish, ...changes });
  };
  const isDirty = JSON.stringify(wish) !== JSON.stringify(given);
  useUnsavedChanges(`${season.name}: entry`, isDirty && !moves.isDone, false, isBusy);
  const teams = [...new Set((season.roster ?? []).flatMap((driver) => driver.team ?? []))];
  const errorOf = (field: keyof Wish) => fieldErrorOf(failure, field);
  const fields = ['name', 'number', 'team', 'note'] as const;
  return (
    <form
      className="stack max-w-xl gap-4"
      onSubmit={onSubmit(() => {
        const text = (value: string | null) => (value?.trim() ? value.trim() : null);
        moves.submit(
          { move: 'enter', wish: { ...wish, name: name.trim(), team: text(team), note: text(note) } },
          onDone,
        );
      })}
    >
      <Field
        label="Name to race under"
        autoComplete="off"
        spellCheck={false}
        required
        value={name}
        onChange={({ target }) => change({ name: target.value })}
        error={errorOf('name')}
      />
      <div className="grid grid-cols-[96px_minmax(0,1fr)] gap-3">
        <Field
          label="Number"
          inputMode="numeric"
          autoComplete="off"
          maxLength={3}
          placeholder="Any"
          value={number ?? ''}
          onChange={({ target }) => change({ number: Number(target.value.replaceAll(/\D/g, '')) || null })}
          error={errorOf('number')}
        />
        <Field
          label="Team"
          autoComplete="off"
          list={teamsId}
          placeholder="Any"
          value={team ?? ''}
          onChange={({ target }) => change({ team: target.value === '' ? null : target.value })}
          error={errorOf('team')}
        />
      </div>
      <datalist id={teamsId}>
        {teams.map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
      <Fold title="As a reserve, or with a note" isNeeded={isReserve || note !== null || errorOf('note') !== null}>
        <Switch
          label="As a reserve"
          hint="You need no place, and drive when a seat is free."
          isOn={isReserve}
          onChange={(isOn) => change({ isReserve: isOn })}
        />
        <TextArea
          label="Note to those who run the season"
          length={visibleLength(note ?? '')}
          limit={longestNote}
          value={note ?? ''}
          onChange={({ target }) => change({ note: target.value === '' ? null : target.value })}
          error={errorOf('note')}
        />
      </Fold>
      <FormError failure={failure} secondsLeft={secondsLeft} fields={fields} />
      <div className="flex flex-wrap gap-3">
        <SubmitButton
          label={entry?.state === 'applied' ? 'Save' : 'Enter the season'}
          isBusy={isBusy}
          wait={wait}
          isDisabled={name.trim() === '' || secondsLeft > 0 || visibleLength(note ?? '') > longestNote}
        />
        {onCancel === null ? null : <Button onClick={onCancel}>Cancel</Button>}
      </div>
    </form>
  );
}
